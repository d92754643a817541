/** What the tests of the cluster itself share: waiting for facts, processes of the machine, small workloads. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { KubeClient, KubeObject, Resource } from '../../../src/kube/types.ts';
import { answerTo } from '../../eventually.ts';

const namespaced = (group: string, plural: string, kind: string): Resource => ({
  group,
  plural,
  kind,
  version: 'v1',
  namespaced: true,
  hasStatus: true,
});
export const PODS = namespaced('', 'pods', 'Pod');
export const CONFIG_MAPS = namespaced('', 'configmaps', 'ConfigMap');
export const STATEFUL_SETS = namespaced('apps', 'statefulsets', 'StatefulSet');
export const DEPLOYMENTS = namespaced('apps', 'deployments', 'Deployment');

/** A zombie counts as gone: it only waits to be noticed by its parent. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The folder of the Node that runs the tests, for the pods' PATH. */
export const NODE_DIRECTORY = path.dirname(process.execPath);

/** Listens on its pod IP; /token answers with the token at the standard path, everything else with `ok`. */
const PROGRAM = `
const fs = require('node:fs');
require('node:http').createServer((request, response) => {
  if (request.url !== '/token') return response.end('ok');
  response.end(fs.readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/token'));
}).listen(8080, process.env.POD_IP);
console.log('started', process.env.POD_NAME, process.env.VERSION, process.env.GREETING);
process.on('SIGTERM', () => { console.log('got SIGTERM'); process.exit(0); });
`;

export interface WorkloadOptions {
  readonly name: string;
  readonly replicas: number;
  readonly version?: string;
  readonly spec?: Readonly<Record<string, unknown>>;
}

const field = (name: string, fieldPath: string): unknown => ({ name, valueFrom: { fieldRef: { fieldPath } } });

export function workload(
  kind: 'StatefulSet' | 'Deployment',
  { name, replicas, version = '1', spec = {} }: WorkloadOptions,
): KubeObject {
  const container = {
    name: 'main',
    image: 'ignored',
    command: ['node', '-e', PROGRAM],
    env: [
      field('POD_NAME', 'metadata.name'),
      field('POD_IP', 'status.podIP'),
      { name: 'VERSION', value: version },
      { name: 'GREETING', value: 'I am $(POD_NAME)' },
    ],
    ports: [{ name: 'http', containerPort: 8080 }],
    readinessProbe: { httpGet: { path: '/', port: 'http' }, periodSeconds: 1 },
  };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { serviceAccountName: 'default', terminationGracePeriodSeconds: 20, containers: [container] },
      },
      ...spec,
    },
  };
}

export async function pods(client: KubeClient, app: string): Promise<readonly KubeObject[]> {
  return (await client.list(PODS, { namespace: 'default', labelSelector: `app=${app}` })).items;
}

interface ReadPod {
  readonly ready: boolean;
  readonly podIP: string;
  readonly restarts: number;
}

export function readPod(pod: KubeObject): ReadPod {
  const status = (pod['status'] ?? {}) as {
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
  return {
    ready: status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') ?? false,
    podIP: status.podIP ?? '',
    restarts: status.containerStatuses?.[0]?.restartCount ?? 0,
  };
}

/** Exactly `count` pods, all of them ready and none of them leaving. */
export function untilReady(client: KubeClient, app: string, count: number): Promise<readonly KubeObject[]> {
  return answerTo(`${count} pods of ${app} are ready`, async () => {
    const found = await pods(client, app);
    const good = found.filter((pod) => readPod(pod).ready && pod.metadata.deletionTimestamp === undefined);
    return found.length === count && good.length === count ? found : undefined;
  });
}

export function scale(client: KubeClient, resource: Resource, name: string, replicas: number): Promise<KubeObject> {
  return client.send({
    verb: 'patch',
    resource,
    ref: { namespace: 'default', name },
    patchType: 'merge',
    patch: { spec: { replicas } },
  });
}
