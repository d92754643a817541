/** The door of ownership/: builds the parts, inert; `run` brings the replica to life. */
import type { EventRecorder } from '../../kube/events.ts';
import type { KubeClient } from '../../kube/types.ts';
import { anySignal } from '../../lib/any-signal.ts';
import { assert } from '../../lib/assert.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import {
  covers,
  EMPTY,
  format,
  intersect,
  rangeSet,
  size,
  subtract,
  union,
  type RangeSet,
} from '../../protocol/ranges.ts';
import type { Notice, ReplicaState, ReplicaStatus } from '../../protocol/replica/types.ts';
import { heldSlots } from '../../protocol/replica/holds.ts';
import { PROTOCOL } from '../../protocol/table.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { ShardStatus } from '../../api/shard.ts';
import { LeasePort } from '../membership/lease-port.ts';
import { SetPort } from '../membership/set-port.ts';
import { ShardPort } from '../membership/shard-port.ts';
import type { FoundSet } from '../membership/wait-for-set.ts';
import type { Ownership, Quarantined, SlotEvents, SlotRuntime, Unlabelled } from '../ports.ts';
import { ReplicaDriver, type ReplicaEnd } from './driver.ts';
import { HandoffBook } from './handoff-book.ts';
import { NoticeTeller } from './notices.ts';
import { RightOfWay } from './right-of-way.ts';
import { SlotIndex } from './slot-index.ts';
import { informationalText, keepsUp, statusBody } from './status-body.ts';

export interface ReplicaIdentity {
  /** Id of this process start, when something else must carry it too (the User-Agent). Default: a new one. */
  readonly incarnation?: string;
  /** POD_NAME: name of the ControllerShard and of the Lease, in the namespace of the set. */
  readonly name: string;
  /** POD_UID; '' for a process that is not in a pod. */
  readonly podUID: string;
  /** NODE_NAME, or ''. */
  readonly nodeName: string;
  /** Of the program. */
  readonly version: string;
  /** S3a: the pod has one container of this program, so a restarted one need not wait for a whole lease. */
  readonly restartInPlace: boolean;
}

export interface OwnershipOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly identity: ReplicaIdentity;
  readonly set: FoundSet;
}

export interface OwnershipHandle {
  readonly ownership: Ownership;
  readonly events: SlotEvents;
  /**
   * Joins the set and follows the table until the process must end: resolves with the exit code. Aborting `signal` ends it at
   * once, without a last status (a crash, to the others); use `leave` to stop in order.
   */
  readonly run: (runtime: SlotRuntime, signal: AbortSignal) => Promise<ReplicaEnd>;
  /** SIGTERM: go on acting while the manager moves the slots away, then drain, write `final` and end within the grace period. */
  readonly leave: () => void;
  /** Registered, lease window open, table view fresh. Never depends on owning or warming. */
  readonly ready: () => boolean;
  /** The loop turns. Never depends on the API server. */
  readonly alive: () => boolean;
}

/** Counts alone are told at most this often. */
const INFORMATION_INTERVAL_MS = 30_000;
/** A loop that did not turn for this long is stuck. */
const ALIVE_MS = 10_000;
const RANGES_SHOWN = 8;

/** Inert until `run`. */
export function createOwnership(options: OwnershipOptions): OwnershipHandle {
  const replica = new OwnedReplica(options);
  return {
    ownership: {
      replicaName: options.identity.name,
      incarnation: replica.incarnation,
      token: (slot) => replica.index.token(slot),
      check: (token) => replica.index.check(token),
      active: () => replica.index.active(),
    },
    events: {
      idle: (slots) => replica.driver?.dispatchLater({ type: 'IdleReported', slots }),
      warm: (slots) => replica.driver?.dispatchLater({ type: 'Warm', slots }),
    },
    run: (runtime, signal) => replica.run(runtime, signal),
    leave: () => replica.leave(),
    ready: () => replica.ready(),
    alive: () => replica.alive(),
  };
}

class OwnedReplica {
  readonly incarnation: string;
  readonly index: SlotIndex;
  driver: ReplicaDriver | undefined;
  readonly #options: OwnershipOptions;
  readonly #teller: NoticeTeller;
  readonly #book = new HandoffBook();
  readonly #way: RightOfWay;
  #runtime: SlotRuntime | undefined;
  #shardPort: ShardPort | undefined;
  #leaveAsked = false;
  #fencedFromMs: number | undefined;
  #lastFence: { readonly fromMs: number; readonly toMs: number } | undefined;
  #toldText = '';
  /** A fence can be told only when it is over. */
  #fenceIsNews = false;
  #countedMs = Number.NEGATIVE_INFINITY;
  #toldSynced = false;
  #toldLabelled = '';
  #toldQuarantined = '';
  #hinted: RangeSet = EMPTY;
  #warming: RangeSet = EMPTY;
  #hintMs = 0;

