/** Does to the cluster what a story says. */
import type { Override } from '../../../api/shard-set.ts';
import { LEASES, SHARD_SETS, SHARDS } from '../../../kube/resources.ts';
import type { KubeObject } from '../../../kube/types.ts';
import type { Table } from '../../../protocol/table.ts';
import { declareRestore } from '../../../protocol/table-rules.ts';
import type { ModelBackup } from '../ports.ts';
import type { Cluster } from './cluster.ts';
import type { Life } from './life.ts';
import { failureOf, type LinkFault } from './links.ts';
import { NAMESPACE, SET_NAME, shardSet, widget, WIDGETS } from './objects.ts';
import type { Pod } from './pods.ts';
import type { SimProcess } from './process.ts';
import { durationOf, type Fault, type Step, type Target } from './story.ts';

/** R1, and a little more, so that even the fastest clock has counted it. */
const OUTAGE_SLACK_MS = 200;
/** Between the restore and the return of the managers, the operator declares it (R4). */
const DECLARE_MS = 1_500;
const MANAGERS_BACK_MS = 2_500;
/** What a fault set off is over by then: the wait of a new process for its predecessor, a drain, a repair. */
const QUIET_MS = 25_000;
/** Promised beyond the waits that safety needs. */
const CRASH_SLACK_MS = 2_000;
const GRACEFUL_GAP_MS = 1_000;

type FaultOf<Type extends Fault['type']> = Extract<Fault, { readonly type: Type }>;

export class Performer {
  readonly #cluster: Cluster;
  readonly #life: Life;
  readonly #backups = new Map<Step, ModelBackup>();
  #wishes = 0;
  /** Undoes what is still on. */
  readonly #undo = new Set<() => void>();
  faults = 0;
  #disturbedMs = Number.NEGATIVE_INFINITY;

  constructor(cluster: Cluster, life: Life) {
    this.#cluster = cluster;
    this.#life = life;
  }

  /** Puts all steps on the schedule; returns the time at which the last one is over. */
  schedule(steps: readonly Step[]): number {
    const { scheduler, server } = this.#cluster;
    let endMs = 0;
    for (const step of steps) {
      const { atMs, fault } = step;
      scheduler.at(atMs, () => this.#perform(step));
      endMs = Math.max(endMs, atMs + this.#lasts(fault));
      if (fault.type !== 'Restore') continue;
      scheduler.at(Math.max(1, atMs - fault.agoMs), () => this.#backups.set(step, server.backup()));
    }
    return endMs;
  }

  /** No fault is left: processes run, links are whole. */
  end(): void {
    for (const undo of this.#undo) undo();
    this.#undo.clear();
  }

  #lasts(fault: Fault): number {
    return fault.type === 'Restore' ? this.#outageMs() + MANAGERS_BACK_MS : durationOf(fault);
  }

  #outageMs(): number {
    const { leaseDurationMs, epsilon } = this.#cluster.timing;
    return leaseDurationMs * (1 + 2 * epsilon) + OUTAGE_SLACK_MS;
  }

  #perform(step: Step): void {
    this.faults += 1;
    this.#cluster.service.disturbed();
    this.#cluster.log.say('fault', JSON.stringify(step.fault));
    this.#apply(step);
    this.#disturbedMs = Math.max(this.#disturbedMs, this.#cluster.scheduler.nowMs() + this.#lasts(step.fault));
  }

  #apply(step: Step): void {
    const { fault } = step;
    switch (fault.type) {
      case 'Crash':
        return this.#crash(fault);
      case 'Pause':
        return this.#pause(fault);
      case 'Partition':
        return this.#onLink(fault, partitionOf(fault.loses));
      case 'Slow':
        return this.#onLink(fault, { delayMs: fault.delayMs });
      case 'WatchDelay':
        return this.#onLink(fault, { watchDelayMs: fault.delayMs });
      case 'StaleReads':
        return this.#onLink(fault, { staleMs: fault.staleMs });
      case 'Failures':
        return this.#onLink(fault, { failure: failureOn(fault) });
      case 'CutWatches':
        return this.#process(fault.target)?.client.cutWatches();
      case 'RestartServer':
        return this.#restartServer(fault);
      case 'Compact':
        return this.#cluster.server.compact();
      case 'WallJump':
        return this.#process(fault.target)?.clock.jumpWall(fault.ms);
      case 'Scale':
        return this.#scale(fault);
      case 'RollingUpdate':
        return this.#cluster.pods.update();
      case 'LoseNode':
        return this.#loseNode(fault);
      case 'Terminate':
        return this.#terminate(fault);
      case 'Pin':
        return this.#wish(fault, { type: 'Pin', range: { start: fault.start, end: fault.end } });
      case 'Drain':
        return this.#wish(fault, { type: 'Drain' });
      case 'DeleteLease':
      case 'DeleteShard':
        return this.#remove(fault);
      case 'RecreateSet':
        return this.#recreateSet(fault);
      case 'WipeTable':
        return this.#restore(this.#cluster.server.backup(), false);
      case 'Restore':
        return this.#restoreWithOutage(fault, step);
      case 'RecreateWidget':
        return this.#recreateWidget(fault);
    }
  }

