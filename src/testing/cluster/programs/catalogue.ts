/** Which programs make up the control plane, from which Go module each is built, and with which flags. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { ShardkeeperError } from '../../../lib/errors.ts';
import { cacheKey } from './cache.ts';

export type ProgramName = 'etcd' | 'etcdutl' | 'kube-apiserver' | 'kube-controller-manager' | 'kubectl';

export const CONTROL_PLANE_PROGRAMS: readonly ProgramName[] = [
  'etcd',
  'etcdutl',
  'kube-apiserver',
  'kube-controller-manager',
];

export interface GoModule {
  /** Folder below tools/controlplane. */
  readonly folder: 'etcd' | 'kubernetes';
  readonly packages: Readonly<Partial<Record<ProgramName, string>>>;
}

export const GO_MODULES: readonly GoModule[] = [
  {
    folder: 'etcd',
    packages: { etcd: 'go.etcd.io/etcd/server/v3', etcdutl: 'go.etcd.io/etcd/etcdutl/v3' },
  },
  {
    folder: 'kubernetes',
    packages: {
      'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
      'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
      kubectl: 'k8s.io/kubernetes/cmd/kubectl',
    },
  },
];

/** The folder with the go.mod files: found from this file upwards, so that it works from source, from dist and bundled. */
export function controlPlaneModules(): string {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = path.join(directory, 'tools', 'controlplane');
    if (existsSync(path.join(candidate, 'kubernetes', 'go.mod'))) return candidate;
    const parent = path.dirname(directory);
    if (parent === directory) break;
    directory = parent;
  }
  throw new ShardkeeperError(
    'tools/controlplane (the go.mod files of the control plane) was not found in any folder above this program; run it from a checkout of Shardkeeper, or set KUBEBUILDER_ASSETS',
    { code: 'ControlPlaneUnavailable', terminal: true },
  );
}

/** Everything that decides what comes out of a build, so that the cache can be keyed by it. */
export interface BuildRecipe {
  readonly modules: string;
  readonly key: string;
  readonly kubernetesVersion: string;
}

const COMMON_FLAGS = ['-trimpath'];
const STRIP = '-s -w';

export async function buildRecipe(modules: string = controlPlaneModules()): Promise<BuildRecipe> {
  const files = await Promise.all(
    GO_MODULES.flatMap(({ folder }) => ['go.mod', 'go.sum'].map((name) => path.join(modules, folder, name))).map(
      (file) => readFile(file, 'utf8'),
    ),
  );
  const kubernetesVersion = /^\s*k8s\.io\/kubernetes (v\d+\.\d+\.\d+\S*)/m.exec(files.join('\n'))?.[1];
  if (kubernetesVersion === undefined) {
    throw new ShardkeeperError(`${modules}/kubernetes/go.mod does not require k8s.io/kubernetes`, {
      code: 'ControlPlaneUnavailable',
      terminal: true,
    });
  }
  const flags = GO_MODULES.flatMap(({ folder }) => goBuildFlags(folder, kubernetesVersion));
  return { modules, kubernetesVersion, key: cacheKey([...files, ...flags, process.platform, process.arch]) };
}

/** Without the version keys the programs report no version, and clients and discovery depend on it. */
export function goBuildFlags(folder: GoModule['folder'], kubernetesVersion: string): readonly string[] {
  if (folder === 'etcd') return [...COMMON_FLAGS, '-ldflags', STRIP];
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(kubernetesVersion) ?? [];
  const keys = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((where) => [
    `-X ${where}.gitVersion=${kubernetesVersion}`,
    `-X ${where}.gitMajor=${major}`,
    `-X ${where}.gitMinor=${minor}`,
  ]);
  return [...COMMON_FLAGS, '-ldflags', [STRIP, ...keys].join(' ')];
}