  constructor(options: OwnershipOptions) {
    this.#options = options;
    const { identity, clock, random, set, log, metrics, events } = options;
    this.incarnation = identity.incarnation ?? `${identity.name}_${random.id()}`;
    this.index = new SlotIndex(clock, this.incarnation);
    this.#way = new RightOfWay(identity.name);
    const setKey = `${set.namespace}/${set.name}`;
    this.#teller = new NoticeTeller({
      log,
      metrics,
      events,
      namespace: set.namespace,
      name: identity.name,
      set: setKey,
    });
    this.#registerMetrics(setKey);
  }

  async run(runtime: SlotRuntime, signal: AbortSignal): Promise<ReplicaEnd> {
    assert(this.driver === undefined, 'a replica runs once');
    const { identity, set, clock, log, metrics } = this.#options;
    const stop = new AbortController();
    const { signal: ended } = anySignal([signal, stop.signal]);
    const { requestTimeoutMs, leaseDurationMs } = set.timing;
    const shared = { ...this.#options, namespace: set.namespace, requestTimeoutMs, signal: ended };
    const shardPort = new ShardPort({ ...shared, name: identity.name, set: set.name });
    this.#runtime = runtime;
    this.#shardPort = shardPort;
    this.driver = new ReplicaDriver({
      clock,
      log,
      config: {
        name: identity.name,
        incarnation: this.incarnation,
        setUid: set.uid,
        podUID: identity.podUID,
        restartInPlace: identity.restartInPlace,
        protocol: PROTOCOL,
        timing: set.timing,
      },
      ports: {
        lease: new LeasePort({
          ...shared,
          name: identity.name,
          set: set.name,
          incarnation: this.incarnation,
          leaseDurationMs,
        }),
        shard: shardPort,
        set: new SetPort({ ...shared, name: set.name }),
      },
      runtime,
      signal,
      onState: (state) => this.#state(state),
      onNotice: (notice) => this.#notice(notice),
      onSettled: (state) => this.#settled(state),
      onRenewed: (ms) => metrics.observe('shardkeeper_lease_renew_seconds', ms / 1_000, this.#labels),
      body: (status) => this.#body(status),
      mayWriteStatus: () => this.index.windowOpen(),
    });
    if (this.#leaveAsked) this.driver.dispatch({ type: 'Leave' });
    try {
      return await this.driver.run();
    } finally {
      // Whatever still runs in the runtime is refused from here on.
      this.index.update({ ...this.driver.state, life: { type: 'Exited', code: 1, reason: 'LeaseLost' } });
      stop.abort();
    }
  }

  leave(): void {
    this.#leaveAsked = true;
    this.driver?.dispatch({ type: 'Leave' });
  }

  ready(): boolean {
    const life = this.driver?.state.life;
    if (life?.type !== 'Running' || !this.index.windowOpen()) return false;
    return this.#options.clock.monotonicMs() - life.view.confirmedMs <= this.#options.set.timing.viewMaxAgeMs;
  }

  alive(): boolean {
    const { driver } = this;
    return driver === undefined || this.#options.clock.monotonicMs() - driver.lastTurnMs < ALIVE_MS;
  }

  get #labels(): Readonly<Record<string, string>> {
    const { set, identity } = this.#options;
    return { set: `${set.namespace}/${set.name}`, shard: identity.name };
  }

  #notice(notice: Notice): void {
    const wallMs = this.#options.clock.wallMs();
    if (notice.type === 'Taken' && !notice.resumed) this.#book.taken(notice, wallMs);
    if (notice.type === 'Released') this.#book.released(notice, wallMs);
    if (notice.type === 'Fenced') this.#fencedFromMs ??= wallMs;
    if (notice.type === 'TableRead' && this.#fencedFromMs !== undefined) {
      this.#lastFence = { fromMs: this.#fencedFromMs, toMs: wallMs };
      this.#fencedFromMs = undefined;
      this.#fenceIsNews = true;
    }
    this.#teller.tell(notice, this.#shardUid());
  }

  #state(state: ReplicaState): void {
    this.index.update(state);
    if (this.#runtime !== undefined) this.#way.update(state, this.#runtime);
  }

  #shardUid(): string {
    const life = this.driver?.state.life;
    return life !== undefined && 'member' in life ? life.member.shard.uid : '';
  }

  /** Asks for a status when something only people read has changed: the caches' verdict at once, counts every 30 s. */
  #settled(state: ReplicaState): void {
    const { life } = state;
    if (life.type !== 'Running') return;
    const { member } = life;
    this.#followHint(member.shard.warmUp, member.warm);
    if (member.status.requested) return;
    const synced = covers(member.warm, heldSlots(member.holds));
    const labelled = labelledText(this.#runtime?.unlabelled());
    const quarantined = quarantinedText(this.#runtime?.quarantined());
    const same =
      synced === this.#toldSynced && labelled === this.#toldLabelled && quarantined === this.#toldQuarantined;
    if (same && !this.#fenceIsNews && !this.#countsAreStale()) return;
    this.#toldSynced = synced;
    this.#fenceIsNews = false;
    this.driver?.dispatch({ type: 'StatusRequested' });
  }

  /** Counting may be work: at most every 30 s. */
  #countsAreStale(): boolean {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#countedMs < INFORMATION_INTERVAL_MS) return false;
    this.#countedMs = nowMs;
    return informationalText(this.#runtime?.counts()) !== this.#toldText;
  }

  /** H2: tells when the caches of all that was hinted are filled, once. */
  #followHint(hint: RangeSet, warm: RangeSet): void {
    if (hint === this.#hinted && this.#warming.length === 0) return;
    const fresh = subtract(hint, this.#hinted);
    if (fresh.length > 0) this.#hintMs = this.#options.clock.monotonicMs();
    this.#hinted = hint;
    this.#warming = intersect(union(this.#warming, fresh), hint);
    if (this.#warming.length === 0 || !covers(warm, this.#warming)) return;
    const warmMs = this.#options.clock.monotonicMs() - this.#hintMs;
    this.#teller.warmedUp(format(this.#warming, RANGES_SHOWN), warmMs, this.#shardUid());
    this.#warming = EMPTY;
  }

  #body(status: ReplicaStatus): ShardStatus {
    const { identity, clock } = this.#options;
    const life = this.driver?.state.life;
    const running = life?.type === 'Running' ? life : undefined;
    const counts = this.#runtime?.counts();
    const unlabelled = this.#runtime?.unlabelled();
    this.#toldLabelled = labelledText(unlabelled);
    const quarantined = this.#runtime?.quarantined();
    this.#toldQuarantined = quarantinedText(quarantined);
    this.#toldText = informationalText(counts);
    this.#countedMs = clock.monotonicMs();
    const warm = running?.member.warm ?? EMPTY;
    this.#toldSynced = covers(warm, status.held);
    return statusBody({
      incarnation: this.incarnation,
      podUID: identity.podUID,
      nodeName: identity.nodeName,
      version: identity.version,
      protocol: PROTOCOL,
      status,
      tableSeen: running?.view.set.table !== undefined,
      waitingFor: subtract(intersect(status.incoming, ownedSlots(running)), status.held),
      warm,
      counts,
      unlabelled,
      quarantined,
      handoffs: this.#book.records(),
      lastFence: this.#lastFence,
      previous: this.#shardPort?.lastStatus,
      wallMs: clock.wallMs(),
    });
  }

  #registerMetrics(set: string): void {
    const { metrics, clock, identity } = this.#options;
    const labels = { set, shard: identity.name };
    metrics.onScrape(() => {
      const marginMs = this.index.windowEndsMs - clock.monotonicMs();
      metrics.set('shardkeeper_lease_margin_seconds', Math.max(0, marginMs) / 1_000, labels);
      const life = this.driver?.state.life;
      metrics.set('shardkeeper_shard_slots', life?.type === 'Running' ? size(heldSlots(life.member.holds)) : 0, labels);
      const generation = life?.type === 'Running' ? life.member.status.written.grantGeneration : 0;
      metrics.set('shardkeeper_shard_grant_generation', generation, labels);
    });
  }
}

/** Whether there is a duty, and whether it is kept: what is worth a write. */
function labelledText(unlabelled: Unlabelled | undefined): string {
  return unlabelled === undefined ? '' : String(keepsUp(unlabelled));
}

function quarantinedText(quarantined: Quarantined | undefined): string {
  return quarantined === undefined ? '' : `${quarantined.count} ${quarantined.named.join()}`;
}

function ownedSlots(running: Extract<ReplicaState['life'], { type: 'Running' }> | undefined): RangeSet {
  return running === undefined ? EMPTY : rangeSet(running.member.incoming);
}
