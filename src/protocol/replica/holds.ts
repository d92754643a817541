/** Rules A3, F1, H4 and W4: how slots stop being held. A slot leaves `holds` only when the runtime has called it idle. */
import { onSlots, tell, type Step } from './context.ts';
import { intersect, rangeSet, subtract, type RangeSet, type SlotRange } from '../ranges.ts';
import type { Hold, Life, Member, ReleasedPiece, RowPiece, SetView } from './types.ts';
import { cut, grantedRows, overlap, rowsTouching } from './view.ts';
import { abortPatienceMs } from '../timing.ts';

/** How long marks outlive the moment in which the table stopped awaiting us (W5). */
const MARKS_KEPT_MS = 30_000;

/** Asked several times in each step, and holds hardly ever change. */
const heldBy = new WeakMap<readonly Hold[], RangeSet>();

/** All that counts as held in a status: draining and aborting slots too. */
export function heldSlots(holds: readonly Hold[]): RangeSet {
  const known = heldBy.get(holds);
  if (known !== undefined) return known;
  const held = rangeSet(holds);
  heldBy.set(holds, held);
  return held;
}

export function slotsIn(holds: readonly Hold[], ...states: readonly Hold['state']['type'][]): RangeSet {
  return rangeSet(holds.filter((hold) => states.includes(hold.state.type)));
}

/** Replaces `state` of the parts of `holds` that lie in `slots`; neighbours that became alike are joined. */
export function setState(holds: readonly Hold[], slots: RangeSet, state: Hold['state']): readonly Hold[] {
  if (slots.length === 0) return holds;
  const outside = holds.flatMap((hold) => subtract([hold], slots).map(({ start, end }) => ({ ...hold, start, end })));
  return ordered([...outside, ...cut(holds, slots).map((hold) => ({ ...hold, state }))]);
}

/** Ascending, with equal neighbours joined. */
export function ordered(holds: readonly Hold[]): readonly Hold[] {
  const out: Hold[] = [];
  for (const hold of holds.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last !== undefined && last.end + 1 === hold.start && alike(last, hold))
      out[out.length - 1] = { ...last, end: hold.end };
    else out.push(hold);
  }
  return out;
}

function alike(a: Hold, b: Hold): boolean {
  if (a.acquisition !== b.acquisition || a.epoch !== b.epoch || a.generation !== b.generation) return false;
  if (a.state.type !== b.state.type) return false;
  return a.state.type === 'Active' || JSON.stringify(a.state) === JSON.stringify(b.state);
}

/** A3: what the view does not grant any more drains; what it grants again, before it was idle, goes on. */
export function followGrants(step: Step, member: Member, set: SetView): Member {
  const rows = member.mode.type === 'Stopping' ? [] : grantedRows(set, step.config);
  const granted = rangeSet(rows);
  const nowMs = step.now.monotonicMs;
  const lost = subtract(slotsIn(member.holds, 'Active'), granted);
  const regained = intersect(slotsIn(member.holds, 'Draining'), granted);
  onSlots(step, 'Drain', lost);
  onSlots(step, 'Resume', regained);
  let holds = setState(member.holds, lost, {
    type: 'Draining',
    sinceMs: nowMs,
    abortAtMs: nowMs + step.config.timing.drainTimeoutMs,
  });
  holds = setState(holds, regained, { type: 'Active' });
  return { ...member, holds: underRows(holds, set) };
}

/** Notes under which row each acting slot is held. */
function underRows(holds: readonly Hold[], set: SetView): readonly Hold[] {
  const { table } = set;
  if (table === undefined) return holds;
  return ordered(
    holds.flatMap((hold) => {
      if (hold.state.type !== 'Active') return [hold];
      return rowsTouching(table, hold).flatMap((row) => {
        const part = overlap(hold, row);
        return part === undefined ? [] : [{ ...hold, ...part, epoch: table.epoch, generation: row.generation }];
      });
    }),
  );
}

/** F1, or a stop that does not wait: nothing of this may act from now on; it is held until idle. */
export function abortAll(step: Step, member: Member): Member {
  const active = slotsIn(member.holds, 'Active');
  const running = slotsIn(member.holds, 'Active', 'Draining');
  onSlots(step, 'Drain', active);
  onSlots(step, 'Abort', running);
  return { ...member, gaining: [], holds: setState(member.holds, running, aborting(step)) };
}

function aborting(step: Step): Hold['state'] {
  const nowMs = step.now.monotonicMs;
  return { type: 'Aborting', sinceMs: nowMs, exitAtMs: nowMs + abortPatienceMs(step.config.timing) };
}

