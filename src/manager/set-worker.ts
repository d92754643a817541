/**
 * One set: looks, decides, acts, again. Changes of the set itself are made one after the other, each on what the one before
 * it left; everything else runs beside them.
 */
import type { Clock, Timer } from '../lib/clock.ts';
import { hasCode, messageOf } from '../lib/errors.ts';
import { isApiError } from '../kube/api-error.ts';
import { subjectOf } from '../kube/event-body.ts';
import type { EventRecorder } from '../kube/events.ts';
import { SHARD_SETS } from '../kube/resources.ts';
import type { KubeClient, KubeObject } from '../kube/types.ts';
import { decide, type Decision } from '../protocol/manager/machine.ts';
import { emptyMemory, type Memory } from '../protocol/manager/memory.ts';
import { timingOf } from '../protocol/timing.ts';
import type { Consequences, EventNote, ManagerEffect, Measure } from '../protocol/manager/view.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { DECISIVE_READ, perform, type Request } from './effects.ts';
import { SetGauges } from './gauges.ts';
import type { Observer } from './observer.ts';
import { ProofStore } from './proofs.ts';

export interface SetWorkerOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly events: EventRecorder;
  readonly observer: Observer;
  /** Judged right before each decision and each write. */
  readonly isLeader: () => boolean;
}

/** What came in the same turn is decided on together (T10). */
const BATCH_MS = 1;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 5_000;

export class SetWorker {
  readonly #name: string;
  readonly #options: SetWorkerOptions;
  readonly #proofs = new ProofStore();
  readonly #gauges: SetGauges;
  /** Requests under way, and those that wait after a failure. */
  readonly #busy = new Set<string>();
  readonly #failed = new Map<string, { readonly times: number; readonly untilMs: number }>();
  #memory: Memory | undefined;
  #uid = '';
  #timer: { readonly atMs: number; readonly timer: Timer } | undefined;
  #closed = false;

  constructor(name: string, options: SetWorkerOptions) {
    this.#name = name;
    this.#options = options;
    this.#gauges = new SetGauges(`${options.namespace}/${name}`, options.metrics);
  }

  /** Something has changed: decide soon. Cheap, may be called for every event. */
  readonly poke = (): void => this.#wakeAt(this.#options.clock.monotonicMs() + BATCH_MS);

  /** Everything remembered is void (a new leadership). */
  reset(): void {
    this.#memory = undefined;
    this.#proofs.clear();
    this.#failed.clear();
  }

  close(): void {
    this.#closed = true;
    this.#timer?.timer.cancel();
    this.#timer = undefined;
    this.#gauges.clear();
  }

