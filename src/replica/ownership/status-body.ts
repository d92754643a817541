/** The status of the own ControllerShard as it is written: the fields of the rules, and what people want to see beside them. */
import { QUARANTINE_ANNOTATION } from '../../api/names.ts';
import type { HandoffRecord, ShardStatus } from '../../api/shard.ts';
import { toTime } from '../../lib/clock.ts';
import { covers, format, size, subtract, type RangeSet } from '../../protocol/ranges.ts';
import type { ReplicaStatus } from '../../protocol/replica/types.ts';
import type { Quarantined, RuntimeCounts, Unlabelled } from '../ports.ts';

export interface StatusFacts {
  readonly incarnation: string;
  readonly podUID: string;
  readonly nodeName: string;
  readonly version: string;
  readonly protocol: number;
  readonly status: ReplicaStatus;
  /** The table is there and was read in this window. */
  readonly tableSeen: boolean;
  /** Owned and not held yet. */
  readonly waitingFor: RangeSet;
  /** Slots whose caches are filled. */
  readonly warm: RangeSet;
  readonly counts: RuntimeCounts | undefined;
  readonly unlabelled: Unlabelled | undefined;
  readonly quarantined: Quarantined | undefined;
  readonly handoffs: readonly HandoffRecord[];
  /** Wall times of the last fence, for people. */
  readonly lastFence: { readonly fromMs: number; readonly toMs: number } | undefined;
  /** Conditions as they were last written: a verdict that did not change keeps its time. */
  readonly previous: ShardStatus | undefined;
  readonly wallMs: number;
}

type Condition = NonNullable<ShardStatus['conditions']>[number];
type Verdict = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

const RANGES_SHOWN = 8;

export function statusBody(facts: StatusFacts): ShardStatus {
  const { status, counts } = facts;
  return {
    observedGeneration: status.observedGeneration,
    incarnation: facts.incarnation,
    ...(facts.podUID === '' ? {} : { podUID: facts.podUID }),
    ...(facts.nodeName === '' ? {} : { nodeName: facts.nodeName }),
    version: facts.version,
    protocol: facts.protocol,
    phase: status.phase,
    final: status.final,
    leaving: status.leaving,
    ...(status.observed === undefined ? {} : { observed: status.observed }),
    held: [...status.held],
    released: [...status.released],
    warm: [...status.warm],
    slots: size(status.held),
    incoming: size(status.incoming),
    rangeSummary: format(status.held, RANGES_SHOWN),
    grantGeneration: status.grantGeneration,
    objects: counts?.objects ?? 0,
    inFlight: counts?.inFlight ?? 0,
    queue: counts?.queued ?? 0,
    quarantined: facts.quarantined?.count ?? 0,
    handoffs: [...facts.handoffs],
    conditions: conditionsOf(facts),
  };
}

function conditionsOf(facts: StatusFacts): Condition[] {
  const verdicts = [readyOf(facts), syncedOf(facts), leaseHeldOf(facts)];
  if (facts.status.phase === 'Draining') verdicts.push(drainingOf(facts));
  if (facts.unlabelled !== undefined) verdicts.push(labelledOf(facts.unlabelled));
  if (facts.quarantined !== undefined) verdicts.push(quarantinedOf(facts.quarantined));
  return verdicts.map((verdict) => {
    const before = facts.previous?.conditions?.find(({ type }) => type === verdict.type);
    return {
      ...verdict,
      observedGeneration: facts.status.observedGeneration,
      lastTransitionTime: before?.status === verdict.status ? before.lastTransitionTime : toTime(facts.wallMs),
    };
  });
}

/** Longer than this is no delay any more. */
const LABEL_PATIENCE_SECONDS = 30;

/** True while intake keeps up. For deciding whether to write, too. */
export function keepsUp({ oldestSeconds }: Unlabelled): boolean {
  return oldestSeconds < LABEL_PATIENCE_SECONDS;
}

