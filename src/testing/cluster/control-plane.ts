/**
 * A control plane of its own: etcd, kube-apiserver, kube-controller-manager, in one directory, on free ports of
 * 127.0.0.1, any number side by side.
 *
 * Nothing of it outlives the process that started it, whatever that dies of (processes/guard.ts); there is nothing to do
 * about signals. `stop` is the orderly way.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { ClusterAccess } from '../../kube/access.ts';
import { sleep, systemClock, type Clock } from '../../lib/clock.ts';
import { hasCode, messageOf, ShardkeeperError } from '../../lib/errors.ts';
import { silentLogger, type Logger } from '../../telemetry/logger.ts';
import type { AuditLevel } from './audit-policy.ts';
import { controlPlanePrograms, type ControlPlanePrograms } from './build.ts';
import { accessOf, kubeconfigText, statusOf, type ClusterCredentials } from './control-plane/access.ts';
import { createComponent, type Component } from './control-plane/component.ts';
import { restoreSnapshot, saveSnapshot } from './control-plane/etcd-snapshot.ts';
import {
  apiServerFlags,
  controllerManagerFlags,
  etcdFlags,
  type ControlPlaneFlags,
  type Ports,
} from './control-plane/flags.ts';
import { layoutOf, writeFiles, type Identities, type Layout } from './control-plane/layout.ts';
import { freePorts } from './ports.ts';
import type { KeyAndCertificate } from './pki/certificates.ts';
import { startProcessGuard, type ProcessGuard } from './processes/guard.ts';

export interface ControlPlaneOptions {
  /** Parent of the instance directory; default: the temporary directory of the system. */
  readonly parentDirectory?: string;
  /** Default `judge`; `off` for benchmarks. */
  readonly audit?: AuditLevel;
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly apiServerFlags?: readonly string[];
  readonly controllerManagerFlags?: readonly string[];
  /** Default true. Without it there are no workloads, no garbage collection, no default service accounts. */
  readonly controllerManager?: boolean;
  /** Keep the instance directory (logs, etcd data, audit log) after `stop`. Default false. */
  readonly keepDirectory?: boolean;
  /** Default: found or built by `controlPlanePrograms`. */
  readonly programs?: ControlPlanePrograms;
  readonly log?: Logger;
  readonly clock?: Clock;
  /** Told what goes on while programs are built. Default: stderr. */
  readonly progress?: (line: string) => void;
}

export interface ControlPlane {
  /** e.g. `https://127.0.0.1:40123` */
  readonly server: string;
  /** Path of an administrator's kubeconfig; all credentials are inside. */
  readonly kubeconfig: string;
  /** PEM. */
  readonly caCert: string;
  /** Of the administrator (`shardkeeper-admin`, group `system:masters`), for `createKubeClient`. */
  readonly adminAccess: ClusterAccess;
  /** The same as PEM texts, for other clients. */
  readonly adminCredentials: ClusterCredentials;
  /** Any user and groups, by client certificate. */
  readonly accessFor: (user: string, groups: readonly string[]) => ClusterAccess;
  /** The same as the text of a kubeconfig. */
  readonly kubeconfigFor: (user: string, groups: readonly string[]) => string;
  /** For a server at these addresses and names that pods take for the API server. */
  readonly serverCertificate: (names: readonly string[]) => KeyAndCertificate;
  /** What a process kubelet of this node should use: its reads are kept out of the audit log. */
  readonly kubeletAccess: (nodeName: string) => ClusterAccess;
  /** Undefined when auditing is off. One JSON object a line, complete when the API server has stopped. */
  readonly auditLogPath: string | undefined;
  readonly directory: string;
  readonly logDirectory: string;
  /** What cannot be shown with the programs that were found; empty when everything can. */
  readonly limits: readonly string[];
  readonly apiServer: Component;
  readonly etcd: Component;
  /** Undefined when there is none, see `limits`. */
  readonly controllerManager: Component | undefined;
  /** SIGTERM, wait, start, wait for /readyz: same port, same data. */
  readonly restartApiServer: () => Promise<void>;
  /** Writes a snapshot of etcd to a file while everything runs. */
  readonly saveSnapshot: (file: string) => Promise<void>;
  /**
   * Puts the cluster back to a snapshot: all programs stop and start again. resourceVersions go on above all that were used,
   * unless `Repeated` asks for the mistake. For `downMs` (default 0) nothing answers.
   * Errors: `ControlPlaneUnavailable` when there is no etcdutl.
   */
  readonly restoreSnapshot: (file: string, options?: RestoreSnapshotOptions) => Promise<void>;
  /** Of what runs now. */
  readonly pids: () => readonly number[];
  /** Ends everything and removes the directory, unless it is to be kept. Idempotent. */
  readonly stop: (options?: { readonly keepDirectory?: boolean }) => Promise<void>;
}

