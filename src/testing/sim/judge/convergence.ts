/** P2: when no fault is left, everything comes to rest. What is still missing is said in words. */
import type { Timing } from '../../../protocol/table.ts';
import type { Acting } from './acting.ts';
import type { TableHistory } from './table-history.ts';

/** A root and what belongs to it, as stored. */
export interface RootFacts {
  readonly name: string;
  readonly slot: number | undefined;
  readonly value: number;
  /** Values of its gadgets. */
  readonly gadgets: readonly number[];
  readonly tickets: number;
}

export interface ConvergenceFacts {
  readonly roots: readonly RootFacts[];
  /** Names of the replicas whose process runs. */
  readonly replicas: ReadonlySet<string>;
  readonly podsSettled: boolean;
  /** Running replicas that do not serve, or that their ControllerShard does not know. */
  readonly strangers: readonly string[];
  /** Open watches of the process that has most. */
  readonly watches: number;
  /** Timers that wait in the process that has most. */
  readonly timers: number;
}

/** Eight for each of three resources while ranges are in pieces; the set, the own shard, and what has no label of each resource. */
const WATCHES_MAX = 3 * 8 + 2 + 3;
/** One for the silence of each watch; and the next renewal, looks at the clock, what is postponed, requests under way. */
const TIMERS_MAX = WATCHES_MAX + 16;

/** A watch whose opening was lost is given up after so long; what failed many times is tried again within it. */
const PATIENCE_MS = 30_000;
const SLACK_MS = 10_000;

/**
 * After the last fault everything is at rest within this: whoever has nobody to leave its slots to goes on until its grace period is
 * nearly over (S6); and it is asked to end only when others are ready, for which a watch may have to be given up, or a name may have
 * to expire and its successor to wait as long (X2, S2).
 */
export function restWithinMs(timing: Timing): number {
  const { leaseDurationMs, gracePeriodMs, drainTimeoutMs, requestTimeoutMs, epsilon } = timing;
  const soleMs = gracePeriodMs - drainTimeoutMs - requestTimeoutMs;
  return soleMs + Math.max(PATIENCE_MS, 2 * leaseDurationMs * (1 + 2 * epsilon)) + SLACK_MS;
}

/** The first thing that is missing, or undefined when the world is at rest. */
export function missing(facts: ConvergenceFacts, acting: Acting, history: TableHistory): string | undefined {
  if (!facts.podsSettled) return 'pods: the workload is not as it should be';
  const [stranger] = facts.strangers;
  if (stranger !== undefined) return `replica ${stranger} runs and has not joined`;
  return tableLacks(facts, acting, history) ?? rootsLack(facts.roots) ?? boundsLack(facts);
}

function tableLacks(
  { replicas, roots }: ConvergenceFacts,
  acting: Acting,
  { table, status }: TableHistory,
): string | undefined {
  if (table === undefined) return 'table: there is none';
  for (const { start, end, owner, awaiting } of table.ranges) {
    if (owner === '') return `table: ${start}-${end} has no owner`;
    if (awaiting.length > 0) return `table: ${start}-${end} awaits ${awaiting.join(' ')}`;
    if (!replicas.has(owner)) return `table: ${start}-${end} belongs to ${owner}, which is not there`;
  }
  for (const { name, slot } of roots) {
    if (slot === undefined) return `root ${name} has no slot`;
    const owner = table.ranges.find(({ start, end }) => start <= slot && slot <= end)?.owner;
    const actor = acting.actorOf(slot)?.name;
    if (actor !== owner)
      return `slot ${slot} of ${name} belongs to ${owner ?? '?'}, and ${actor ?? 'nobody'} acts on it`;
  }
  const covered = status?.conditions?.find(({ type }) => type === 'Covered');
  if (covered?.status !== 'True')
    return `condition: Covered is ${covered?.status ?? 'absent'}: ${covered?.message ?? ''}`;
  return undefined;
}

function rootsLack(roots: readonly RootFacts[]): string | undefined {
  for (const { name, value, gadgets, tickets } of roots) {
    if (gadgets.length !== 1) return `root ${name} has ${gadgets.length} gadgets`;
    if (gadgets[0] !== value) return `lost edit: root ${name} says ${value}, its gadget ${gadgets[0]}`;
    if (tickets !== 1) return `root ${name} has ${tickets} tickets`;
  }
  return undefined;
}

function boundsLack({ watches, timers }: ConvergenceFacts): string | undefined {
  if (watches > WATCHES_MAX) return `a process has ${watches} watches open`;
  return timers > TIMERS_MAX ? `${timers} timers wait` : undefined;
}
