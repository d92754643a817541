/**
 * Who held which slot when: from what replicas reported, and from what their leases allowed them.
 *
 * A hold begins when the first status that has the slot in `held` reached the API server (the replica may have begun a
 * little earlier), and ends when the first status without it did (the replica had stopped by then): one whose answer is not
 * known counts when the table went by it before the replica was heard of again. It also ends where
 * the lease does: at the last renewal plus the window, at a kill that the caller knows of, or at the registration of the
 * next process under that name. So every hold is one that certainly was, apart from the window of a process that died
 * unseen: there the rules forbid others to act until it has passed. A process that was fenced in between holds again from
 * its next report on.
 */
import { GROUP, SHARD_PLURAL } from '../../api/names.ts';
import { rangeSet, slotsOf, subtract, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import { isSuccess, isWrite, recordOf, sameProcess, textOf, type AuditEntry, type ProcessName } from './entry.ts';
import { isRidOf, tableVersions, type SetName, type TableVersion } from './tables.ts';

export interface Hold {
  readonly process: ProcessName;
  readonly slot: Slot;
  readonly fromMs: number;
  /** Infinity = to the end of the log. */
  readonly toMs: number;
  /** How it ended: told by the process itself, or because it was dead or cut off. `Open` = not at all. */
  readonly end: 'Released' | 'Lost' | 'Open';
}

/** A process start: what is known of its life. */
export interface Life {
  /** When its window ran out although it lived on, or for good: sorted. */
  readonly lapsesMs: readonly number[];
  readonly process: ProcessName;
  readonly registeredMs: number;
  /** When its renewals were received that were applied, or may have been: their answers tell nothing. Sorted. */
  readonly renewalsMs: readonly number[];
  /** When the next process of its name registered. Infinity = none did. */
  readonly succeededMs: number;
  /** When its last successful renewal was received, within its life. */
  readonly lastRenewalMs: number;
  /** After this it cannot act: window, kill, successor, whichever is first. Infinity = unknown. */
  readonly endMs: number;
  /** True when it ended in good order (`final`). */
  readonly final: boolean;
  readonly killedMs: number | undefined;
}

export interface Timeline {
  readonly tables: readonly TableVersion[];
  readonly lives: readonly Life[];
  /** Per slot, in the order of their beginnings. */
  readonly holds: ReadonlyMap<Slot, readonly Hold[]>;
  /** Of the last entry. */
  readonly endMs: number;
}

export interface Kill {
  readonly replica: string;
  /** When the process was killed, on the clock of the API server's machine. */
  readonly atMs: number;
}

export interface TimelineOptions {
  readonly set: SetName;
  /** Lease duration minus fence margin. */
  readonly windowMs: number;
  readonly kills?: readonly Kill[];
}

/** `entries` sorted by `startMs`. */
export function ownershipTimeline(entries: readonly AuditEntry[], options: TimelineOptions): Timeline {
  const endMs = entries.reduce((latest, entry) => Math.max(latest, entry.endMs), 0);
  const reports = statusReports(entries, options.set.namespace);
  const lives = livesOf(entries, reports, { ...options, logEndMs: endMs });
  const tables = tableVersions(entries, options.set);
  return { endMs, lives, tables, holds: holdsOf(reports, { lives, tables }) };
}

/** What proxies and servers note when nobody waits for the answer any more. */
const CLIENT_GONE = 499;

/** A status of a replica: as it was stored, or as it was sent when nobody knows whether it was. */
export interface Report {
  readonly process: ProcessName;
  /** False: what it no longer holds is true nevertheless, what it holds only if it was stored. */
  readonly isCertain: boolean;
  /** When it was received. */
  readonly atMs: number;
  /** When it was answered. */
  readonly endMs: number;
  readonly held: RangeSet;
  readonly final: boolean;
}

/** The status writes of replicas. Those that somebody else made (mirrors of the manager) tell the same and do no harm. */
export function statusReports(entries: readonly AuditEntry[], namespace: string): readonly Report[] {
  const reports: Report[] = [];
  for (const entry of entries) {
    if (entry.group !== GROUP || entry.resource !== SHARD_PLURAL || entry.subresource !== 'status') continue;
    if (entry.namespace !== namespace || !isWrite(entry) || !mayBeApplied(entry)) continue;
    const isCertain = isSuccess(entry);
    const status = recordOf(recordOf(isCertain ? entry.responseObject : entry.requestObject)['status']);
    const incarnation = textOf(status['incarnation']);
    if (incarnation === '') continue;
    const held = Array.isArray(status['held']) ? status['held'].map(recordOf) : [];
    reports.push({
      isCertain,
      process: { replica: entry.name, incarnation },
      atMs: entry.startMs,
      endMs: entry.endMs,
      held: rangeSet(held.map((range) => ({ start: Number(range['start']), end: Number(range['end']) }))),
      final: status['final'] === true,
    });
  }
  return reports;
}

function livesOf(
  entries: readonly AuditEntry[],
  reports: readonly Report[],
  options: TimelineOptions & { readonly logEndMs: number },
): readonly Life[] {
  const first = new Map<string, Report>();
  const final = new Set<string>();
  for (const report of reports) {
    const key = keyOf(report.process);
    if (!first.has(key) && report.isCertain) first.set(key, report);
    if (report.final) final.add(key);
  }
  const renewals = renewalsOf(entries, options.set.namespace, isSuccess);
  const attempts = renewalsOf(entries, options.set.namespace, mayBeApplied);
  return [...first.entries()].map(([key, { process, atMs }]) => {
    const successorMs = [...first.values()]
      .filter((other) => other.process.replica === process.replica && other.atMs > atMs)
      .reduce((earliest, other) => Math.min(earliest, other.atMs), Number.POSITIVE_INFINITY);
    const renewed = renewals.get(key) ?? [atMs];
    const lastRenewalMs = renewed.at(-1) ?? atMs;
    const killedMs = options.kills?.find(
      (kill) => kill.replica === process.replica && kill.atMs >= atMs && kill.atMs < successorMs,
    )?.atMs;
    const lapsesMs = lapsesOf(renewed, options.windowMs, options.logEndMs);
    const lapsedMs = lapsesMs.findLast((ms) => ms > lastRenewalMs) ?? Number.POSITIVE_INFINITY;
    const endMs = Math.min(successorMs, killedMs ?? Number.POSITIVE_INFINITY, lapsedMs);
    return {
      process,
      lapsesMs,
      lastRenewalMs,
      endMs,
      killedMs,
      registeredMs: atMs,
      renewalsMs: attempts.get(key) ?? renewed,
      succeededMs: successorMs,
      final: final.has(key),
    };
  });
}

/** A window that ends after the log does is one that may have been renewed. */
function lapsesOf(renewed: readonly number[], windowMs: number, logEndMs: number): readonly number[] {
  return renewed
    .map((ms, i) => ({ lapseMs: ms + windowMs, nextMs: renewed[i + 1] ?? logEndMs }))
    .filter(({ lapseMs, nextMs }) => lapseMs < nextMs)
    .map(({ lapseMs }) => lapseMs);
}

/** An error of the server, or none at all (the connection broke), says nothing about the store. */
function mayBeApplied(entry: AuditEntry): boolean {
  return isSuccess(entry) || entry.code === 0 || entry.code === CLIENT_GONE || entry.code >= 500;
}

/** When the renewals of each incarnation with such an answer were received, in order. */
function renewalsOf(
  entries: readonly AuditEntry[],
  namespace: string,
  counts: (entry: AuditEntry) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const renewals = new Map<string, number[]>();
  for (const entry of entries) {
    if (entry.resource !== 'leases' || entry.group !== 'coordination.k8s.io' || entry.namespace !== namespace) continue;
    if (!isWrite(entry) || !counts(entry)) continue;
    const incarnation = textOf(recordOf(recordOf(entry.requestObject)['spec'])['holderIdentity']);
    if (incarnation === '') continue;
    const key = keyOf({ replica: entry.name, incarnation });
    const list = renewals.get(key) ?? [];
    list.push(entry.startMs);
    renewals.set(key, list);
  }
  return renewals;
}

interface OpenHolds {
  readonly life: Life;
  held: RangeSet;
  sinceMs: Map<Slot, number>;
  reportedMs: number;
}

function holdsOf(
  reports: readonly Report[],
  { lives, tables }: Pick<Timeline, 'lives' | 'tables'>,
): ReadonlyMap<Slot, readonly Hold[]> {
  const holds = new Map<Slot, Hold[]>();
  const states = new Map<string, OpenHolds>();
  for (const life of lives) {
    states.set(keyOf(life.process), { life, held: [], sinceMs: new Map(), reportedMs: life.registeredMs });
  }
  const close = (state: OpenHolds, slot: Slot, releasedMs: number): void => {
    const fromMs = state.sinceMs.get(slot) ?? releasedMs;
    const lapse = state.life.lapsesMs.find((ms) => ms >= state.reportedMs) ?? Number.POSITIVE_INFINITY;
    const diedMs = Math.min(state.life.endMs, lapse);
    const toMs = Math.max(fromMs, Math.min(releasedMs, diedMs));
    const end = toMs === Number.POSITIVE_INFINITY ? 'Open' : releasedMs <= diedMs ? 'Released' : 'Lost';
    const list = holds.get(slot) ?? [];
    list.push({ process: state.life.process, slot, fromMs, toMs, end });
    holds.set(slot, list);
    state.sinceMs.delete(slot);
  };
  for (const report of reports) {
    const { process, atMs } = report;
    const state = states.get(keyOf(process));
    if (state === undefined) continue;
    if (!report.isCertain) {
      const given = givenUp(state.held, report, { reports, tables });
      for (const slot of slotsOf(given)) close(state, slot, atMs);
      state.held = subtract(state.held, given);
      continue;
    }
    const { held } = report;
    // Fenced since its last report: it held nothing, and what it says now it holds anew.
    const fenced = state.life.lapsesMs.some((ms) => ms >= state.reportedMs && ms < atMs);
    const kept = fenced ? [] : held;
    for (const slot of slotsOf(subtract(state.held, kept))) close(state, slot, atMs);
    for (const slot of slotsOf(subtract(held, fenced ? [] : state.held))) state.sinceMs.set(slot, atMs);
    state.held = held;
    state.reportedMs = atMs;
  }
  for (const state of states.values()) {
    for (const slot of [...state.sinceMs.keys()]) close(state, slot, Number.POSITIVE_INFINITY);
  }
  for (const list of holds.values()) list.sort((a, b) => a.fromMs - b.fromMs);
  return holds;
}

/** What a status of which nobody knows whether it was stored has given up: the table says so, and only that status can be why. */
function givenUp(
  held: RangeSet,
  { process, atMs, held: told }: Report,
  { reports, tables }: { readonly reports: readonly Report[]; readonly tables: readonly TableVersion[] },
): RangeSet {
  const heardMs =
    reports.find((one) => one.isCertain && sameProcess(one.process, process) && one.atMs > atMs)?.atMs ?? Infinity;
  const between = tables.filter(({ startMs }) => startMs > atMs && startMs < heardMs);
  const slots = [...slotsOf(subtract(held, told))];
  return rangeSet(
    slots
      .filter((slot) => between.some((table) => isRidOf(table, process.replica, slot)))
      .map((slot) => ({ start: slot, end: slot })),
  );
}

function keyOf({ replica, incarnation }: ProcessName): string {
  return `${replica} ${incarnation}`;
}
