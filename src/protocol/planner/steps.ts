/** The steps of a plan. Each changes the draft in place and keeps what the steps before it achieved. */
import { deficit, type Draft, edge, FREE, give, lengthOf, mayOwn, piecesOf, type Run, surplus } from './draft.ts';
import type { RangeSet, SlotRange } from '../ranges.ts';

/**
 * Slots go back to replicas that left for a moment, up to their share of them; whatever others have of their owners meanwhile: those
 * go back, too, and steps that come later see to balance. Else a circle of lent slots would stay as it is: each is full, of others'.
 */
export function giveBack(draft: Draft, former: ReadonlyMap<string, RangeSet>): void {
  for (const [replica, name] of draft.names.entries()) {
    const ranges = former.get(name) ?? [];
    let room = Math.ceil(draft.share[replica] ?? 0) - ownedOf(draft, ranges, replica);
    for (const part of ranges.flatMap((range) => partsOf(draft, range, replica))) {
      const length = Math.min(lengthOf(part), room);
      if (length <= 0) continue;
      give(draft, { start: part.start, end: part.start + length - 1 }, replica);
      room -= length;
    }
  }
}

function ownedOf(draft: Draft, ranges: RangeSet, replica: number): number {
  let owned = 0;
  for (const { start, end } of ranges)
    for (let slot = start; slot <= end; slot++) if (draft.owner[slot] === replica) owned++;
  return owned;
}

/** The parts of `range` that others own and that may go to `replica`. */
function partsOf(draft: Draft, range: SlotRange, replica: number): readonly SlotRange[] {
  return draft.runs.flatMap((run) => {
    const start = Math.max(run.start, range.start);
    const end = Math.min(run.end, range.end);
    if (start > end || run.owner === replica) return [];
    const part = edge(draft, { ...run, start, end }, { from: 'start', max: Infinity, to: replica });
    return part === undefined ? [] : [part];
  });
}

/** Free slots: to neighbours up to their share, then to the neediest with room for a range, then to neighbours anyway. */
export function fill(draft: Draft, limits: { readonly piecesMax: number; readonly imbalanceMax: number }): void {
  for (;;) {
    const run = draft.runs
      .filter((r) => r.owner === FREE)
      .toSorted((a, b) => lengthOf(b) - lengthOf(a) || a.start - b.start)[0];
    if (run === undefined) return;
    const [to, part] = takerOf(draft, run, limits);
    give(draft, part, to);
  }
}

function takerOf(
  draft: Draft,
  run: Run,
  { piecesMax, imbalanceMax }: { readonly piecesMax: number; readonly imbalanceMax: number },
): readonly [number, SlotRange] {
  const sides = neighboursOf(draft, run);
  const room = (i: number, factor: number): number =>
    Math.floor((draft.share[i] ?? 0) * factor + 1e-9) - (draft.counts[i] ?? 0);
  const best = (candidates: readonly Side[], factor: number): readonly [number, SlotRange] | undefined => {
    let found: readonly [number, SlotRange] | undefined;
    for (const side of candidates) {
      const part = edge(draft, run, { from: side.from, max: room(side.replica, factor), to: side.replica });
      if (part !== undefined && (found === undefined || lengthOf(part) > lengthOf(found[1])))
        found = [side.replica, part];
    }
    return found;
  };
  const pieces = piecesOf(draft);
  const others = draft.names
    .map((_, replica): Side => ({ replica, from: 'start' }))
    .filter(({ replica }) => (pieces[replica] ?? 0) < piecesMax);
  const slack = (1 + imbalanceMax) / 2;
  return (
    best(sides, slack) ??
    best(others, slack) ??
    best(sides, imbalanceMax) ??
    best(sides, Infinity) ??
    best(others, Infinity) ??
    anybody(draft, run)
  );
}

interface Side {
  readonly replica: number;
  readonly from: 'start' | 'end';
}

/** Replicas next to a run, the one with more room first. */
function neighboursOf(draft: Draft, run: Run): readonly Side[] {
  const at = draft.runs.findIndex((r) => r.start === run.start);
  const left = draft.runs[at - 1]?.owner ?? FREE;
  const right = draft.runs[at + 1]?.owner ?? FREE;
  const sides: Side[] = [];
  if (left >= 0) sides.push({ replica: left, from: 'start' });
  if (right >= 0) sides.push({ replica: right, from: 'end' });
  const room = ({ replica }: Side): number => (draft.share[replica] ?? 0) - (draft.counts[replica] ?? 0);
  return sides.toSorted((a, b) => room(b) - room(a));
}

/** Bounds give way to cover: somebody must have the slot. */
function anybody(draft: Draft, run: Run): readonly [number, SlotRange] {
  const able = draft.names.map((_, i) => i).filter((i) => mayOwn(draft, i, run.start));
  const least = able.toSorted((a, b) => (draft.counts[a] ?? 0) - (draft.counts[b] ?? 0))[0] ?? 0;
  return [least, edge(draft, run, { from: 'start', max: Infinity, to: least }) ?? { start: run.start, end: run.start }];
}