export interface RestoreSnapshotOptions {
  readonly revisions?: 'Bumped' | 'Repeated';
  readonly downMs?: number;
}

const ATTEMPTS_MAX = 3;

/**
 * Resolves when the API server answers /readyz and the default service account exists (3 to 5 s; the first time on a
 * machine plus the build, about 6 minutes).
 *
 * Errors: those of `controlPlanePrograms`; `ControlPlaneFailed` with the end of the log: its directory is kept then.
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const clock = options.clock ?? systemClock;
  const log = options.log ?? silentLogger;
  const programs =
    options.programs ??
    (await controlPlanePrograms({ clock, ...(options.progress === undefined ? {} : { progress: options.progress }) }));
  const parent = options.parentDirectory ?? tmpdir();
  await mkdir(parent, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const directory = await mkdtemp(path.join(parent, 'shardkeeper-'));
    const guard = startProcessGuard();
    if (options.keepDirectory !== true) guard.removeLater(directory);
    try {
      return await start({ options, clock, log, programs, guard, layout: layoutOf(directory) });
    } catch (error) {
      const again = hasCode(error, 'PortTaken') && attempt < ATTEMPTS_MAX;
      if (!again) guard.keepAfterAll(directory);
      await guard.close();
      if (!again) throw error;
      log.warn('A port was taken by somebody else, starting again', { attempt, error: messageOf(error) });
    }
  }
}

interface Start {
  readonly options: ControlPlaneOptions;
  readonly clock: Clock;
  readonly log: Logger;
  readonly programs: ControlPlanePrograms;
  readonly guard: ProcessGuard;
  readonly layout: Layout;
}

async function start(input: Start): Promise<ControlPlane> {
  const [etcdClient = 0, etcdPeer = 0, apiServerPort = 0] = await freePorts(3);
  const ports: Ports = { etcdClient, etcdPeer, apiServer: apiServerPort };
  const startedMs = input.clock.monotonicMs();
  const identities = await writeFiles(input.layout, {
    server: `https://127.0.0.1:${apiServerPort}`,
    nowWallMs: input.clock.wallMs(),
    audit: input.options.audit ?? 'judge',
  });
  const components = createComponents(input, ports, identities.admin);
  await components.etcd.start();
  await components.apiServer.start();
  await components.controllerManager?.start();
  const seconds = (input.clock.monotonicMs() - startedMs) / 1000;
  input.log.info('Control plane is ready', {
    server: identities.admin.server,
    directory: input.layout.directory,
    seconds,
  });
  return controlPlaneOf(input, { components, identities, ports });
}

interface Components {
  readonly etcd: Component;
  readonly apiServer: Component;
  readonly controllerManager: Component | undefined;
}

function createComponents(
  { options, clock, programs, guard, layout }: Start,
  ports: Ports,
  admin: ClusterCredentials,
): Components {
  const flags: ControlPlaneFlags = {
    audit: options.audit ?? 'judge',
    featureGates: options.featureGates ?? {},
    extraApiServer: options.apiServerFlags ?? [],
    extraControllerManager: options.controllerManagerFlags ?? [],
  };
  const make = (
    name: string,
    [command, args]: readonly [string, readonly string[]],
    ready: () => Promise<boolean>,
  ): Component =>
    createComponent({
      name,
      guard,
      clock,
      command,
      args,
      ready,
      cwd: layout.directory,
      logFile: path.join(layout.logs, `${name}.log`),
    });
  const etcdHealth = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${ports.etcdClient}/readyz`)).ok;
  const answers = (where: string) => async (): Promise<boolean> => (await statusOf(admin, where)) === 200;
  const withManager = options.controllerManager !== false && programs.kubeControllerManager !== undefined;
  return {
    etcd: make('etcd', [programs.etcd, etcdFlags(layout, ports)], etcdHealth),
    apiServer: make(
      'kube-apiserver',
      [programs.kubeApiserver, apiServerFlags(layout, ports, flags)],
      answers('/readyz'),
    ),
    controllerManager: withManager
      ? make(
          'kube-controller-manager',
          [programs.kubeControllerManager ?? '', controllerManagerFlags(layout, flags)],
          answers('/api/v1/namespaces/default/serviceaccounts/default'),
        )
      : undefined,
  };
}

interface Started {
  readonly components: Components;
  readonly identities: Identities;
  readonly ports: Ports;
}

function controlPlaneOf(input: Start, { components, identities, ports }: Started): ControlPlane {
  const { options, programs, guard, layout } = input;
  const { etcd, apiServer, controllerManager } = components;
  const inStopOrder = [controllerManager, apiServer, etcd].filter((one) => one !== undefined);
  let stopping: Promise<void> | undefined;
  const stop = async (keepDirectory: boolean): Promise<void> => {
    for (const component of inStopOrder) await component.stop();
    if (keepDirectory) guard.keepAfterAll(layout.directory);
    await guard.close();
    if (!keepDirectory) await rm(layout.directory, { recursive: true, force: true });
  };
  const restore = async (file: string, how: RestoreSnapshotOptions = {}): Promise<void> => {
    const { etcdutl } = programs;
    if (etcdutl === undefined) {
      throw new ShardkeeperError('there is no etcdutl: a snapshot cannot be restored; unset KUBEBUILDER_ASSETS', {
        code: 'ControlPlaneUnavailable',
        terminal: true,
      });
    }
    for (const component of inStopOrder) await component.stop();
    const startAtMs = input.clock.monotonicMs() + (how.downMs ?? 0);
    await restoreSnapshot({
      etcdutl,
      file,
      dataDirectory: layout.etcdData,
      peerPort: ports.etcdPeer,
      revisions: how.revisions ?? 'Bumped',
    });
    await sleep(input.clock, Math.max(0, startAtMs - input.clock.monotonicMs()));
    for (const component of inStopOrder.toReversed()) await component.start();
  };
  return {
    server: identities.admin.server,
    kubeconfig: layout.kubeconfig,
    caCert: identities.admin.caPem,
    adminAccess: accessOf(identities.admin),
    adminCredentials: identities.admin,
    accessFor: (user, groups) => accessOf(identities.credentialsFor(user, groups)),
    kubeconfigFor: (user, groups) => kubeconfigText(identities.credentialsFor(user, groups), user),
    serverCertificate: identities.serverCertificate,
    kubeletAccess: (nodeName) =>
      accessOf(identities.credentialsFor(`system:node:${nodeName}`, ['system:nodes', 'system:masters'])),
    auditLogPath: options.audit === 'off' ? undefined : layout.auditLog,
    directory: layout.directory,
    logDirectory: layout.logs,
    limits: programs.limits,
    apiServer,
    etcd,
    controllerManager,
    restartApiServer: async () => {
      await apiServer.stop();
      await apiServer.start();
    },
    saveSnapshot: (file) => saveSnapshot({ clientPort: ports.etcdClient, file }),
    restoreSnapshot: restore,
    pids: () => inStopOrder.map((component) => component.pid()).filter((pid) => pid !== undefined),
    stop: (how) => (stopping ??= stop(how?.keepDirectory ?? options.keepDirectory ?? false)),
  };
}
