/** The overlay that a stage installs. */
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Needs } from '../scenario.ts';

const DEV = fileURLToPath(new URL('../../../kustomize/overlays/dev', import.meta.url));

/** Undefined: kustomize/overlays/dev as it is. Else a folder, to be removed by the caller. */
export async function overlayFor(needs: Needs): Promise<string | undefined> {
  if (needs.lease !== 'default') return undefined;
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'shardkeeper-overlay-')));
  await mkdir(folder, { recursive: true });
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    // kustomize takes no absolute paths.
    resources: [path.relative(folder, DEV)],
    patches: [
      {
        target: { group: 'shardkeeper.io', kind: 'ControllerShardSet' },
        patch: JSON.stringify([{ op: 'remove', path: '/spec/lease' }]),
      },
    ],
  };
  await writeFile(path.join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
  return folder;
}