/** H4: drains that took too long are aborted. */
export function abortOverdue(step: Step, member: Member): Member {
  const overdue = rangeSet(
    member.holds.filter((hold) => hold.state.type === 'Draining' && hold.state.abortAtMs <= step.now.monotonicMs),
  );
  if (overdue.length === 0) return member;
  onSlots(step, 'Abort', overdue);
  tell(step, { type: 'DrainAborted', slots: overdue });
  return { ...member, holds: setState(member.holds, overdue, aborting(step)) };
}

/** H4: even aborted work does not end. */
export function isStuck(member: Member, nowMs: number): boolean {
  return member.holds.some((hold) => hold.state.type === 'Aborting' && hold.state.exitAtMs <= nowMs);
}

/**
 * The Lease is ours and not as we left it, or the table is an older one: the store was restored, or somebody meddled. What the
 * caches show may never have been, so the same rows are no continuation (W5): each is listed anew before it is acted on.
 */
export function discontinued(life: Life): Life {
  return 'member' in life ? { ...life, member: withoutPast(life.member) } : life;
}

export function withoutPast(member: Member): Member {
  const holds = member.holds.map((hold): Hold => ({ ...hold, tainted: true }));
  return { ...member, holds, lastHeld: [] };
}

/** The runtime called slots idle: those that do not act are not held any more. */
export function dropIdle(step: Step, member: Member, idle: IdleSlots): Member {
  const { set } = idle;
  const ended = intersect(slotsIn(member.holds, 'Draining', 'Aborting'), idle.slots);
  if (ended.length === 0) return member;
  const gone = cut(member.holds, ended);
  onSlots(step, 'Stop', ended);
  const lastHeld: RowPiece[] = gone
    .filter(({ tainted }) => tainted !== true)
    .map(({ start, end, epoch, generation }) => ({ start, end, epoch, generation }));
  const left = {
    ...member,
    holds: member.holds.flatMap((hold) => subtract([hold], ended).map(({ start, end }) => ({ ...hold, start, end }))),
    lastHeld: [...member.lastHeld, ...lastHeld],
  };
  return set === undefined ? left : noteReleased(step, left, { gone, written: idle.written, set });
}

export interface IdleSlots {
  readonly slots: RangeSet;
  readonly written: Readonly<Record<string, string>>;
  /** Undefined while fenced. */
  readonly set: SetView | undefined;
}

/** W5: marks for whoever comes next, unless the row has not changed hands at all. */
function noteReleased(
  step: Step,
  member: Member,
  what: { readonly gone: readonly Hold[]; readonly written: Readonly<Record<string, string>>; readonly set: SetView },
): Member {
  const { table } = what.set;
  if (table === undefined) return member;
  const released: ReleasedPiece[] = [];
  const told = new Map<string, { to: string; generation: number; drainMs: number; slots: SlotRange[] }>();
  for (const hold of what.gone) {
    for (const row of rowsTouching(table, hold)) {
      const part = overlap(hold, row);
      if (part === undefined || row.owner === step.config.name) continue;
      const { generation } = row;
      released.push({ ...part, epoch: table.epoch, generation, written: what.written, letGoMs: undefined });
      const sinceMs = hold.state.type === 'Active' ? step.now.monotonicMs : hold.state.sinceMs;
      const key = `${generation} ${row.owner}`;
      const group = told.get(key) ?? { to: row.owner, generation, drainMs: 0, slots: [] };
      group.slots.push(part);
      group.drainMs = Math.max(group.drainMs, step.now.monotonicMs - sinceMs);
      told.set(key, group);
    }
  }
  for (const group of told.values()) tell(step, { type: 'Released', ...group, slots: rangeSet(group.slots) });
  return { ...member, released: [...member.released, ...released] };
}

/** Forgets marks that nobody can need: of another epoch, or 30 s after the table let us go. */
export function agedMarks(step: Step, member: Member, set: SetView): Member {
  const { table } = set;
  if (table === undefined || member.released.length === 0) return member;
  const nowMs = step.now.monotonicMs;
  const released = member.released.flatMap((piece) => {
    if (piece.epoch !== table.epoch) return [];
    const awaited = rowsTouching(table, piece).some((row) => row.awaiting.includes(step.config.name));
    const letGoMs = awaited ? undefined : (piece.letGoMs ?? nowMs);
    if (letGoMs !== undefined && letGoMs + MARKS_KEPT_MS <= nowMs) return [];
    return [{ ...piece, letGoMs }];
  });
  return { ...member, released };
}