/** Merges away the smallest ranges of replicas that have too many. */
export function defragment(draft: Draft, piecesMax: number): void {
  for (let i = 0; i < draft.runs.length; i++) {
    const pieces = piecesOf(draft);
    if (pieces.every((count) => count <= piecesMax)) return;
    const victim = draft.runs
      .filter((run) => run.owner >= 0 && (pieces[run.owner] ?? 0) > piecesMax && neighbourFor(draft, run) !== undefined)
      .toSorted((a, b) => lengthOf(a) - lengthOf(b) || a.start - b.start)[0];
    if (victim === undefined) return;
    give(draft, victim, neighbourFor(draft, victim) ?? victim.owner);
  }
}

/** The neighbour that can take all of a run, the emptier one first. */
function neighbourFor(draft: Draft, run: Run): number | undefined {
  return neighboursOf(draft, run).find(({ replica, from }) => {
    const part = edge(draft, run, { from, max: Infinity, to: replica });
    return part !== undefined && lengthOf(part) === lengthOf(run);
  })?.replica;
}

/* ── Balance ────────────────────────────────────────────────────────────────────────────────────────────────────── */

interface Take {
  readonly to: number;
  readonly parts: readonly SlotRange[];
  readonly gain: number;
}

/** Which of several borders that offer about the same gets a new range. */
export type Way = 'First' | 'Last' | 'Spread';

interface BalanceOptions {
  readonly piecesMax: number;
  readonly way: Way;
  /** Below this part of its share a replica is needy. */
  readonly needy: number;
  /** Too many owners for one newcomer to take from all: fill only who is far below its share, and take some below theirs. */
  readonly needyOnly: boolean;
}

/**
 * Fills the neediest first: by pushing a border with a neighbour, else by a new range on the border of two owners. Never more
 * slots in all than stand above the shares.
 */
export function balance(draft: Draft, options: BalanceOptions): void {
  const all = [...draft.names.keys()];
  const needy = new Set(all.filter((i) => (draft.counts[i] ?? 0) < Math.floor((draft.share[i] ?? 0) * options.needy)));
  const many = options.needyOnly && needy.size > 0;
  let budget = Math.floor(all.reduce((sum, i) => sum + Math.max(0, (draft.counts[i] ?? 0) - (draft.share[i] ?? 0)), 0));
  const done = new Set<number>(many ? all.filter((i) => !needy.has(i)) : []);
  while (budget > 0) {
    const to = neediest(draft, done);
    if (to === undefined) return;
    const take = push(draft, to, budget) ?? insert(draft, { to, budget, many, ...options });
    if (take === undefined) done.add(to);
    for (const part of take?.parts ?? []) give(draft, part, to);
    budget -= take?.gain ?? 0;
  }
}

function neediest(draft: Draft, done: ReadonlySet<number>): number | undefined {
  let found: number | undefined;
  for (const i of draft.names.keys()) {
    if (done.has(i) || deficit(draft, i) === 0) continue;
    if (found === undefined || deficit(draft, i) > deficit(draft, found)) found = i;
  }
  return found;
}

/** The largest gain from a neighbour that stands above its share. */
function push(draft: Draft, to: number, budget: number): Take | undefined {
  let best: Take | undefined;
  const want = Math.min(deficit(draft, to), budget);
  for (const [i, run] of draft.runs.entries()) {
    if (run.owner !== to) continue;
    for (const [neighbour, from] of [
      [draft.runs[i - 1], 'end'],
      [draft.runs[i + 1], 'start'],
    ] as const) {
      if (neighbour === undefined || neighbour.owner < 0) continue;
      const part = edge(draft, neighbour, { from, max: Math.min(want, surplus(draft, neighbour.owner)), to });
      if (part !== undefined && lengthOf(part) > (best?.gain ?? 0)) best = { to, parts: [part], gain: lengthOf(part) };
    }
  }
  return best;
}

type InsertOptions = BalanceOptions & { readonly to: number; readonly budget: number; readonly many: boolean };

/** A new range on a border where most can be taken from both sides. */
function insert(draft: Draft, options: InsertOptions): Take | undefined {
  const { to, budget, piecesMax, many } = options;
  const left = piecesMax - (piecesOf(draft)[to] ?? 0);
  if (left <= 0) return undefined;
  const want = Math.min(deficit(draft, to), budget);
  const perSide = Math.ceil(want / (2 * left));
  const sparable = (i: number): number => {
    if (!many) return surplus(draft, i);
    return Math.max(0, Math.min(perSide, (draft.counts[i] ?? 0) - Math.floor((draft.share[i] ?? 0) * LENDS_DOWN_TO)));
  };
  const offers: Offer[] = [];
  for (let at = 0; at <= draft.runs.length; at++) {
    const offer = offerAt(draft, { at, to, want, sparable });
    if (offer !== undefined) offers.push(offer);
  }
  return many
    ? fullest(offers)
    : bestOffer(offers, options.way, { pieces: piecesMax, left, borders: draft.runs.length });
}

