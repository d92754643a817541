/** Brings up an installation step by step; each step says what it does. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKubeClient } from '../../kube/client.ts';
import type { KubeClient } from '../../kube/types.ts';
import type { ControllerShardSet } from '../../api/shard-set.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import { sleep, systemClock, type Clock } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import { silentMetrics } from '../../telemetry/metrics.ts';
import { kubectlPath, startControlPlane, type ControlPlane } from '../cluster/index.ts';
import type { AuditLevel } from '../cluster/audit-policy.ts';
import { startKubelet, type Kubelet } from '../cluster/kubelet/index.ts';
import { startProcessGuard } from '../cluster/processes/guard.ts';
import { startFaultyNetwork, type FaultyNetwork } from '../faults/index.ts';
import { startHook, type Hook } from './hook.ts';
import { writeOverlay } from './overlay.ts';
import { kubectlStreamWith, kubectlWith, type Kubectl, type KubectlStream } from './kubectl.ts';

export interface InstallationOptions {
  readonly clock?: Clock;
  /** Told each step before it begins. Default: nobody. */
  readonly step?: (text: string) => void;
  /** Default `judge`. */
  readonly audit?: AuditLevel;
  /** Another program in the place of the example's hook; it has to answer all that one does. */
  readonly hookProgram?: string;
  /** Directory of the overlay to install; default: kustomize/overlays/dev. */
  readonly overlay?: string;
  /** Names of folders in kustomize/components to install on top of the overlay. Default: none. */
  readonly components?: readonly ('deployment' | 'fence' | 'slot-guard')[];
  readonly keepDirectory?: boolean;
  /** Pods reach the API server through a network that can be made to misbehave. Default false: directly. */
  readonly faultyNetwork?: boolean;
}

export interface Installation {
  readonly controlPlane: ControlPlane;
  readonly kubelet: Kubelet;
  /** As cluster administrator. */
  readonly client: KubeClient;
  readonly kubectl: Kubectl;
  /** Path of the program. */
  readonly kubectlProgram: string;
  readonly kubectlStream: KubectlStream;
  readonly hook: Hook;
  /** Undefined unless it was asked for. */
  readonly network: FaultyNetwork | undefined;
  readonly namespace: string;
  /** Path of the CRD of the example's parents. */
  readonly exampleKind: string;
  /** Applies the example's CompositeController, its hook's address filled in. Its kind and rights are there already. */
  readonly applyController: () => Promise<void>;
  /** Waits until the set is Ready with this many replicas. */
  readonly ready: (replicas: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const NAMESPACE = 'shardkeeper-system';
const SET = 'metacontroller';
const NODE = 'node-1';
const READY_MS = 120_000;
const LOOK_MS = 100;
/** Of the repository or the package: three folders up, from src/ as from dist/. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const URL_IN_EXAMPLE = 'http://127.0.0.1:8787/sync';

export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const clock = options.clock ?? systemClock;
  const step = options.step ?? ((): void => {});
  const undo: (() => Promise<void>)[] = [];
  const stop = (): Promise<void> => stopAll(undo.splice(0).toReversed());
  try {
    return await bringUp({ options, clock, step, undo, stop });
  } catch (error) {
    // Why it did not start matters more than how it stopped.
    await stop().catch(() => undefined);
    throw error;
  }
}

/** One after the other. What fails does not keep the rest running: it is told at the end. */
async function stopAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const end of ends) await end().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) {
    const text = `the installation did not stop in order: ${errors.map((error) => messageOf(error)).join('; ')}`;
    throw new ShardkeeperError(text, { code: 'NotStopped', cause: errors[0] });
  }
}

interface Parts {
  readonly options: InstallationOptions;
  readonly clock: Clock;
  readonly step: (text: string) => void;
  readonly undo: (() => Promise<void>)[];
  readonly stop: () => Promise<void>;
}

