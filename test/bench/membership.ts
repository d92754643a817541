/**
 * Replicas that have nothing to do: the production membership and ownership (Lease, ControllerShard, table), any number of
 * them in this process, over caches that are always warm and slots that are always idle.
 */
import type { KubeClient } from '../../src/kube/types.ts';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import type { RangeSet } from '../../src/protocol/ranges.ts';
import { waitForSet } from '../../src/replica/membership/index.ts';
import { createOwnership, type OwnershipHandle, type ReplicaEnd } from '../../src/replica/ownership/index.ts';
import type { SlotEvents, SlotRuntime } from '../../src/replica/ports.ts';
import { silentLogger } from '../../src/telemetry/logger.ts';
import { silentMetrics } from '../../src/telemetry/metrics.ts';

export interface Member {
  readonly handle: OwnershipHandle;
  readonly ended: Promise<ReplicaEnd>;
  /** A crash: nothing is written any more. */
  readonly kill: () => void;
}

export interface MembersOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly set: string;
  readonly count: number;
}

/** Real processes do not start in one instant. */
const APART_MS = 20;

/** Names are `<set>-<number>`. Resolves when all are started. */
export async function startMembers(options: MembersOptions): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (let number = 0; number < options.count; number++) {
    members.push(await startMember(options, number));
    await sleep(systemClock, APART_MS);
  }
  return members;
}

async function startMember({ client, namespace, set: name }: MembersOptions, number: number): Promise<Member> {
  const stop = new AbortController();
  const shared = { client, clock: systemClock, log: silentLogger };
  const set = await waitForSet({ ...shared, namespace, name, signal: stop.signal });
  if (set === undefined) throw new Error(`there is no set ${namespace}/${name}`);
  const handle = createOwnership({
    ...shared,
    random: systemRandom,
    metrics: silentMetrics,
    events: { record: () => undefined },
    identity: { name: `${name}-${number}`, podUID: '', nodeName: '', version: '0.0.0', restartInPlace: false },
    set,
  });
  const ended = handle.run(idleRuntime(handle.events), stop.signal);
  return { handle, ended, kill: () => stop.abort() };
}

function idleRuntime(events: SlotEvents): SlotRuntime {
  const nothing = (): void => undefined;
  return {
    want: (slots: RangeSet) => events.warm(slots),
    giveWay: () => undefined,
    start: nothing,
    complete: nothing,
    drain: (slots: RangeSet) => events.idle(slots),
    resume: nothing,
    abort: (slots: RangeSet) => events.idle(slots),
    stop: nothing,
    written: () => ({}),
    counts: () => ({ objects: 0, inFlight: 0, queued: 0, oldestDueSeconds: 0 }),
    quarantined: () => undefined,
    unlabelled: () => undefined,
  };
}
