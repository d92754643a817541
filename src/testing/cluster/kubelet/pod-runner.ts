/** The shell of `runner-state.ts`: one per pod. Performs its effects and feeds back what happened. */
import { mkdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';

import { assertNever } from '../../../lib/assert.ts';
import { sleep, type Timer } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import { isApiError } from '../../../kube/api-error.ts';
import type { Exit, GuardedProcess } from '../processes/guard.ts';
import { launchPod, type PodPlace } from './launch.ts';
import { containerOf, PODS, type Pod } from './pod.ts';
import { podStatus } from './pod-status.ts';
import { probeOf, runProbes } from './probes.ts';
import {
  initialState,
  step,
  type ProbeName,
  type RunnerConfig,
  type RunnerEffect,
  type RunnerEvent,
  type RunnerState,
  type Transition,
} from './runner-state.ts';
import type { KubeletContext } from './context.ts';
import { ContainerConfigError } from './environment.ts';
import { createServiceAccountFolder, type ServiceAccountFolder } from './service-account.ts';
import { createStatusReporter, type StatusReporter } from './status-reporter.ts';

const RETRY_MS = 500;
const DEFAULT_GRACE_SECONDS = 30;

export class PodRunner {
  readonly uid: string;
  readonly place: PodPlace;
  readonly #context: KubeletContext;
  readonly #config: RunnerConfig;
  readonly #acceptedWallMs: number;
  readonly #reporter: StatusReporter;
  readonly #serviceAccount: ServiceAccountFolder;
  readonly #disposed = new AbortController();
  #pod: Pod;
  #state: RunnerState;
  #heldBack: boolean;
  #process: GuardedProcess | undefined;
  #preparing: Promise<void> | undefined;
  #backOff: Timer | undefined;
  #probing: AbortController | undefined;

  constructor(pod: Pod, heldBack: boolean, context: KubeletContext) {
    const { metadata } = pod;
    this.uid = metadata.uid;
    this.#pod = pod;
    this.#heldBack = heldBack;
    this.#context = context;
    this.#acceptedWallMs = context.clock.wallMs();
    const directory = path.join(context.directory, 'pods', metadata.uid);
    this.place = {
      directory,
      podIP: context.addresses.take(),
      logFile: context.logPath(metadata.namespace, metadata.name),
    };
    this.#config = configOf(pod, context);
    this.#serviceAccount = createServiceAccountFolder({
      ...context,
      pod,
      directory: path.join(directory, 'serviceaccount'),
      caPem: context.apiServer.caPem,
    });
    this.#reporter = createStatusReporter({
      ...context,
      ref: { namespace: metadata.namespace, name: metadata.name },
      uid: metadata.uid,
      signal: this.#disposed.signal,
      compute: (reported) => this.#status(reported),
    });
    const first = initialState(heldBack);
    this.#state = first.state;
    this.#perform(first);
  }

  get pod(): Pod {
    return this.#pod;
  }

  get state(): RunnerState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#process?.exit() === undefined ? this.#process?.pid : undefined;
  }

  /** The object has changed. */
  update(pod: Pod): void {
    this.#pod = pod;
    if (pod.metadata.deletionTimestamp !== undefined) this.#dispatch({ type: 'DeletionSeen' });
    else if ((pod.spec.readinessGates ?? []).length > 0) void this.#reporter.report();
  }

  setHeldBack(heldBack: boolean): void {
    this.#heldBack = heldBack;
    this.#dispatch({ type: heldBack ? 'HeldBack' : 'Released' });
  }

  /** To the process and its children; false when it does not run. */
  signal(signal: NodeJS.Signals): boolean {
    return this.#process?.signal(signal) ?? false;
  }

  /** The object is gone: whatever still runs is killed. Idempotent. */
  async dispose(): Promise<void> {
    if (this.#disposed.signal.aborted) return;
    this.#disposed.abort();
    this.#backOff?.cancel();
    this.#probing?.abort();
    this.#serviceAccount.stop();
    this.#process?.signal('SIGKILL');
    // What is being prepared still makes files; it sees that it comes too late and starts nothing.
    await this.#preparing;
    await this.#process?.exited;
    this.#context.addresses.free(this.place.podIP);
    await rm(this.place.directory, { recursive: true, force: true });
  }

  #dispatch(event: RunnerEvent): void {
    if (this.#disposed.signal.aborted) return;
    const { clock, log } = this.#context;
    const now = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    const before = this.#state;
    const transition = step(before, { event, now, config: this.#config, heldBack: this.#heldBack });
    this.#state = transition.state;
    if (before.type !== transition.state.type) {
      const { namespace, name } = this.#pod.metadata;
      log.info('Pod changed its state', {
        namespace,
        pod: name,
        from: before.type,
        to: transition.state.type,
        pid: this.pid,
      });
    }
    this.#perform(transition);
  }

  #perform(transition: Transition): void {
    for (const effect of transition.effects) this.#performOne(effect);
  }

  #performOne(effect: RunnerEffect): void {
    switch (effect.type) {
      case 'Prepare':
        this.#preparing = this.#prepare();
        return;
      case 'StartBackOff':
        this.#backOff = this.#context.clock.setTimer(effect.delayMs, () => this.#dispatch({ type: 'BackOffOver' }));
        return;
      case 'CancelBackOff':
        this.#backOff?.cancel();
        return;
      case 'StartProbes':
        this.#startProbes();
        return;
      case 'StopProbes':
        this.#probing?.abort();
        return;
      case 'Terminate':
        void this.#terminate();
        return;
      case 'ReportStatus':
        void this.#reporter.report();
        return;
      case 'RemoveObject':
        void this.#removeObject();
        return;
      default:
        assertNever(effect);
    }
  }

  async #prepare(): Promise<void> {
    try {
      await mkdir(this.place.directory, { recursive: true });
      const start = await launchPod({
        pod: this.#pod,
        place: this.place,
        context: this.#context,
        serviceAccount: this.#serviceAccount,
      });
      // Deleted, or disposed of, meanwhile.
      if (this.#state.type !== 'Preparing' || this.#disposed.signal.aborted) return;
      const running = start();
      this.#process = running;
      this.#dispatch({ type: 'Prepared' });
      void running.exited.then((exit) => this.#dispatch({ type: 'Exited', ...exitOf(exit) }));
    } catch (error) {
      const reason = error instanceof ContainerConfigError ? 'CreateContainerConfigError' : 'CreateContainerError';
      this.#dispatch({ type: 'PrepareFailed', reason, message: messageOf(error) });
    }
  }

  #startProbes(): void {
    this.#probing?.abort();
    const { state } = this;
    if (state.type !== 'Running') return;
    const names: readonly ProbeName[] = state.started ? ['liveness', 'readiness'] : ['startup'];
    if (state.started && !state.ready && this.#config.readyAtOnce)
      this.#dispatch({ type: 'Probed', probe: 'readiness', ok: true });
    this.#probing = new AbortController();
    runProbes({
      pod: this.#pod,
      podIP: this.place.podIP,
      clock: this.#context.clock,
      names,
      signal: this.#probing.signal,
      onVerdict: (probe, ok) => this.#dispatch({ type: 'Probed', probe, ok }),
    });
  }

  async #terminate(): Promise<void> {
    const { clock } = this.#context;
    const { metadata, spec } = this.#pod;
    const graceSeconds = metadata['deletionGracePeriodSeconds'] ?? spec.terminationGracePeriodSeconds;
    const graceMs = (typeof graceSeconds === 'number' ? graceSeconds : DEFAULT_GRACE_SECONDS) * 1000;
    const target = this.#process;
    if (target === undefined) return;
    const killer = clock.setTimer(graceMs, () => target.signal('SIGKILL'));
    void target.exited.then(() => killer.cancel());
    const preStopMs = (containerOf(this.#pod).lifecycle?.preStop?.sleep?.seconds ?? 0) * 1000;
    if (preStopMs > 0) await sleep(clock, preStopMs, this.#disposed.signal);
    target.terminate();
  }

  async #removeObject(): Promise<void> {
    await this.#reporter.report();
    const { client, clock, log } = this.#context;
    const { namespace, name } = this.#pod.metadata;
    while (!this.#disposed.signal.aborted) {
      try {
        await client.send({
          verb: 'delete',
          resource: PODS,
          ref: { namespace, name },
          preconditions: { uid: this.uid },
          gracePeriodSeconds: 0,
        });
        return;
      } catch (error) {
        if (isApiError(error, 'NotFound', 'Conflict')) return;
        if (this.#disposed.signal.aborted) return;
        log.warn('Could not remove an ended pod', { pod: name, error: messageOf(error) });
      }
      await sleep(clock, RETRY_MS, this.#disposed.signal);
    }
  }

  #status(reported: Parameters<typeof podStatus>[0]['reported']): ReturnType<typeof podStatus> {
    return podStatus({
      reported,
      pod: this.#pod,
      state: this.#state,
      podIP: this.place.podIP,
      hostIP: this.#context.addresses.hostIP,
      pid: this.#process?.pid,
      acceptedWallMs: this.#acceptedWallMs,
      wallMs: this.#context.clock.wallMs(),
    });
  }
}

function configOf(pod: Pod, { backOffBaseMs, backOffMaxMs }: KubeletContext): RunnerConfig {
  return {
    restartPolicy: pod.spec.restartPolicy ?? 'Always',
    backOffBaseMs,
    backOffMaxMs,
    startedAtOnce: probeOf(pod, 'startup') === undefined,
    readyAtOnce: probeOf(pod, 'readiness') === undefined,
  };
}

/** As a shell counts: 128 + the number of the signal; 127 when there is no such program. */
function exitOf(exit: Exit): { readonly exitCode: number; readonly message?: string } {
  switch (exit.type) {
    case 'Exited':
      return { exitCode: exit.code };
    case 'Killed':
      return { exitCode: 128 + (constants.signals[exit.signal] ?? 0), message: exit.signal };
    case 'NotStarted':
      return { exitCode: 127, message: exit.message };
    default:
      return assertNever(exit);
  }
}