async function bringUp({ options, clock, step, undo, stop }: Parts): Promise<Installation> {
  const keepDirectory = options.keepDirectory ?? false;
  step('Starting etcd, kube-apiserver and kube-controller-manager');
  const program = await kubectlPath({ clock });
  const controlPlane = await startControlPlane({ audit: options.audit ?? 'judge', clock, keepDirectory });
  undo.push(() => controlPlane.stop());
  const guard = startProcessGuard();
  undo.push(() => guard.close());
  const clientFor = (access: ControlPlane['adminAccess'], userAgent: string): KubeClient => {
    const client = createKubeClient({ access, clock, metrics: silentMetrics, userAgent, requestTimeoutMs: 30_000 });
    undo.push(() => client.close());
    return client;
  };
  const client = clientFor(controlPlane.adminAccess, 'shardkeeper-installation');
  const kubectl = kubectlWith(program, controlPlane.kubeconfig);
  const hook = await startHook({
    root: ROOT,
    guard,
    clock,
    logDirectory: controlPlane.logDirectory,
    ...(options.hookProgram === undefined ? {} : { program: options.hookProgram }),
  });
  await applyKinds(kubectl, step);
  const network = options.faultyNetwork === true ? networkOf(controlPlane, clock) : undefined;
  if (network !== undefined) undo.push(network.stop);
  step('Starting a kubelet that runs pods as processes');
  const kubelet = await startKubelet({
    client: clientFor(controlPlane.kubeletAccess(NODE), 'process-kubelet'),
    apiServer: { server: controlPlane.server, caPem: controlPlane.caCert, serverFor: network?.serverFor },
    nodeName: NODE,
    directory: path.join(controlPlane.directory, 'kubelet'),
    pathPrefix: await programFolder(path.join(controlPlane.directory, 'bin')),
    clock,
  });
  undo.push(() => kubelet.stop());
  step('Applying kustomize/overlays/dev: the manager and a StatefulSet of 3 replicas');
  await kubectl(['apply', '--server-side', '-k', await overlayOf(options, controlPlane.directory)]);
  return {
    controlPlane,
    kubelet,
    client,
    kubectl,
    kubectlProgram: program,
    kubectlStream: kubectlStreamWith(program, controlPlane.kubeconfig),
    hook,
    network,
    namespace: NAMESPACE,
    exampleKind: path.join(ROOT, 'examples/webapp/crd.yaml'),
    applyController: () => applyController(kubectl, hook),
    ready: (replicas) => untilReady({ client, clock }, replicas),
    stop,
  };
}

async function overlayOf({ overlay, components = [] }: InstallationOptions, directory: string): Promise<string> {
  const base = overlay ?? path.join(ROOT, 'kustomize/overlays/dev');
  if (components.length === 0) return base;
  return writeOverlay({
    folder: path.join(directory, 'overlay'),
    overlay: base,
    components: components.map((name) => path.join(ROOT, 'kustomize/components', name)),
    namespace: NAMESPACE,
  });
}

function networkOf({ server, caCert, serverCertificate }: ControlPlane, clock: Clock): FaultyNetwork {
  return startFaultyNetwork({ server, caPem: caCert, identity: serverCertificate(['127.0.0.1']), clock });
}

/** Shardkeeper's kinds, those of Metacontroller's that are absent, and the example's kind with the engine's rights on it. */
async function applyKinds(kubectl: Kubectl, step: (text: string) => void): Promise<void> {
  step("Applying crds/shardkeeper, and those of Metacontroller's CRDs that are absent");
  await kubectl(['apply', '--server-side', '-k', path.join(ROOT, 'crds/shardkeeper')]);
  const present = new Set((await kubectl(['get', 'crd', '-o', 'name'])).split('\n'));
  for (const plural of ['compositecontrollers', 'decoratorcontrollers', 'controllerrevisions']) {
    if (present.has(`customresourcedefinition.apiextensions.k8s.io/${plural}.metacontroller.k8s.io`)) continue;
    await kubectl(['apply', '--server-side', '-f', path.join(ROOT, `crds/metacontroller/${plural}.yaml`)]);
  }
  for (const file of ['crd.yaml', 'rbac.yaml']) {
    await kubectl(['apply', '--server-side', '-f', path.join(ROOT, 'examples/webapp', file)]);
  }
  await kubectl(['wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all']);
}

async function applyController(kubectl: Kubectl, hook: Hook): Promise<void> {
  const text = await readFile(path.join(ROOT, 'examples/webapp/controller.yaml'), 'utf8');
  await kubectl(['apply', '--server-side', '-f', '-'], text.replace(URL_IN_EXAMPLE, hook.url));
}

/** In this process: a kubectl for each look would compete with what is waited for, and be measured with it. */
async function untilReady(
  { client, clock }: { readonly client: KubeClient; readonly clock: Clock },
  replicas: number,
): Promise<void> {
  const deadline = clock.monotonicMs() + READY_MS;
  for (;;) {
    const set = await client.get(SHARD_SETS, { namespace: NAMESPACE, name: SET });
    const status = (set as unknown as ControllerShardSet).status;
    if (isReady(status, replicas)) return;
    if (clock.monotonicMs() > deadline) {
      const text = `ControllerShardSet ${SET} was not Ready with ${replicas} replicas within ${READY_MS / 1000} s: ${JSON.stringify(status?.conditions)}`;
      throw new ShardkeeperError(text, { code: 'NotReady' });
    }
    await sleep(clock, LOOK_MS);
  }
}

function isReady(status: ControllerShardSet['status'], replicas: number): boolean {
  const of = (type: string): string | undefined => status?.conditions?.find((it) => it.type === type)?.status;
  const count = `${replicas}/${replicas}`;
  return status?.replicaSummary === count && of('Ready') === 'True' && of('Rebalancing') === 'False';
}

/** A folder for the PATH of pods in which `shardkeeper` is this very program. */
async function programFolder(folder: string): Promise<string> {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const main = fileURLToPath(new URL(`../../cli/main.${ending}`, import.meta.url));
  await mkdir(folder, { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
  await writeFile(path.join(folder, 'shardkeeper'), script, { mode: 0o755 });
  return folder;
}
