/** Starts, stops and restarts one controller: carries out what `lifecycle.ts` decides. */
import { REPLICA_FIELD_MANAGER, SERVED_BY_ANNOTATION } from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { Discovery } from '../../kube/discovery.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import { groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { hasCode, isShardkeeperError, messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { slotOf } from '../../protocol/slots.ts';
import type { ControllerHost, Ownership } from '../../replica/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { nextAction, sameRun, startRetryMs } from './lifecycle.ts';
import type { Action, Failure, OtherInstallation } from './lifecycle.ts';
import type { ControllerEvents } from './controller-events.ts';
import type { References } from '../hook/references.ts';
import type { Policy, Setup } from './policy.ts';
import { startResync } from './resync.ts';
import type { Run } from './run.ts';
import { servedByText } from './served-by.ts';
import type { Identity } from './served-by.ts';
import { resolveSetup } from './setup.ts';
import { createBell } from './bell.ts';

export interface SupervisorOptions {
  readonly policy: Policy;
  readonly resource: Resource;
  readonly client: KubeClient;
  readonly host: ControllerHost;
  readonly ownership: Ownership;
  readonly discovery: Discovery;
  readonly references: References;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly events: ControllerEvents;
  readonly identity: Identity;
  readonly slotLabel: string;
  /** A start that takes longer is told. */
  readonly slowStartMs: number;
  readonly build: (setup: Setup) => Run;
}

const STEP_RETRY_MS = 2000;
const OTHER_RECHECK_MS = 30_000;

interface Running {
  readonly object: KubeObject;
  readonly run: Run;
  readonly stopResync: () => void;
}

export class Supervisor {
  readonly #name: string;
  readonly #options: SupervisorOptions;
  readonly #bell: ReturnType<typeof createBell>;
  #object: KubeObject | undefined;
  /** The last version seen: events of a deleted controller need one. */
  #lastObject: KubeObject | undefined;
  #running: Running | undefined;
  #failure: Failure | undefined;
  #attempts = 0;
  #other: OtherInstallation | undefined;
  #lastTrouble = '';

  constructor(name: string, options: SupervisorOptions) {
    this.#name = name;
    this.#options = options;
    this.#bell = createBell(options.clock);
  }

  /** The controller object as it is now; undefined when it is gone or not selected. */
  readonly update = (object: KubeObject | undefined): void => {
    this.#object = object;
    this.#lastObject = object ?? this.#lastObject;
    this.#bell.ring();
  };

  readonly object = (): KubeObject | undefined => this.#object;