  /* ── Processes ────────────────────────────────────────────────────────────────────────────────────────────────── */

  #pod(index: number): Pod | undefined {
    const pods = this.#cluster.pods.all();
    return pods[index % Math.max(1, pods.length)];
  }

  #process(target: Target): SimProcess | undefined {
    if ('replica' in target) return this.#pod(target.replica)?.process;
    return this.#cluster.managers[target.manager];
  }

  #crash({ target, back, backMs }: FaultOf<'Crash'>): void {
    const cluster = this.#cluster;
    if ('manager' in target) {
      cluster.managers[target.manager]?.kill();
      cluster.scheduler.at(backMs, () => cluster.startManager(target.manager));
      return;
    }
    const pod = this.#pod(target.replica);
    if (pod === undefined) return;
    this.#expectService(
      'Crash',
      `crash of ${pod.name}, back ${back} after ${backMs} ms`,
      this.#crashGapMs(back, backMs),
    );
    const { process } = pod;
    if (back === 'InPlace') cluster.pods.crash(pod, backMs);
    else cluster.pods.lose(pod, backMs);
    if (process !== undefined) cluster.forget(process);
  }

  #loseNode({ replica, backMs }: FaultOf<'LoseNode'>): void {
    const pod = this.#pod(replica);
    if (pod !== undefined) this.#cluster.pods.abandon(pod, backMs);
  }

  #terminate({ replica }: FaultOf<'Terminate'>): void {
    const pod = this.#pod(replica);
    if (pod === undefined) return;
    this.#expectService('Graceful', `deletion of ${pod.name}`, GRACEFUL_GAP_MS);
    this.#cluster.pods.delete(pod);
  }

  /** Holds only when all was well, and until the next fault. */
  #expectService(property: 'Crash' | 'Graceful', what: string, gapMaxMs: number): void {
    const { service, scheduler, timing, pods } = this.#cluster;
    if (
      scheduler.nowMs() - this.#disturbedMs < QUIET_MS ||
      this.#undo.size > 0 ||
      !service.whole ||
      !pods.settled ||
      pods.all().length < 2 ||
      this.#cluster.missing() !== undefined
    )
      return;
    const fromMs = scheduler.nowMs();
    service.expect({ property, what, fromMs, untilMs: fromMs + timing.leaseDurationMs + gapMaxMs, gapMaxMs });
  }

  /** A successor of the name that comes before the lease has run out must wait itself: a whole lease, or, in the same pod, a request. */
  #crashGapMs(back: FaultOf<'Crash'>['back'], backMs: number): number {
    const { leaseDurationMs, epsilon, requestTimeoutMs, stallMaxMs } = this.#cluster.timing;
    const leaseMs = leaseDurationMs * (1 + 2 * epsilon);
    const isSameName = back === 'InPlace' || this.#cluster.story.workload === 'StatefulSet';
    if (!isSameName || backMs > leaseMs + CRASH_SLACK_MS) return leaseMs + CRASH_SLACK_MS;
    const waitMs = back === 'InPlace' ? requestTimeoutMs + stallMaxMs : leaseMs;
    // The kubelet of this world looks every half second.
    return backMs + 500 + waitMs + CRASH_SLACK_MS;
  }

  #pause({ target, forMs }: FaultOf<'Pause'>): void {
    const process = this.#process(target);
    if (process === undefined) return;
    process.clock.pause();
    this.#until(forMs, () => process.clock.resume());
  }

  #until(forMs: number, undo: () => void): void {
    const once = (): void => {
      if (!this.#undo.delete(once)) return;
      undo();
    };
    this.#undo.add(once);
    this.#cluster.scheduler.at(forMs, once);
  }

  /* ── The network and the server ───────────────────────────────────────────────────────────────────────────────── */

  #onLink({ target, forMs }: { readonly target: Target; readonly forMs: number }, fault: LinkFault): void {
    const process = this.#process(target);
    if (process !== undefined) this.#until(forMs, process.link.add(fault));
  }

  /** Connections are refused, and every watch ends. */
  #restartServer({ forMs }: FaultOf<'RestartServer'>): void {
    this.#cluster.server.restart();
    this.#everywhere(forMs, { failure: { chance: 1, answer: failureOf(503) } });
  }

  #everywhere(forMs: number, fault: LinkFault): void {
    const cluster = this.#cluster;
    cluster.everywhere.add(fault);
    for (const process of cluster.processes()) {
      process.link.add(fault);
      process.client.cutWatches();
    }
    this.#until(forMs, () => {
      cluster.everywhere.delete(fault);
      for (const process of cluster.processes()) process.link.remove(fault);
    });
  }

  /* ── People ───────────────────────────────────────────────────────────────────────────────────────────────────── */

  #scale({ replicas, through }: FaultOf<'Scale'>): void {
    const resource = through === 'Set' ? SHARD_SETS : this.#cluster.workloadResource;
    this.#patch(resource, SET_NAME, { spec: { replicas } });
  }

  #patch(resource: typeof SHARD_SETS, name: string, patch: object): void {
    this.#cluster.write({ verb: 'patch', resource, ref: { namespace: NAMESPACE, name }, patchType: 'merge', patch });
  }

  #wish({ replica, forMs }: { readonly replica: number; readonly forMs: number }, wish: Omit<Override, 'name'>): void {
    const pod = this.#pod(replica);
    if (pod === undefined) return;
    this.#wishes += 1;
    const name = `wish-${this.#wishes}`;
    this.#overrides((wishes) => [...wishes, { ...wish, name, replica: pod.name }]);
    this.#until(forMs, () => this.#overrides((wishes) => wishes.filter((other) => other.name !== name)));
  }

  #overrides(change: (wishes: readonly Override[]) => readonly Override[]): void {
    const spec = this.#cluster.read(SHARD_SETS, SET_NAME)?.['spec'] as
      | { readonly overrides?: readonly Override[] }
      | undefined;
    if (spec !== undefined) this.#patch(SHARD_SETS, SET_NAME, { spec: { overrides: change(spec.overrides ?? []) } });
  }

  #remove({ type, replica }: FaultOf<'DeleteLease' | 'DeleteShard'>): void {
    const pod = this.#pod(replica);
    if (pod === undefined) return;
    const resource = type === 'DeleteLease' ? LEASES : SHARDS;
    this.#cluster.write({ verb: 'delete', resource, ref: { namespace: NAMESPACE, name: pod.name } });
  }

  #recreateSet({ forced, backMs }: FaultOf<'RecreateSet'>): void {
    const { scheduler } = this.#cluster;
    this.#cluster.write({ verb: 'delete', resource: SHARD_SETS, ref: { namespace: NAMESPACE, name: SET_NAME } });
    if (forced && this.#cluster.read(SHARD_SETS, SET_NAME) !== undefined)
      this.#patch(SHARD_SETS, SET_NAME, { metadata: { finalizers: null } });
    const again = (): void => {
      if (this.#cluster.read(SHARD_SETS, SET_NAME) !== undefined) {
        scheduler.at(1_000, again);
        return;
      }
      const { story, timing } = this.#cluster;
      this.#cluster.write({ verb: 'create', resource: SHARD_SETS, body: shardSet(story.workload, timing) });
    };
    scheduler.at(backMs, again);
  }

  #recreateWidget({ widget: index }: FaultOf<'RecreateWidget'>): void {
    const name = this.#cluster.widgetNames[index % this.#cluster.widgetNames.length] ?? '';
    this.#cluster.write({ verb: 'delete', resource: WIDGETS, ref: { namespace: NAMESPACE, name } });
    const { scheduler, random } = this.#cluster;
    scheduler.at(random.integer(1, 3_000), () => {
      if (this.#cluster.read(WIDGETS, name) === undefined)
        this.#cluster.write({ verb: 'create', resource: WIDGETS, body: widget(name, 1_000) });
    });
  }

  /* ── Restores ─────────────────────────────────────────────────────────────────────────────────────────────────── */

  #restore(backup: ModelBackup, withStatus: boolean): void {
    this.#cluster.server.restore(backup, { withStatus, bumped: true });
    this.#cluster.restored();
  }

  /** As docs say: managers to 0, nobody served for a lease, restore, declare it, managers back. */
  #restoreWithOutage({ withStatus }: FaultOf<'Restore'>, step: Step): void {
    const cluster = this.#cluster;
    const backup = this.#backups.get(step);
    if (backup === undefined) return;
    cluster.managersWanted = false;
    for (const manager of cluster.managers) manager.kill();
    this.#life.editing = false;
    const outageMs = this.#outageMs();
    this.#everywhere(outageMs, { requests: 'Lose', answers: 'Lose' });
    cluster.scheduler.at(outageMs - 1, () => this.#restore(backup, withStatus));
    cluster.scheduler.at(outageMs + DECLARE_MS, () => this.#declare());
    cluster.scheduler.at(outageMs + MANAGERS_BACK_MS, () => {
      this.#life.editing = true;
      cluster.managersWanted = true;
      for (const index of cluster.managers.keys()) cluster.startManager(index);
    });
  }

  /** R4: one CAS. */
  #declare(): void {
    const set = this.#cluster.read(SHARD_SETS, SET_NAME);
    const status = set?.['status'] as { readonly assignment?: Table } | undefined;
    if (set === undefined || status?.assignment === undefined) return;
    const assignment = declareRestore(status.assignment, Number(set.metadata.resourceVersion));
    const body: KubeObject = { ...set, status: { ...status, assignment } };
    this.#cluster.write({ verb: 'update', resource: SHARD_SETS, body, subresource: 'status' });
  }
}

function partitionOf(loses: FaultOf<'Partition'>['loses']): LinkFault {
  if (loses === 'Requests') return { requests: 'Lose' };
  return loses === 'Answers' ? { answers: 'Lose' } : { requests: 'Lose', answers: 'Lose' };
}

function failureOn({ chance, status, only }: FaultOf<'Failures'>): NonNullable<LinkFault['failure']> {
  return { chance, answer: failureOf(status), ...(only === undefined ? {} : { only }) };
}
