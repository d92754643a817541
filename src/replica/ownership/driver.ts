/** Runs the replica machine: one event at a time, effects in order, runtime calls first. Decides nothing. */
import { isApiError } from '../../kube/api-error.ts';
import { assertNever } from '../../lib/assert.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { RangeSet } from '../../protocol/ranges.ts';
import { newReplica, step } from '../../protocol/replica/machine.ts';
import type {
  ExitReason,
  Notice,
  Now,
  ReplicaConfig,
  ReplicaEffect,
  ReplicaEvent,
  ReplicaState,
  ReplicaStatus,
  ShardView,
} from '../../protocol/replica/types.ts';
import { wakeAtMs } from '../../protocol/replica/wake.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { LeasePort } from '../membership/lease-port.ts';
import type { SetPort } from '../membership/set-port.ts';
import type { ShardPort } from '../membership/shard-port.ts';
import type { ShardStatus } from '../../api/shard.ts';
import type { SlotRuntime } from '../ports.ts';

/** How a replica ended. Code 0: released, or told to stop before it had registered. */
export interface ReplicaEnd {
  readonly code: number;
  readonly reason: ExitReason | 'Aborted';
}

export interface DriverOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: ReplicaConfig;
  readonly ports: { readonly lease: LeasePort; readonly shard: ShardPort; readonly set: SetPort };
  readonly runtime: SlotRuntime;
  readonly signal: AbortSignal;
  /** After every step, before its effects. */
  readonly onState: (state: ReplicaState) => void;
  readonly onNotice: (notice: Notice) => void;
  /** After the effects of a batch of events. */
  readonly onSettled: (state: ReplicaState) => void;
  readonly onRenewed: (ms: number) => void;
  readonly body: (status: ReplicaStatus) => ShardStatus;
  readonly mayWriteStatus: () => boolean;
}

type RuntimeEffect = Extract<
  ReplicaEffect,
  { readonly type: 'Want' | 'Start' | 'Complete' | 'Drain' | 'Resume' | 'Abort' | 'Stop' | 'Tell' }
>;

const LOCAL_EFFECTS: ReadonlySet<string> = new Set<RuntimeEffect['type']>([
  'Want',
  'Start',
  'Complete',
  'Drain',
  'Resume',
  'Abort',
  'Stop',
  'Tell',
]);

function isLocal(effect: ReplicaEffect): effect is RuntimeEffect {
  return LOCAL_EFFECTS.has(effect.type);
}

type QueuedEvent = ReplicaEvent | { readonly type: 'IdleReported'; readonly slots: RangeSet };

/** The loop turns at least this often, so that a suspended process is noticed soon. */
const HEARTBEAT_MS = 500;

export class ReplicaDriver {
  readonly #options: DriverOptions;
  #state: ReplicaState;
  readonly #queue: QueuedEvent[] = [];
  #busy = false;
  #timer: { readonly atMs: number; readonly timer: Timer } | undefined;
  #lastTick: Now;
  readonly #end = Promise.withResolvers<ReplicaEnd>();
  #ended = false;

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#lastTick = this.#now();
    this.#state = newReplica(options.config, this.#lastTick);
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Monotonic time of the last turn of the loop: for liveness. */
  get lastTurnMs(): number {
    return this.#lastTick.monotonicMs;
  }

  /** Resolves when the process must end. Rejects when a watch or the machine is broken: a programmer's error. */
  async run(): Promise<ReplicaEnd> {
    const { signal, ports } = this.#options;
    const abort = (): void => this.#finish({ code: 1, reason: 'Aborted' });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    this.#watch(ports.shard.watch((event) => this.dispatch(event)));
    this.dispatch({ type: 'Tick' });
    try {
      return await this.#end.promise;
    } finally {
      signal.removeEventListener('abort', abort);
      this.#timer?.timer.cancel();
      ports.set.close();
    }
  }