  /** Until `signal` aborts, or the object is gone and its run stopped. Stops its run before it resolves. */
  readonly run = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const action = this.#next();
      if (action.type === 'Rest' && this.#object === undefined) return;
      try {
        await this.#perform(action, signal);
      } catch (error) {
        if (signal.aborted) break;
        this.#options.log.warn('controller step failed', {
          controller: this.#name,
          step: action.type,
          error: messageOf(error),
        });
        await this.#bell.wait(STEP_RETRY_MS, signal);
      }
    }
    // The controller goes on elsewhere: no event.
    await this.#stop({ isQuiet: true });
  };

  #next(): Action {
    const { identity, clock } = this.#options;
    return nextAction(
      {
        object: this.#object,
        running: this.#running?.object,
        failure: this.#failure,
        other: this.#other,
        isHome: this.#homeToken() !== undefined,
        nowMs: clock.monotonicMs(),
      },
      identity,
    );
  }

  async #perform(action: Action, signal: AbortSignal): Promise<void> {
    switch (action.type) {
      case 'Start':
        return this.#start(action.object);
      case 'Stop':
        return this.#stop();
      case 'Claim':
        return this.#claim(action.object);
      case 'AskOther':
        return this.#askOther(action);
      case 'Wait':
        return this.#bell.wait(action.ms, signal);
      case 'Rest':
        return this.#bell.wait(undefined, signal);
    }
  }

  async #start(object: KubeObject): Promise<void> {
    const { build, clock, discovery, host, log, policy, client, references, slotLabel } = this.#options;
    try {
      const setup = await resolveSetup(object, { policy, discovery, client, references, slotLabel });
      const run = build(setup);
      this.#tell('Starting');
      const stopResync =
        setup.resyncPeriodMs === undefined
          ? (): void => {}
          : startResync({ clock, host, controller: run.controller.name, periodMs: setup.resyncPeriodMs });
      this.#running = { object, run, stopResync };
      log.info('controller starts', { controller: this.#name });
      void this.#awaitStart(this.#running);
    } catch (error) {
      this.#failed(object, error);
    }
  }

  /** Not awaited by the loop: a kind that cannot be watched must not hold up a change of the spec. */
  async #awaitStart(running: Running): Promise<void> {
    const { clock, host, log, slowStartMs } = this.#options;
    const slow = clock.setTimer(slowStartMs, () => this.#tellSlow(running));
    try {
      await host.add(running.run.controller).finally(slow.cancel);
      if (this.#running !== running) return;
      this.#attempts = 0;
      this.#failure = undefined;
      this.#lastTrouble = '';
      this.#tell('Started');
      log.info('controller started', { controller: this.#name });
    } catch (error) {
      if (this.#running !== running) return;
      await this.#stop();
      this.#failed(running.object, error);
      this.#bell.ring();
    }
  }

  /** One missing permission on one kind holds up the whole controller, and the watches only say so in the log. */
  #tellSlow(running: Running): void {
    if (this.#running !== running) return;
    const kinds = running.run.controller.resources.map(({ resource }) => groupResourceOf(resource));
    const message = `its objects cannot be listed yet: check that the engine may list and watch ${[...new Set(kinds)].join(', ')}`;
    this.#options.log.warn('controller starts slowly', { controller: this.#name, kinds });
    this.#trouble(running.object, 'CreateError', message);
  }

  #failed(object: KubeObject, error: unknown): void {
    const { clock, random, log } = this.#options;
    const message = messageOf(error, 900);
    if (this.#failure !== undefined && !sameRun(this.#failure.object, object)) this.#attempts = 0;
    const waitMs = startRetryMs(error, this.#attempts, random);
    this.#attempts += 1;
    this.#failure = { object, retryAtMs: clock.monotonicMs() + waitMs };
    log.warn('controller cannot start', {
      controller: this.#name,
      code: isShardkeeperError(error) ? error.code : 'Unknown',
      error: message,
      retryInMs: Math.round(waitMs),
    });
    this.#trouble(object, hasCode(error, 'NoStatus') ? 'SyncError' : 'CreateError', message);
  }

  async #stop({ isQuiet = false }: { readonly isQuiet?: boolean } = {}): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    running.stopResync();
    if (!isQuiet) this.#tell('Stopping');
    await this.#options.host.remove(running.run.controller.name);
    running.run.close();
    if (!isQuiet) this.#tell('Stopped');
    this.#options.log.info('controller stopped', { controller: this.#name });
  }

  async #claim(object: KubeObject): Promise<void> {
    const { client, resource, identity, log, ownership } = this.#options;
    const token = this.#homeToken();
    if (token === undefined) return;
    const metadata = {
      resourceVersion: object.metadata.resourceVersion,
      annotations: { [SERVED_BY_ANNOTATION]: servedByText(identity) },
    };
    try {
      const claimed = await client.send(
        {
          verb: 'patch',
          resource,
          ref: { name: this.#name },
          patchType: 'merge',
          patch: { metadata },
          query: { fieldManager: REPLICA_FIELD_MANAGER },
        },
        { admit: () => ownership.check(token) },
      );
      // Somebody may have told of a newer version, or of the end, while we waited.
      if (this.#object === object) this.#object = claimed;
      log.info('controller claimed', { controller: this.#name });
    } catch (error) {
      if (!isApiError(error, 'Conflict', 'NotFound', 'Refused')) throw error;
      if (this.#object === object) await this.#reread(object);
    }
  }

  /** After a lost race the watch may lag behind: do not repeat the same conflict until it has caught up. */
  async #reread(object: KubeObject): Promise<void> {
    const { client, resource } = this.#options;
    const live = await client.get(resource, { name: this.#name }).catch((error: unknown) => {
      if (isApiError(error, 'NotFound')) return undefined;
      throw error;
    });
    if (this.#object === object) this.#object = live;
  }

  async #askOther(action: Action & { readonly type: 'AskOther' }): Promise<void> {
    const { client, clock } = this.#options;
    const { namespace, set, setUid } = action.set;
    const isLive = await client.get(SHARD_SETS, { namespace, name: set }).then(
      (found) => found.metadata.uid === setUid,
      (error: unknown) => {
        if (isApiError(error, 'NotFound')) return false;
        // Not allowed to look there: then it must be taken to be alive.
        if (isApiError(error, 'Forbidden')) return true;
        throw error;
      },
    );
    this.#other = { text: action.text, isLive, askAgainAtMs: clock.monotonicMs() + OTHER_RECHECK_MS };
    if (!isLive) return;
    this.#trouble(
      action.object,
      'SecondInstallation',
      `ControllerShardSet ${namespace}/${set} runs this controller: remove one of the two installations, or give them different target label selectors`,
    );
  }

  #homeToken(): Exclude<ReturnType<Ownership['token']>, string> | undefined {
    const token = this.#options.ownership.token(slotOf(`home:${this.#name}`));
    return typeof token === 'string' ? undefined : token;
  }

  #tell(reason: 'Starting' | 'Started' | 'Stopping' | 'Stopped'): void {
    const object = this.#object ?? this.#lastObject;
    if (object !== undefined && this.#homeToken() !== undefined) this.#options.events.lifecycle(object, reason);
  }

  /** Once per text: it is repeated with every attempt. */
  #trouble(object: KubeObject, reason: 'CreateError' | 'SyncError' | 'SecondInstallation', message: string): void {
    const text = `${reason} ${message}`;
    if (text === this.#lastTrouble || this.#homeToken() === undefined) return;
    this.#lastTrouble = text;
    this.#options.events.trouble(object, reason, message);
  }
}
