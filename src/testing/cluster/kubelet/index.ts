/**
 * testing/cluster/kubelet/: a node whose pods are processes of this machine.
 *
 * It binds pending pods to itself (there is no scheduler), runs the command of each pod's first container, gives it what
 * a container gets (downward API, bound token and volumes at their paths, an address of its own), probes it, restarts it
 * in place, ends it with its grace period, and reports all that; so StatefulSets, Deployments, rolling updates and
 * autoscaling are the real controllers acting on real processes.
 *
 * - Images are ignored: the command is looked up in the PATH that the caller gives. Init containers and sidecars do not
 *   run. Resource limits, security contexts and affinities are not enforced. Services do not route to loopback addresses.
 * - The processes end with the process that called `startKubelet`, whatever that dies of.
 * - The decisions are in `runner-state.ts`, `probe-state.ts`, `pod-status.ts` and `environment.ts`, which are pure.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { systemClock, type Clock } from '../../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../../lib/errors.ts';
import { systemRandom, type Random } from '../../../lib/random.ts';
import type { KubeClient } from '../../../kube/types.ts';
import { silentLogger, type Logger } from '../../../telemetry/logger.ts';
import { silentMetrics } from '../../../telemetry/metrics.ts';
import { startProcessGuard } from '../processes/guard.ts';
import type { KubeletContext, PodApiServer } from './context.ts';
import { detectIsolation, type Isolation } from './mount-namespace.ts';
import { keepNodeAlive, registerNode } from './node.ts';
import { claimPodAddresses } from './pod-addresses.ts';
import { PodRunner } from './pod-runner.ts';
import { bindPendingPods, watchOwnPods, type PodSink } from './pod-source.ts';
import type { RunnerState } from './runner-state.ts';

export interface KubeletOptions {
  /** May read and write pods, nodes, leases, tokens, ConfigMaps and Secrets: see `ControlPlane.kubeletAccess`. */
  readonly client: KubeClient;
  /** Where pods find the API server. */
  readonly apiServer: PodApiServer;
  readonly nodeName: string;
  /** For pod files and logs; made if need be. */
  readonly directory: string;
  /** Put before the system's PATH in every pod: where `shardkeeper` and `node` are found. */
  readonly pathPrefix?: string;
  /** Added to the environment of every pod. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: pods of all namespaces. */
  readonly namespace?: string;
  /** Restart back-off of a crashing process: doubles from 250 ms to 10 s by default (a real kubelet: 10 s to 5 min). */
  readonly backOffBaseMs?: number;
  readonly backOffMaxMs?: number;
  /** Life of service account tokens, at least 600 (default 3600). They are renewed at 80 %. */
  readonly tokenSeconds?: number;
  /** Default: what this machine allows. */
  readonly isolation?: Isolation;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly log?: Logger;
}

export interface PodProcess {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly podIP: string;
  readonly state: RunnerState['type'];
  readonly ready: boolean;
  readonly restarts: number;
  readonly pid: number | undefined;
}

