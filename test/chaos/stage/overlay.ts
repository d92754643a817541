/** The overlay that a stage installs. */
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Needs } from '../scenario.ts';

const DEV = fileURLToPath(new URL('../../../kustomize/overlays/dev', import.meta.url));
const APPLY_PROGRAM = fileURLToPath(new URL('../apply-engine/program.ts', import.meta.url));

const DEFAULT_LEASE = {
  target: { group: 'shardkeeper.io', kind: 'ControllerShardSet' },
  patch: JSON.stringify([{ op: 'remove', path: '/spec/lease' }]),
};
const APPLY_ENGINE = {
  target: { kind: 'StatefulSet', name: 'metacontroller' },
  patch: JSON.stringify([
    { op: 'replace', path: '/spec/template/spec/containers/0/command', value: [process.execPath, APPLY_PROGRAM] },
  ]),
};

/** Undefined: kustomize/overlays/dev as it is. Else a folder, to be removed by the caller. */
export async function overlayFor(needs: Needs): Promise<string | undefined> {
  const patches = [
    ...(needs.lease === 'default' ? [DEFAULT_LEASE] : []),
    ...(needs.apply === true ? [APPLY_ENGINE] : []),
  ];
  if (patches.length === 0) return undefined;
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'shardkeeper-overlay-')));
  const kustomization = {
    patches,
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    // kustomize takes no absolute paths.
    resources: [path.relative(folder, await realpath(DEV))],
  };
  await writeFile(path.join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
  return folder;
}
