/** An overlay on the fly: another one, with components of kustomize/components on top, as a user would write it. */
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';

export interface OverlayOptions {
  /** Folder to be filled. */
  readonly folder: string;
  /** Undefined: the components alone. */
  readonly overlay: string | undefined;
  /** Folders. */
  readonly components: readonly string[];
  readonly namespace: string;
  readonly namePrefix?: string;
}

/** Resolves to the folder. */
export async function writeOverlay(options: OverlayOptions): Promise<string> {
  const { folder, overlay, components, namespace, namePrefix } = options;
  await mkdir(folder, { recursive: true });
  // kustomize takes no absolute paths, and follows links before it goes up.
  const real = await realpath(folder);
  const relative = async (target: string): Promise<string> => path.relative(real, await realpath(target));
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace,
    ...(namePrefix === undefined ? {} : { namePrefix }),
    resources: overlay === undefined ? [] : [await relative(overlay)],
    components: await Promise.all(components.map(relative)),
  };
  await writeFile(path.join(real, 'kustomization.yaml'), stringify(kustomization));
  return real;
}
