/**
 * The files of a pod: its service account, ConfigMaps, Secrets and emptyDirs, as folders to be mounted.
 *
 * ConfigMaps and Secrets are read when a container starts; later changes reach the pod with its next restart.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { KeyValues } from './environment.ts';
import { ContainerConfigError } from './environment.ts';
import type { Mount } from './mount-namespace.ts';
import { containerOf, type KeyToPath, type Pod, type Volume } from './pod.ts';

export const SERVICE_ACCOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface VolumesOptions {
  readonly pod: Pod;
  /** Of this pod. */
  readonly directory: string;
  readonly values: KeyValues;
  /** Folder with token, ca.crt and namespace; undefined when the pod does not want one. */
  readonly serviceAccount: string | undefined;
}

/** Names of the ConfigMaps and Secrets that must be read before a container starts. */
export function referencesOf(pod: Pod): {
  readonly configMaps: readonly string[];
  readonly secrets: readonly string[];
} {
  const configMaps = new Set<string>();
  const secrets = new Set<string>();
  const container = containerOf(pod);
  for (const { configMap, secret } of pod.spec.volumes ?? []) {
    if (configMap !== undefined) configMaps.add(configMap.name);
    if (secret !== undefined) secrets.add(secret.secretName);
  }
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (configMapRef !== undefined) configMaps.add(configMapRef.name);
    if (secretRef !== undefined) secrets.add(secretRef.name);
  }
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.configMapKeyRef !== undefined) configMaps.add(valueFrom.configMapKeyRef.name);
    if (valueFrom?.secretKeyRef !== undefined) secrets.add(valueFrom.secretKeyRef.name);
  }
  return { configMaps: [...configMaps], secrets: [...secrets] };
}

/** Writes what the container mounts and says where it goes. */
export async function materialize(options: VolumesOptions): Promise<readonly Mount[]> {
  const { pod, serviceAccount } = options;
  const mounts: Mount[] = [];
  if (serviceAccount !== undefined) {
    mounts.push({ source: serviceAccount, target: SERVICE_ACCOUNT_PATH, readOnly: true });
  }
  for (const mount of containerOf(pod).volumeMounts ?? []) {
    // What the ServiceAccount admission adds; the folder above is the same.
    if (mount.mountPath === SERVICE_ACCOUNT_PATH) continue;
    const volume = pod.spec.volumes?.find((one) => one.name === mount.name);
    if (volume === undefined) throw new ContainerConfigError(`volumeMount ${mount.name}: there is no such volume`);
    const folder = await folderOf(volume, options);
    const source = mount.subPath === undefined ? folder : path.join(folder, mount.subPath);
    mounts.push({
      source,
      target: mount.mountPath,
      readOnly: mount.readOnly === true || volume.emptyDir === undefined,
    });
  }
  return mounts;
}

async function folderOf(volume: Volume, options: VolumesOptions): Promise<string> {
  const folder = path.join(options.directory, 'volumes', volume.name);
  if (volume.emptyDir !== undefined) {
    await mkdir(folder, { recursive: true });
    return folder;
  }
  if (volume.hostPath !== undefined) return volume.hostPath.path;
  if (volume.configMap !== undefined) {
    const { name, items, optional } = volume.configMap;
    await writeKeys(folder, items, required(options.values.configMap(name), `ConfigMap ${name}`, optional));
    return folder;
  }
  if (volume.secret !== undefined) {
    const { secretName, items, optional } = volume.secret;
    await writeKeys(folder, items, required(options.values.secret(secretName), `Secret ${secretName}`, optional));
    return folder;
  }
  const kind = Object.keys(volume).filter((key) => key !== 'name');
  throw new ContainerConfigError(`volume ${volume.name}: ${kind.join()} is not supported by the process kubelet`);
}

function required(
  data: Readonly<Record<string, string>> | undefined,
  what: string,
  optional: boolean | undefined,
): Readonly<Record<string, string>> {
  if (data === undefined && optional !== true) throw new ContainerConfigError(`${what} does not exist`);
  return data ?? {};
}

async function writeKeys(
  folder: string,
  items: readonly KeyToPath[] | undefined,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { key, path: where } of items ?? Object.keys(data).map((name) => ({ key: name, path: name }))) {
    const value = data[key];
    if (value === undefined) throw new ContainerConfigError(`volume ${path.basename(folder)}: there is no key ${key}`);
    const file = path.join(folder, where);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, value);
  }
}
