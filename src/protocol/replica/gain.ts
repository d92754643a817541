/** Rules A1 and W5: how slots come to be held, and when their caches are known to lack nothing. */
import { tell, type Step } from './context.ts';
import { covers, intersect, rangeSet, subtract, type RangeSet, type SlotRange } from '../ranges.ts';
import type { GainCompleteness, Hold, Incoming, Member, PeerView, ReplicaEvent, SetView } from './types.ts';
import { heldSlots, ordered } from './holds.ts';
import { compareVersions, cut, grantedRows, overlap, ownRows, pieceOf, rowsTouching } from './view.ts';
import type { Row, Table } from '../table.ts';

/** How long the marks of those who left are waited for before the slots start with a fresh list. */
const PEERS_TIMEOUT_MS = 1_000;

/** Follows who is, or was, awaited in rows that are ours and not held yet. `before` is the previous view, if any. */
export function trackIncoming(
  step: Step,
  member: Member,
  views: { readonly before: SetView | undefined; readonly set: SetView },
): Member {
  const { table } = views.set;
  if (table === undefined) return { ...member, incoming: [] };
  const held = heldSlots(member.holds);
  const incoming: Incoming[] = [];
  for (const row of ownRows(views.set, step.config.name)) {
    const missing = subtract([row], held);
    if (missing.length === 0) continue;
    const same = member.incoming.filter((piece) => piece.epoch === table.epoch && piece.generation === row.generation);
    const known = cut(same, missing);
    for (const piece of known) {
      incoming.push({ ...piece, leavers: piece.leavers && withNames(piece.leavers, row.awaiting) });
    }
    for (const part of subtract(missing, rangeSet(known))) {
      incoming.push(...firstSight(step, { part, row, table, before: views.before?.table }));
    }
  }
  return { ...member, incoming };
}

/** Who had to leave is known only when the very version that gave us the row was seen, and the one before it. */
function firstSight(
  step: Step,
  seen: { readonly part: SlotRange; readonly row: Row; readonly table: Table; readonly before: Table | undefined },
): readonly Incoming[] {
  const { part, row, table, before } = seen;
  const base = { ...pieceOf(row, table), ...part, sinceMs: step.now.monotonicMs };
  if (before === undefined || before.epoch !== table.epoch || before.revision + 1 !== table.revision) {
    return [{ ...base, ...part, leavers: undefined }];
  }
  return rowsTouching(before, part).flatMap((old) => {
    const shared = overlap(old, part);
    if (shared === undefined) return [];
    const names = withNames(old.awaiting, row.awaiting);
    return [{ ...base, start: shared.start, end: shared.end, leavers: names.length === 0 ? undefined : names }];
  });
}

function withNames(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].toSorted();
}

/** A1: starts what is granted and not held. Meanwhile the marks of those who left are asked for, where they are known. */
export function gainGranted(step: Step, member: Member, set: SetView): Member {
  if (member.mode.type === 'Stopping' || member.incoming.length === 0) return member;
  const free = subtract(rangeSet(grantedRows(set, step.config)), heldSlots(member.holds));
  const pieces = cut(member.incoming, free);
  if (pieces.length === 0) return member;
  const continuous: Incoming[] = [];
  const fresh: Incoming[] = [];
  const askFor: Incoming[] = [];
  for (const piece of pieces) {
    const before = rangeSet(
      member.lastHeld.filter((last) => last.epoch === piece.epoch && last.generation === piece.generation),
    );
    continuous.push(...cut([piece], before));
    const rest = subtract([piece], before).map(({ start, end }) => ({ ...piece, start, end }));
    // Own marks of an earlier time say nothing about a row that went through other hands and came back.
    if (piece.leavers !== undefined && !piece.leavers.includes(step.config.name)) askFor.push(...rest);
    else fresh.push(...rest);
  }
  let next = startPieces(step, member, { pieces: continuous, completeness: { type: 'Continuous' } });
  next = startPieces(step, next, { pieces: fresh, completeness: { type: 'FreshList' } });
  return askFor.length === 0 ? next : ask(step, next, askFor);
}

function ask(step: Step, member: Member, pieces: readonly Incoming[]): Member {
  const next = startPieces(step, member, { pieces, completeness: { type: 'Awaited' } });
  const request = member.requests + 1;
  const names = pieces.reduce<readonly string[]>((all, piece) => withNames(all, piece.leavers ?? []), []);
  step.effects.push({ type: 'ReadPeers', request, names });
  const deadlineMs = step.now.monotonicMs + PEERS_TIMEOUT_MS;
  const gain = { request, acquisition: next.acquisitions, pieces, deadlineMs };
  return { ...next, requests: request, gaining: [...member.gaining, gain] };
}

