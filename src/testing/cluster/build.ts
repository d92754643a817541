/**
 * Finds the programs of the control plane, or builds them.
 *
 * Order: `KUBEBUILDER_ASSETS`; the cache; a build with Go from tools/controlplane into the cache. The cache lies outside
 * the tree and is keyed by go.mod, go.sum and the build flags, so that every checkout of one version shares it.
 * Safe when several processes start at once. Progress goes to stderr, the paths to stdout:
 *
 *     node src/testing/cluster/build.ts [--with-kubectl]
 */
import path from 'node:path';

import { systemClock, type Clock } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import { cacheDirectory, type Environment } from './programs/cache.ts';
import { buildRecipe, CONTROL_PLANE_PROGRAMS, type ProgramName } from './programs/catalogue.ts';
import { goBuild, isExecutable } from './programs/go-build.ts';

export interface ControlPlanePrograms {
  readonly source: 'KubebuilderAssets' | 'Cache' | 'Built';
  readonly etcd: string;
  readonly kubeApiserver: string;
  /** Absent in most KUBEBUILDER_ASSETS: then no StatefulSet, Deployment or garbage collection. */
  readonly kubeControllerManager: string | undefined;
  /** Absent in KUBEBUILDER_ASSETS: then no restore of a snapshot. */
  readonly etcdutl: string | undefined;
  /** What cannot be shown with these programs, as sentences; empty when everything can. */
  readonly limits: readonly string[];
}

export interface FindProgramsOptions {
  readonly env?: Environment;
  /** Where Go is looked for after PATH. Default: where its installation instructions put it. */
  readonly goDirectories?: readonly string[];
  readonly clock?: Clock;
  /** Gets one line whenever something takes longer than two seconds. Default: stderr. */
  readonly progress?: (line: string) => void;
}

/**
 * The programs, built if need be (about 6 minutes the first time).
 *
 * Errors: `GoMissing`, `BuildFailed`, `ControlPlaneUnavailable`.
 */
export async function controlPlanePrograms(options: FindProgramsOptions = {}): Promise<ControlPlanePrograms> {
  const env = options.env ?? process.env;
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets !== undefined && assets !== '') return fromAssets(assets);
  const { directory, built } = await ensure(CONTROL_PLANE_PROGRAMS, options);
  return {
    source: built ? 'Built' : 'Cache',
    etcd: path.join(directory, 'etcd'),
    etcdutl: path.join(directory, 'etcdutl'),
    kubeApiserver: path.join(directory, 'kube-apiserver'),
    kubeControllerManager: path.join(directory, 'kube-controller-manager'),
    limits: [],
  };
}

/** The kubectl of this machine, else ours, built if need be. */
export async function kubectlPath(options: FindProgramsOptions = {}): Promise<string> {
  const env = options.env ?? process.env;
  for (const directory of [...(env['PATH'] ?? '').split(path.delimiter), env['KUBEBUILDER_ASSETS'] ?? '']) {
    const candidate = path.join(directory, 'kubectl');
    if (directory !== '' && (await isExecutable(candidate))) return candidate;
  }
  const { directory } = await ensure(['kubectl'], options);
  return path.join(directory, 'kubectl');
}

async function fromAssets(assets: string): Promise<ControlPlanePrograms> {
  const find = async (name: string): Promise<string | undefined> =>
    (await isExecutable(path.join(assets, name))) ? path.join(assets, name) : undefined;
  const [etcd, kubeApiserver] = [await find('etcd'), await find('kube-apiserver')];
  if (etcd === undefined || kubeApiserver === undefined) {
    throw new ShardkeeperError(
      `KUBEBUILDER_ASSETS=${assets}: no executable etcd and kube-apiserver there; correct or unset it`,
      {
        code: 'ControlPlaneUnavailable',
        terminal: true,
      },
    );
  }
  const [kubeControllerManager, etcdutl] = [await find('kube-controller-manager'), await find('etcdutl')];
  const limits: string[] = [];
  if (kubeControllerManager === undefined) {
    limits.push(
      'KUBEBUILDER_ASSETS has no kube-controller-manager: no StatefulSet, Deployment, autoscaling or garbage collection.',
    );
  }
  if (etcdutl === undefined) limits.push('KUBEBUILDER_ASSETS has no etcdutl: snapshots cannot be restored.');
  return { source: 'KubebuilderAssets', etcd, etcdutl, kubeApiserver, kubeControllerManager, limits };
}

async function ensure(
  names: readonly ProgramName[],
  options: FindProgramsOptions,
): Promise<{ readonly directory: string; readonly built: boolean }> {
  const env = options.env ?? process.env;
  const recipe = await buildRecipe();
  const directory = path.join(cacheDirectory(env), 'controlplane', recipe.key);
  const present = await Promise.all(names.map((name) => isExecutable(path.join(directory, name))));
  if (present.every(Boolean)) return { directory, built: false };
  await goBuild({
    recipe,
    target: directory,
    names,
    env,
    goDirectories: options.goDirectories ?? ['/usr/local/go/bin'],
    clock: options.clock ?? systemClock,
    progress: options.progress ?? ((line) => process.stderr.write(`${line}\n`)),
  });
  return { directory, built: true };
}

async function main(args: readonly string[]): Promise<void> {
  const programs = await controlPlanePrograms();
  const lines = [programs.etcd, programs.etcdutl, programs.kubeApiserver, programs.kubeControllerManager];
  if (args.includes('--with-kubectl')) lines.push(await kubectlPath());
  for (const limit of programs.limits) process.stderr.write(`${limit}\n`);
  process.stdout.write(`${lines.filter((line) => line !== undefined).join('\n')}\n`);
}

// The name is looked at too: in a bundle this module is part of somebody else's main.
if (import.meta.main && import.meta.url.endsWith('/cluster/build.ts')) {
  await main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error, 8192)}\n`);
    process.exitCode = 1;
  });
}