  dispatch(event: QueuedEvent): void {
    if (this.#ended) return;
    this.#queue.push(event);
    this.#drain();
  }

  /** For callers in whose turn the runtime must not be called back. */
  dispatchLater(event: QueuedEvent): void {
    if (this.#ended) return;
    this.#queue.push(event);
    queueMicrotask(() => this.#drain());
  }

  #drain(): void {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let event = this.#queue.shift(); event !== undefined && !this.#ended; event = this.#queue.shift()) {
        this.#step(this.#complete(event));
      }
      if (!this.#ended) this.#options.onSettled(this.#state);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#busy = false;
    }
    // `onSettled` may have asked for something.
    if (this.#queue.length > 0 && !this.#ended) this.#drain();
    else this.#schedule();
  }

  #complete(event: QueuedEvent): ReplicaEvent {
    if (event.type !== 'IdleReported') return event;
    return { type: 'Idle', slots: event.slots, written: this.#options.runtime.written(event.slots) };
  }

  #step(event: ReplicaEvent): void {
    const result = step(this.#state, event, this.#now());
    this.#state = result.state;
    this.#options.onState(this.#state);
    // What happens in this process first: a request must not overtake the news that it tells to others.
    for (const effect of result.effects) if (isLocal(effect)) this.#callRuntime(effect);
    for (const effect of result.effects) if (!isLocal(effect)) this.#request(effect);
  }

  #callRuntime(effect: RuntimeEffect): void {
    const { runtime } = this.#options;
    switch (effect.type) {
      case 'Want':
        return runtime.want(effect.slots);
      case 'Start':
        return runtime.start(effect.slots, effect.completeness);
      case 'Complete':
        return runtime.complete(effect.slots, effect.completeness);
      case 'Drain':
        return runtime.drain(effect.slots);
      case 'Resume':
        return runtime.resume(effect.slots);
      case 'Abort':
        return runtime.abort(effect.slots);
      case 'Stop':
        return runtime.stop(effect.slots);
      case 'Tell':
        return this.#options.onNotice(effect.notice);
      default:
        return assertNever(effect);
    }
  }

  #request(effect: Exclude<ReplicaEffect, RuntimeEffect>): void {
    const { lease, set, shard } = this.#options.ports;
    switch (effect.type) {
      case 'TakeLease':
        return this.#answer(lease.take(effect.renewTime));
      case 'RenewLease':
        return this.#answer(this.#renew(effect.resourceVersion, effect.renewTime));
      case 'ReadLease':
        return this.#answer(lease.read());
      case 'ReadShard':
        return this.#answer(this.#readShard(effect.confirmLease));
      case 'Register':
        return this.#answer(this.#register(effect.shard, effect.status));
      case 'ReadView':
        return this.#answer(this.#readView());
      case 'ConfirmView':
        return this.#answer(set.confirm());
      case 'ReadPeers':
        return this.#answer(shard.peers(effect.request, effect.names));
      case 'WriteStatus':
        return this.#answer(this.#writeStatus(effect.shard, effect.status));
      case 'Exit':
        return this.#finish({ code: effect.code, reason: effect.reason });
      default:
        return assertNever(effect);
    }
  }

  #answer(event: Promise<ReplicaEvent>): void {
    event.then((answer) => this.dispatch(answer)).catch((error: unknown) => this.#fail(error));
  }