/** The answer to `ask`, or (peers empty) its timeout: says of what is still held how it becomes complete. */
export function completeAnswered(
  step: Step,
  member: Member,
  answer: {
    readonly setUid: string;
    readonly event: Pick<Extract<ReplicaEvent, { type: 'PeersRead' }>, 'request' | 'peers'>;
  },
): Member {
  const gain = member.gaining.find(({ request }) => request === answer.event.request);
  if (gain === undefined) return member;
  const held = rangeSet(member.holds.filter(({ acquisition }) => acquisition === gain.acquisition));
  const fresh: Incoming[] = [];
  const marked = new Map<string, { written: Readonly<Record<string, string>>; pieces: Incoming[] }>();
  for (const piece of cut(gain.pieces, held)) {
    const written = marksFor(piece, answer.setUid, answer.event.peers);
    if (written === undefined) {
      fresh.push(piece);
      continue;
    }
    const key = JSON.stringify(Object.entries(written).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const group = marked.get(key) ?? { written, pieces: [] };
    group.pieces.push(piece);
    marked.set(key, group);
  }
  for (const { written, pieces } of marked.values())
    step.effects.push({ type: 'Complete', slots: rangeSet(pieces), completeness: { type: 'Marks', written } });
  if (fresh.length > 0)
    step.effects.push({ type: 'Complete', slots: rangeSet(fresh), completeness: { type: 'FreshList' } });
  return { ...member, gaining: member.gaining.filter((other) => other !== gain) };
}

/** The highest version per resource that any leaver wrote in `piece`; undefined when some leaver's marks are missing. */
export function marksFor(
  piece: Incoming,
  setUid: string,
  peers: Readonly<Record<string, PeerView | undefined>>,
): Readonly<Record<string, string>> | undefined {
  if (piece.leavers === undefined) return undefined;
  const all: Readonly<Record<string, string>>[] = [];
  for (const name of piece.leavers) {
    const peer = peers[name];
    const seen = peer?.observed;
    if (peer === undefined || seen === undefined) return undefined;
    if (seen.uid !== setUid || seen.epoch !== piece.epoch || seen.generation < piece.generation) return undefined;
    if (intersect([piece], peer.held).length > 0) return undefined;
    const entries = peer.released.filter((entry) => overlap(entry, piece) !== undefined);
    if (!covers(rangeSet(entries), [piece])) return undefined;
    all.push(...entries.map((entry) => entry.written));
  }
  return highest(all);
}

/** Resources that are in every record, each with its highest version. */
function highest(all: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const [first, ...rest] = all;
  if (first === undefined) return {};
  const out: Record<string, string> = {};
  for (const [resource, version] of Object.entries(first)) {
    let high: string | undefined = version;
    for (const other of rest) {
      const mark: string | undefined = other[resource];
      if (mark === undefined || high === undefined) high = undefined;
      else if (compareVersions(mark, high) > 0) high = mark;
    }
    if (high !== undefined) out[resource] = high;
  }
  return out;
}

function startPieces(
  step: Step,
  member: Member,
  gain: { readonly pieces: readonly Incoming[]; readonly completeness: GainCompleteness },
): Member {
  const slots = rangeSet(gain.pieces);
  if (slots.length === 0) return member;
  const acquisition = member.acquisitions + 1;
  const gained: Hold[] = gain.pieces.map(({ start, end, epoch, generation }) => ({
    start,
    end,
    epoch,
    generation,
    acquisition,
    state: { type: 'Active' },
  }));
  step.effects.push({ type: 'Start', slots, completeness: gain.completeness });
  tellTaken(step, slots, gain);
  return {
    ...member,
    acquisitions: acquisition,
    holds: ordered([...member.holds, ...gained]),
    lastHeld: without(member.lastHeld, slots),
    released: without(member.released, slots),
    incoming: without(member.incoming, slots),
  };
}

function tellTaken(
  step: Step,
  slots: RangeSet,
  gain: { readonly pieces: readonly Incoming[]; readonly completeness: GainCompleteness },
): void {
  const { pieces } = gain;
  tell(step, {
    type: 'Taken',
    slots,
    from: pieces.reduce<readonly string[]>((all, piece) => withNames(all, piece.leavers ?? []), []),
    resumed: gain.completeness.type === 'Continuous',
    generation: Math.max(...pieces.map((piece) => piece.generation)),
    waitedMs: step.now.monotonicMs - Math.min(...pieces.map((piece) => piece.sinceMs)),
  });
}

function without<T extends SlotRange>(pieces: readonly T[], slots: RangeSet): readonly T[] {
  return pieces.flatMap((piece) => subtract([piece], slots).map(({ start, end }) => ({ ...piece, start, end })));
}