  #wakeAt(atMs: number): void {
    if (this.#closed || atMs === Infinity || (this.#timer !== undefined && this.#timer.atMs <= atMs)) return;
    this.#timer?.timer.cancel();
    const delayMs = Math.max(0, atMs - this.#options.clock.monotonicMs());
    const timer = this.#options.clock.setTimer(delayMs, () => {
      this.#timer = undefined;
      this.#turn();
    });
    this.#timer = { atMs, timer };
  }

  #turn(): void {
    const { clock, observer, isLeader } = this.#options;
    // A write of the set is under way: its answer is the next thing to decide on.
    if (this.#closed || !isLeader() || this.#busy.has(SET_WRITE)) return;
    const observation = observer.observe(this.#name, this.#proofs.all);
    const set = observer.setObject(this.#name);
    if (observation === undefined || set === undefined) return;
    // Whatever it was set for is looked at now.
    this.#timer?.timer.cancel();
    this.#timer = undefined;
    if (observation.set.uid !== this.#uid) this.#begin(observation.set.uid);
    this.#memory ??= emptyMemory(timingOf(observation.set.spec));
    observer.renewalsMatterAfter(this.#name, this.#memory.timing.renewIntervalMs * 3);
    const now = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    const decision = decide(this.#memory, observation, now);
    this.#memory = decision.memory;
    this.#proofs.keepOnly(new Set(decision.report.standings.keys()));
    this.#gauges.show(decision.report, observation, now.wallMs);
    this.#act(decision, set);
    this.#wakeAt(Math.max(decision.wakeAtMs, now.monotonicMs + BATCH_MS));
  }

  #begin(uid: string): void {
    this.#uid = uid;
    this.reset();
  }

  #act(decision: Decision, set: KubeObject): void {
    for (const effect of decision.effects) {
      if (effect.type === 'Tell') this.#tell(effect.event, set);
      else if (effect.type === 'Measured') this.#gauges.measure(effect.measure);
      else this.#start(effect, set);
    }
  }

  #start(request: Request, set: KubeObject): void {
    const key = keyOf(request);
    const nowMs = this.#options.clock.monotonicMs();
    const failed = this.#failed.get(key);
    if (this.#busy.has(key)) return;
    if (failed !== undefined && nowMs < failed.untilMs) return this.#wakeAt(failed.untilMs);
    if (!this.#options.isLeader()) return;
    this.#busy.add(key);
    void this.#run(request, set, key);
  }

  async #run(request: Request, set: KubeObject, key: string): Promise<void> {
    try {
      await perform(request, { ...this.#options, proofs: this.#proofs, set });
      this.#failed.delete(key);
      this.#done(request, set);
    } catch (error) {
      this.#failure(request, key, error);
      // Once, the watch was a moment late. Twice, it may be dead and not know it.
      const isLate = key === SET_WRITE && isApiError(error, 'Conflict') && (this.#failed.get(key)?.times ?? 0) > 1;
      if (isLate) await this.#reread(set);
    } finally {
      this.#busy.delete(key);
      // Mirrors and deletions come back by the watch; answers that decisions wait for do not.
      if (key === SET_WRITE || PROOFS.has(request.type)) this.#turnSafely();
      else this.poke();
    }
  }

  async #reread(known: KubeObject): Promise<void> {
    const { client, observer, log } = this.#options;
    const { namespace = '', name } = known.metadata;
    try {
      observer.reread(await client.get(SHARD_SETS, { namespace, name }, DECISIVE_READ), known);
    } catch (error) {
      if (!isApiError(error)) throw error;
      log.debug('the set could not be read', { set: this.#name, error: messageOf(error) });
    }
  }

  #turnSafely(): void {
    try {
      this.#turn();
    } catch (error) {
      this.#options.log.error('deciding about a set failed', { set: this.#name, error: messageOf(error) });
      throw error;
    }
  }

  #done(request: Request, set: KubeObject): void {
    const { log } = this.#options;
    if (request.type === 'WriteStatus') {
      this.#follow(request.onStored, set);
      const table = request.status.assignment;
      log.debug('status written', { set: this.#name, revision: table?.revision, generation: table?.generation });
    } else if (!PROOFS.has(request.type)) log.debug('performed', { set: this.#name, ...named(request) });
  }

  #follow({ events, measures }: Consequences, set: KubeObject): void {
    for (const event of events) this.#tell(event, set);
    for (const measure of measures) this.#measured(measure);
  }

  #measured(measure: Measure): void {
    this.#gauges.measure(measure);
    if (measure.type === 'SlotsMoved') {
      this.#options.log.info('slots given to new owners', {
        set: this.#name,
        slots: measure.slots,
        cause: measure.cause,
      });
    }
  }

  #failure(request: Request, key: string, error: unknown): void {
    const { log, clock } = this.#options;
    const fields = { set: this.#name, ...named(request), error: messageOf(error) };
    // Somebody else was faster, or it is done already: the watch brings what stands now.
    const normal = isApiError(error, 'Conflict', 'AlreadyExists', 'NotFound');
    const times = (this.#failed.get(key)?.times ?? 0) + 1;
    const delayMs = normal && times === 1 ? BATCH_MS : Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** times);
    this.#failed.set(key, { times, untilMs: clock.monotonicMs() + delayMs });
    if (normal) log.debug('performing met a newer version', fields);
    else if (isApiError(error) || hasCode(error, 'Refused')) log.warn('performing failed', fields);
    else {
      log.error('performing failed', fields);
      throw error;
    }
  }

  #tell({ type, reason, action, note, shard }: EventNote, set: KubeObject): void {
    const related = shard === undefined ? undefined : this.#options.observer.shards.get(shard);
    this.#options.events.record({
      regarding: subjectOf(set),
      type,
      reason,
      action,
      note,
      ...(related === undefined ? {} : { related: subjectOf(related) }),
    });
    this.#options.log[type === 'Warning' ? 'warn' : 'info']('event', { set: this.#name, reason, action, note });
  }
}

const SET_WRITE = 'set';
const PROOFS: ReadonlySet<ManagerEffect['type']> = new Set(['CheckLease', 'CheckShard', 'ListNames']);

/** Effects with one key never run at the same time. */
function keyOf(request: Request): string {
  switch (request.type) {
    case 'WriteStatus':
    case 'SetReplicas':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
      return SET_WRITE;
    case 'ScaleWorkload':
    case 'ListNames':
      return request.type;
    case 'CreateShard':
    case 'WriteShardSpec':
    case 'DeleteShard':
    case 'DeleteLease':
    case 'CheckLease':
    case 'CheckShard':
      return `${request.type}/${request.name}`;
  }
}

function named(request: Request): { readonly effect: string; readonly name?: string } {
  return 'name' in request ? { effect: request.type, name: request.name } : { effect: request.type };
}
