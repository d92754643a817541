/** A process of the simulated cluster: production code on a clock and a link of its own, which can be stopped and killed. */
import type { KubeObject } from '../../../kube/types.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { createManager } from '../../../manager/index.ts';
import { silentMetrics } from '../../../telemetry/metrics.ts';
import { waitForSet } from '../../../replica/membership/index.ts';
import type { Ownership } from '../../../replica/ports.ts';
import { createReplica, type Replica } from '../../../replica/runtime.ts';
import type { LinkedClient } from '../ports.ts';
import type { SeededRandom, SimProcessClock } from '../schedule/index.ts';
import { LinkFaults } from './links.ts';
import { NAMESPACE, SET_NAME } from './objects.ts';
import { widgetController } from './widgets.ts';

export type ProcessEnd =
  | { readonly type: 'Left'; readonly why: string }
  | { readonly type: 'Failed'; readonly error: unknown };

export interface ProcessOptions {
  /** Unique in a run: `engine-0#3`. */
  readonly id: string;
  readonly clock: SimProcessClock;
  readonly client: LinkedClient;
  readonly random: SeededRandom;
  readonly log: Logger;
  /** Before anything of it runs. */
  readonly onCreated: (process: SimProcess) => void;
  /** The process has ended by itself: as it was told to, or by an error. */
  readonly onExit: (process: SimProcess, end: ProcessEnd) => void;
}

/** What all processes have. */
export abstract class SimProcess {
  readonly id: string;
  readonly clock: SimProcessClock;
  readonly client: LinkedClient;
  readonly link: LinkFaults;
  protected readonly options: ProcessOptions;
  protected readonly leaving = new AbortController();
  #ended = false;

  constructor(options: ProcessOptions) {
    this.options = options;
    this.id = options.id;
    this.clock = options.clock;
    this.client = options.client;
    this.link = new LinkFaults(options.client.link);
    options.onCreated(this);
  }

  /** It has not ended and was not killed. It may be stopped. */
  get alive(): boolean {
    return !this.#ended && this.clock.life !== 'Dead';
  }

  /** Alive and not stopped. */
  get running(): boolean {
    return !this.#ended && this.clock.life === 'Running';
  }

  /** Runs `main` as this process; called once. */
  start(): void {
    this.clock.deliver(() => {
      this.main().then(
        (why) => this.#end({ type: 'Left', why }),
        (error: unknown) => this.#end({ type: 'Failed', error }),
      );
    });
  }

  /** SIGTERM. */
  terminate(): void {
    this.clock.deliver(() => this.leave());
  }

  /** SIGKILL: what it has on the way stays on the way. */
  kill(): void {
    if (!this.alive) return;
    this.clock.kill();
    this.client.cutWatches();
  }

  protected abstract main(): Promise<string>;
  protected abstract leave(): void;

  #end(end: ProcessEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.clock.kill();
    this.client.cutWatches();
    this.options.onExit(this, end);
  }
}

export interface ReplicaProcessOptions extends ProcessOptions {
  /** The pod's. */
  readonly name: string;
  readonly podUID: string;
  readonly onHook: (process: ReplicaProcess, root: KubeObject, children: readonly KubeObject[]) => void;
}

/** As `shardkeeper metacontroller` puts it together, with another controller. */
export class ReplicaProcess extends SimProcess {
  readonly name: string;
  readonly podUID: string;
  replica: Replica | undefined;
  readonly #options: ReplicaProcessOptions;

  constructor(options: ReplicaProcessOptions) {
    super(options);
    this.#options = options;
    this.name = options.name;
    this.podUID = options.podUID;
  }

  get ownership(): Ownership | undefined {
    return this.replica?.ownership;
  }

  protected async main(): Promise<string> {
    const { clock, client, log, random, name, podUID } = this.#options;
    const found = await waitForSet({
      client,
      clock,
      log,
      namespace: NAMESPACE,
      name: SET_NAME,
      signal: this.leaving.signal,
    });
    if (found === undefined) return 'told to leave before it began';
    const identity = {
      name,
      podUID,
      nodeName: '',
      version: 'sim',
      restartInPlace: true,
      incarnation: `${name}_${random.id()}`,
    };
    const events = { record: (): void => {} };
    const replica = createReplica({ client, clock, random, log, metrics: silentMetrics, events, set: found, identity });
    this.replica = replica;
    const onHook = (root: KubeObject, children: readonly KubeObject[]): void =>
      this.#options.onHook(this, root, children);
    void replica.host.add(widgetController({ clock, random, onHook }));
    if (this.leaving.signal.aborted) replica.leave();
    const end = await replica.run(new AbortController().signal);
    return `ended ${end.code} ${end.reason}`;
  }

  protected leave(): void {
    this.leaving.abort();
    this.replica?.leave();
  }
}

/** As `shardkeeper manager` puts it together. */
export class ManagerProcess extends SimProcess {
  protected async main(): Promise<string> {
    const { clock, client, log, random, id } = this.options;
    const identity = `${id}_${random.id()}`;
    const manager = createManager({
      client,
      namespace: NAMESPACE,
      identity,
      clock,
      random,
      log,
      metrics: silentMetrics,
    });
    await manager.run(this.leaving.signal);
    return 'left';
  }

  protected leave(): void {
    this.leaving.abort();
  }
}