/** An owner may be taken down to this part of its share for a newcomer. */
const LENDS_DOWN_TO = 0.92;

interface Offer extends Take {
  readonly at: number;
  /** How far the givers stand above their shares. */
  readonly height: number;
}

function offerAt(
  draft: Draft,
  {
    at,
    to,
    want,
    sparable,
  }: { readonly at: number; readonly to: number; readonly want: number; readonly sparable: (i: number) => number },
): Offer | undefined {
  const parts: SlotRange[] = [];
  let gain = 0;
  let height = 0;
  for (const [run, from] of [
    [draft.runs[at - 1], 'end'],
    [draft.runs[at], 'start'],
  ] as const) {
    if (run === undefined || run.owner < 0 || run.owner === to) continue;
    const part = edge(draft, run, { from, max: Math.min(want - gain, sparable(run.owner)), to });
    if (part === undefined) continue;
    parts.push(part);
    gain += lengthOf(part);
    height += (draft.counts[run.owner] ?? 0) - (draft.share[run.owner] ?? 0);
  }
  return gain === 0 ? undefined : { to, parts, gain, at, height };
}

function fullest(offers: readonly Offer[]): Offer | undefined {
  let best: Offer | undefined;
  for (const offer of offers) {
    if (best === undefined || offer.gain > best.gain || (offer.gain === best.gain && offer.height > best.height))
      best = offer;
  }
  return best;
}

/** Among the offers that are about as good as the best: the first, the last, or the one that spreads the new ranges. */
function bestOffer(
  offers: readonly Offer[],
  way: Way,
  { pieces, left, borders }: { readonly pieces: number; readonly left: number; readonly borders: number },
): Offer | undefined {
  const most = Math.max(0, ...offers.map((offer) => offer.gain));
  const good = offers.filter((offer) => offer.gain >= most * 0.9);
  if (way === 'First') return good[0];
  if (way === 'Last') return good.at(-1);
  const aim = ((pieces - left + 0.5) / pieces) * borders;
  return good.toSorted((a, b) => Math.abs(a.at - aim) - Math.abs(b.at - aim))[0];
}

/* ── Peaks ──────────────────────────────────────────────────────────────────────────────────────────────────────── */

/** The most slots that a replica should have. */
export function peakOf(draft: Draft, replica: number, imbalanceMax: number): number {
  const share = draft.share[replica] ?? 0;
  return Math.max(Math.floor(share * imbalanceMax + 1e-9), Math.ceil(share - 1e-9));
}

/** Takes what is above the limit from a replica along a chain of neighbours to one with room. */
export function shed(draft: Draft, imbalanceMax: number): void {
  const limit = (i: number): number => peakOf(draft, i, imbalanceMax);
  for (let guard = 0; guard < 400; guard++) {
    const peak = draft.names.findIndex((_, i) => (draft.counts[i] ?? 0) > limit(i));
    if (peak === -1) return;
    const chain = chainFrom(draft, peak, (i) => limit(i) - (draft.counts[i] ?? 0));
    if (chain === undefined) return;
    const last = chain.at(-1) ?? peak;
    let amount = Math.min((draft.counts[peak] ?? 0) - limit(peak), limit(last) - (draft.counts[last] ?? 0));
    for (const hop of chain.keys()) {
      const to = chain[hop + 1];
      const from = chain[hop];
      if (to === undefined || from === undefined) break;
      const part = borderOf(draft, { from, to, max: amount });
      if (part === undefined) break;
      amount = lengthOf(part);
      give(draft, part, to);
    }
  }
}

/** Breadth first over borders that can move: the replicas from `peak` to the nearest with room. */
function chainFrom(draft: Draft, peak: number, room: (replica: number) => number): readonly number[] | undefined {
  const cameFrom = new Map<number, number>([[peak, peak]]);
  const queue = [peak];
  for (const from of queue) {
    if (from !== peak && room(from) > 0) {
      const chain = [from];
      while (chain[0] !== peak) chain.unshift(cameFrom.get(chain[0] ?? peak) ?? peak);
      return chain;
    }
    for (const to of draft.names.keys()) {
      if (cameFrom.has(to) || borderOf(draft, { from, to, max: 1 }) === undefined) continue;
      cameFrom.set(to, from);
      queue.push(to);
    }
  }
  return undefined;
}

/** The largest part, up to `max`, that `from` can give to its neighbour `to` by moving one border. */
function borderOf(
  draft: Draft,
  { from, to, max }: { readonly from: number; readonly to: number; readonly max: number },
): SlotRange | undefined {
  let best: SlotRange | undefined;
  for (const [i, run] of draft.runs.entries()) {
    if (run.owner !== from) continue;
    for (const [neighbour, side] of [
      [draft.runs[i - 1], 'start'],
      [draft.runs[i + 1], 'end'],
    ] as const) {
      if (neighbour?.owner !== to) continue;
      const part = edge(draft, run, { from: side, max, to });
      if (part !== undefined && lengthOf(part) > (best === undefined ? 0 : lengthOf(best))) best = part;
    }
  }
  return best;
}
