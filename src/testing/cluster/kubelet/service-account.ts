/** The service account folder of a pod: a token bound to the pod, renewed at 80 % of its life. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Clock, Timer } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { KubeClient, KubeObject, Resource } from '../../../kube/types.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { createdBelow, type Pod } from './pod.ts';

const SERVICE_ACCOUNTS: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
  hasStatus: false,
};

export interface ServiceAccountOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pod: Pod;
  readonly directory: string;
  /** PEM. */
  readonly caPem: string;
  /** At least 600, the server's minimum. */
  readonly tokenSeconds: number;
}

export interface ServiceAccountFolder {
  readonly directory: string;
  /** Requests a token and writes it (atomically); starts the renewals. Rejects with an ApiError. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

const RENEW_AT = 0.8;
const RETRY_MS = 5_000;

export function createServiceAccountFolder(options: ServiceAccountOptions): ServiceAccountFolder {
  const { clock, directory, pod, log } = options;
  let timer: Timer | undefined;
  let stopped = false;
  const refresh = async (): Promise<void> => {
    const token = await requestToken(options);
    await mkdir(directory, { recursive: true });
    await replace(path.join(directory, 'token'), token);
    await replace(path.join(directory, 'ca.crt'), options.caPem);
    await replace(path.join(directory, 'namespace'), pod.metadata.namespace);
    schedule(options.tokenSeconds * 1000 * RENEW_AT);
  };
  const schedule = (delayMs: number): void => {
    timer?.cancel();
    if (stopped) return;
    timer = clock.setTimer(delayMs, () => {
      refresh().catch((error: unknown) => {
        log.warn('Could not renew a service account token', { pod: pod.metadata.name, error: messageOf(error) });
        schedule(RETRY_MS);
      });
    });
  };
  return {
    directory,
    refresh,
    stop: () => {
      stopped = true;
      timer?.cancel();
    },
  };
}

async function requestToken({ client, pod, tokenSeconds }: ServiceAccountOptions): Promise<string> {
  const { name, uid, namespace } = pod.metadata;
  const account = pod.spec.serviceAccountName ?? 'default';
  const body: KubeObject = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: { name: account, namespace },
    spec: { expirationSeconds: tokenSeconds, boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } },
  };
  const resource = createdBelow(SERVICE_ACCOUNTS, account, { plural: 'token', kind: 'TokenRequest' });
  const answer = await client.send({ verb: 'create', resource, body });
  const status = answer['status'];
  if (typeof status !== 'object' || status === null || !('token' in status) || typeof status.token !== 'string') {
    throw new TypeError('a TokenRequest was answered without a token');
  }
  return status.token;
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