/** Pods are named `name`, or `namespace/name` where that is ambiguous. */
export interface Kubelet {
  readonly nodeName: string;
  readonly list: () => readonly PodProcess[];
  /** Undefined when it does not run. */
  readonly pidOf: (podName: string) => number | undefined;
  /** To the pod's process and its children; false when it does not run. */
  readonly signal: (podName: string, signal: NodeJS.Signals) => boolean;
  /** From now on an ended process of this name is not started again, nor is a new pod of this name. */
  readonly holdBack: (podName: string) => void;
  readonly release: (podName: string) => void;
  /** stdout and stderr of all processes of this name; exists once one was started. */
  readonly logPath: (podName: string) => string;
  readonly isolation: Isolation;
  /** Kills all pods' processes and stops watching. The objects stay. Idempotent. */
  readonly stop: () => Promise<void>;
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const BACK_OFF_BASE_MS = 250;
const BACK_OFF_MAX_MS = 10_000;
const TOKEN_SECONDS = 3_600;

/** Resolves when the node is registered and watches its pods. Rejects with an ApiError, or `AddressesExhausted`. */
export async function startKubelet(options: KubeletOptions): Promise<Kubelet> {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const log = options.log ?? silentLogger;
  const directory = path.resolve(options.directory);
  const logs = path.join(directory, 'logs');
  await mkdir(logs, { recursive: true });
  const addresses = await claimPodAddresses(random);
  const { client, nodeName } = options;
  const node = { client, clock, log, nodeName, hostIP: addresses.hostIP };
  await registerNode(node);
  const context: KubeletContext = {
    client,
    clock,
    log,
    addresses,
    directory,
    guard: startProcessGuard(),
    isolation: options.isolation ?? (await detectIsolation()),
    logPath: (namespace, name) => path.join(logs, `${namespace}_${name}.log`),
    apiServer: options.apiServer,
    env: {
      ...options.env,
      PATH: options.pathPrefix === undefined ? SYSTEM_PATH : `${options.pathPrefix}:${SYSTEM_PATH}`,
    },
    tokenSeconds: options.tokenSeconds ?? TOKEN_SECONDS,
    backOffBaseMs: options.backOffBaseMs ?? BACK_OFF_BASE_MS,
    backOffMaxMs: options.backOffMaxMs ?? BACK_OFF_MAX_MS,
  };
  const pods = createPods(context);
  const ending = new AbortController();
  const source = { client, clock, random, log, nodeName, namespace: options.namespace, metrics: silentMetrics };
  const running = Promise.all([
    keepNodeAlive(node, ending.signal),
    watchOwnPods(source, pods.sink, ending.signal),
    bindPendingPods(source, ending.signal),
  ]).catch((error: unknown) =>
    log.error('Process kubelet does not see its pods any more', { error: messageOf(error) }),
  );
  log.info('Process kubelet runs', {
    node: nodeName,
    isolation: context.isolation,
    hostIP: addresses.hostIP,
    directory,
  });
  const stop = async (): Promise<void> => {
    ending.abort();
    await running;
    await pods.disposeAll();
    await context.guard.close();
    await addresses.close();
  };
  let stopping: Promise<void> | undefined;
  return { ...pods.controls, nodeName, isolation: context.isolation, stop: () => (stopping ??= stop()) };
}

type Controls = Pick<Kubelet, 'list' | 'pidOf' | 'signal' | 'holdBack' | 'release' | 'logPath'>;

function createPods(context: KubeletContext): {
  readonly sink: PodSink;
  readonly controls: Controls;
  readonly disposeAll: () => Promise<void>;
} {
  const runners = new Map<string, PodRunner>();
  const heldBack = new Set<string>();
  const isCalled = (runner: PodRunner, podName: string): boolean => {
    const { namespace, name } = runner.pod.metadata;
    return podName === name || podName === `${namespace}/${name}`;
  };
  /** The newest of that name. */
  const find = (podName: string): PodRunner | undefined =>
    [...runners.values()].findLast((runner) => isCalled(runner, podName));
  const sink: PodSink = {
    seen: (pod) => {
      const { uid, name, namespace } = pod.metadata;
      const known = runners.get(uid);
      if (known !== undefined) return known.update(pod);
      const held = heldBack.has(name) || heldBack.has(`${namespace}/${name}`);
      try {
        const runner = new PodRunner(pod, held, context);
        runners.set(uid, runner);
        return runner.update(pod);
      } catch (error) {
        return context.log.error('A pod cannot run on this node', { namespace, pod: name, error: messageOf(error) });
      }
    },
    gone: (uid) => {
      const runner = runners.get(uid);
      runners.delete(uid);
      void runner?.dispose();
    },
  };
  const setHeldBack = (podName: string, held: boolean): void => {
    if (held) heldBack.add(podName);
    else heldBack.delete(podName);
    for (const runner of runners.values()) if (isCalled(runner, podName)) runner.setHeldBack(held);
  };
  return {
    sink,
    disposeAll: async () => void (await Promise.all([...runners.values()].map((runner) => runner.dispose()))),
    controls: {
      list: () => [...runners.values()].map(describe),
      pidOf: (podName) => find(podName)?.pid,
      signal: (podName, signal) => find(podName)?.signal(signal) ?? false,
      holdBack: (podName) => setHeldBack(podName, true),
      release: (podName) => setHeldBack(podName, false),
      logPath: (podName) => {
        const runner = find(podName);
        if (runner === undefined)
          throw new ShardkeeperError(`there is no pod ${podName} on this node`, { code: 'NotFound' });
        return runner.place.logFile;
      },
    },
  };
}

function describe(runner: PodRunner): PodProcess {
  const { namespace, name, uid } = runner.pod.metadata;
  const { state } = runner;
  return {
    namespace,
    name,
    uid,
    podIP: runner.place.podIP,
    state: state.type,
    ready: state.type === 'Running' && state.ready,
    restarts: state.restarts,
    pid: runner.pid,
  };
}