  async #renew(resourceVersion: string, renewTime: string): Promise<ReplicaEvent> {
    const { clock, ports, onRenewed } = this.#options;
    const startedMs = clock.monotonicMs();
    const event = await ports.lease.renew(resourceVersion, renewTime);
    onRenewed(clock.monotonicMs() - startedMs);
    return event;
  }

  async #readShard(confirmLease: boolean): Promise<ReplicaEvent> {
    const { shard, lease, set } = this.#options.ports;
    const { setUid } = this.#options.config;
    try {
      const view = await shard.read();
      const present = view?.ownerUid === setUid ? undefined : await set.read();
      const setStands = present?.uid === setUid && !present.deleting;
      return {
        type: 'ShardRead',
        shard: view,
        ...(view?.ownerUid === setUid ? {} : { setStands }),
        ...(confirmLease ? { holder: await lease.holder() } : {}),
      };
    } catch (error) {
      return this.#failed('could not read the ControllerShard', error, { type: 'ShardReadFailed' });
    }
  }

  async #register(view: ShardView, status: ReplicaStatus): Promise<ReplicaEvent> {
    const { ports, body } = this.#options;
    try {
      return { type: 'Registered', shard: await ports.shard.write(view, body(status), () => undefined) };
    } catch (error) {
      return this.#failed('could not register', error, { type: 'RegisterFailed' });
    }
  }

  async #readView(): Promise<ReplicaEvent> {
    const { clock, ports } = this.#options;
    const sentMs = clock.monotonicMs();
    try {
      const [set, shard] = await Promise.all([ports.set.read(), ports.shard.read()]);
      if (set !== undefined) this.#watchSet(set.resourceVersion);
      return { type: 'ViewRead', set, shard, sentMs };
    } catch (error) {
      return this.#failed('could not read the table', error, { type: 'ViewReadFailed' });
    }
  }

  #watchSet(resourceVersion: string): void {
    const { set, shard } = this.#options.ports;
    const report = (event: ReplicaEvent): void => this.dispatch(event);
    this.#watch(set.watchFrom(resourceVersion, report, () => this.#watch(shard.setMoves())));
  }

  async #writeStatus(view: ShardView, status: ReplicaStatus): Promise<ReplicaEvent> {
    const { ports, body, mayWriteStatus } = this.#options;
    try {
      // F1: a fenced process writes no ack, also when the request had to wait for its connection.
      const admit = (): string | undefined => (mayWriteStatus() ? undefined : 'fenced');
      return { type: 'StatusWritten', shard: await ports.shard.write(view, body(status), admit) };
    } catch (error) {
      return this.#failed('could not write the status', error, { type: 'StatusFailed' });
    }
  }

  #failed(what: string, error: unknown, event: ReplicaEvent): ReplicaEvent {
    // A version conflict is the everyday case: somebody else has written the object, it is read again.
    const { log } = this.#options;
    if (isApiError(error, 'Conflict', 'Refused')) log.debug(what, { error: messageOf(error) });
    else log.warn(what, { error: messageOf(error) });
    return event;
  }

  #watch(running: Promise<void>): void {
    running.catch((error: unknown) => this.#fail(error));
  }

  #schedule(): void {
    if (this.#ended) return;
    const { clock } = this.#options;
    // Counted from the last tick: a stream of events must not put it off.
    const atMs = Math.min(wakeAtMs(this.#state), this.#lastTick.monotonicMs + HEARTBEAT_MS);
    // One that fires early does no harm, and setting it anew for each event does.
    if (this.#timer !== undefined && this.#timer.atMs <= atMs) return;
    this.#timer?.timer.cancel();
    const timer = clock.setTimer(Math.max(0, atMs - clock.monotonicMs()), () => this.#tick());
    this.#timer = { atMs, timer };
  }

  /** A monotonic clock that stood still while time went on betrays a suspended machine: the window is not what it seems. */
  #tick(): void {
    const now = this.#now();
    const jumpMs = now.wallMs - this.#lastTick.wallMs - (now.monotonicMs - this.#lastTick.monotonicMs);
    this.#lastTick = now;
    this.#timer = undefined;
    if (jumpMs > this.#options.config.timing.stallMaxMs) this.dispatch({ type: 'ClockJump' });
    else if (now.monotonicMs >= wakeAtMs(this.#state)) this.dispatch({ type: 'Tick' });
    // A mere heartbeat changes nothing in the machine.
    else if (!this.#ended) this.#drain();
  }

  #now(): Now {
    const { clock } = this.#options;
    return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
  }

  #finish(end: ReplicaEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#end.resolve(end);
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#end.reject(error);
  }
}