/** Only of a replica with intake duty: the manager takes it over into the set. */
function labelledOf(unlabelled: Unlabelled): Verdict {
  if (keepsUp(unlabelled)) {
    const message = 'No object waits longer than 30s for its slot label.';
    return { type: 'Labelled', status: 'True', reason: 'NothingWaits', message };
  }
  const { count, oldestSeconds, oldest } = unlabelled;
  const message =
    `${count} objects wait for their slot label and are not served, the oldest for ${oldestSeconds}s: ${oldest}. ` +
    'The log of this replica says why; something else may keep removing the label.';
  return { type: 'Labelled', status: 'False', reason: 'ObjectsWithoutSlot', message };
}

/** Only while there is something in quarantine: the manager takes it over into the set. */
function quarantinedOf({ count, named }: Quarantined): Verdict {
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  const message =
    `${count} objects ended the replicas that worked on them and are left alone for a while: ${named.join(', ')}${more}. ` +
    `Correct their spec; the events and the annotation ${QUARANTINE_ANNOTATION} on each say since when.`;
  return { type: 'Quarantined', status: 'True', reason: 'ObjectsEndedReplicas', message };
}

function readyOf(facts: StatusFacts): Verdict {
  const { status, waitingFor } = facts;
  const no = (reason: string, message: string): Verdict => ({ type: 'Ready', status: 'False', reason, message });
  if (status.final) return no('Released', 'This process has ended: it holds nothing and will never act again.');
  if (!facts.tableSeen) {
    return no('NotStarted', 'Registered; the ControllerShardSet has no table yet. A manager must run to write it.');
  }
  if (waitingFor.length > 0) {
    return no(
      'Warming',
      `Owns slots ${format(waitingFor, RANGES_SHOWN)} and waits for their previous owners to let go.`,
    );
  }
  const unfilled = subtract(status.held, facts.warm);
  if (unfilled.length > 0) return no('Warming', `Fills the caches of slots ${format(unfilled, RANGES_SHOWN)}.`);
  const message =
    status.held.length === 0 ? 'Owns no slots; ready to take some.' : `Serves ${size(status.held)} slots.`;
  return { type: 'Ready', status: 'True', reason: 'Serving', message };
}

function syncedOf(facts: StatusFacts): Verdict {
  const unfilled = subtract(facts.status.held, facts.warm);
  if (covers(facts.warm, facts.status.held)) {
    return {
      type: 'Synced',
      status: 'True',
      reason: 'Synced',
      message: 'The caches of all held slots are filled and watched.',
    };
  }
  const message = `Lists the objects of slots ${format(unfilled, RANGES_SHOWN)}.`;
  return { type: 'Synced', status: 'False', reason: 'Listing', message };
}

function leaseHeldOf(facts: StatusFacts): Verdict {
  if (facts.status.final) {
    return { type: 'LeaseHeld', status: 'False', reason: 'Released', message: 'The lease is not renewed any more.' };
  }
  const fence = facts.lastFence;
  const history =
    fence === undefined
      ? ''
      : ` It was lost from ${toTime(fence.fromMs)} to ${toTime(fence.toMs)}; nothing was done meanwhile.`;
  return { type: 'LeaseHeld', status: 'True', reason: 'Renewed', message: `The lease is renewed in time.${history}` };
}

function drainingOf(facts: StatusFacts): Verdict {
  const { status } = facts;
  const slots = format(status.held, RANGES_SHOWN);
  return status.leaving
    ? { type: 'Draining', status: 'True', reason: 'Terminating', message: `Stopping; ends its work in slots ${slots}.` }
    : {
        type: 'Draining',
        status: 'True',
        reason: 'HandingOver',
        message: `Hands over a part of its slots; still holds ${slots}.`,
      };
}

/** What is told of counts alone: equal texts mean that there is nothing new. */
export function informationalText(counts: RuntimeCounts | undefined): string {
  return `${counts?.objects ?? 0} ${counts?.inFlight ?? 0} ${counts?.queued ?? 0}`;
}
