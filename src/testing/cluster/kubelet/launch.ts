/** Everything between "this pod is to run" and its process: token, references, volumes, environment, command line. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { isApiError } from '../../../kube/api-error.ts';
import type { KubeClient, Resource } from '../../../kube/types.ts';
import type { GuardedProcess } from '../processes/guard.ts';
import type { KubeletContext } from './context.ts';
import { commandLineOf, ContainerConfigError, environmentOf, type KeyValues } from './environment.ts';
import { isolate } from './mount-namespace.ts';
import { containerOf, type Pod } from './pod.ts';
import type { ServiceAccountFolder } from './service-account.ts';
import { materialize, referencesOf } from './volumes.ts';

export interface PodPlace {
  readonly directory: string;
  readonly podIP: string;
  readonly logFile: string;
}

export interface LaunchOptions {
  readonly pod: Pod;
  readonly place: PodPlace;
  readonly context: KubeletContext;
  readonly serviceAccount: ServiceAccountFolder;
}

/** Prepares everything; the function it resolves to starts the process at once. */
export async function launchPod(options: LaunchOptions): Promise<() => GuardedProcess> {
  const { pod, place, context, serviceAccount } = options;
  const wantsToken = pod.spec.automountServiceAccountToken !== false;
  if (wantsToken) await serviceAccount.refresh();
  const values = await readReferences(pod, context.client);
  const mounts = await materialize({
    pod,
    values,
    directory: place.directory,
    serviceAccount: wantsToken ? serviceAccount.directory : undefined,
  });
  if (context.isolation === 'None' && mounts.length > (wantsToken ? 1 : 0)) {
    throw new ContainerConfigError('volumeMounts need mount namespaces, which this machine does not allow');
  }
  const scratch = path.join(place.directory, 'scratch');
  const home = path.join(place.directory, 'home');
  await mkdir(scratch, { recursive: true });
  await mkdir(home, { recursive: true });
  const facts = { pod, podIP: place.podIP, hostIP: context.addresses.hostIP };
  const env = environmentOf(facts, values, { ...(await baseEnvironment(options)), HOME: home });
  const container = containerOf(pod);
  const words = commandLineOf(container, env);
  const { command, args } = isolate(words, {
    isolation: context.isolation,
    directory: context.directory,
    scratch,
    mounts,
  });
  return () => context.guard.spawn({ command, args, env, cwd: container.workingDir ?? home, logFile: place.logFile });
}

async function baseEnvironment({
  pod,
  place,
  context,
  serviceAccount,
}: LaunchOptions): Promise<Record<string, string>> {
  const { apiServer } = context;
  const server = (await apiServer.serverFor?.(pod.metadata.name)) ?? apiServer.server;
  const url = new URL(server);
  const env: Record<string, string> = {
    ...context.env,
    HOSTNAME: pod.metadata.name,
    KUBERNETES_SERVICE_HOST: url.hostname,
    KUBERNETES_SERVICE_PORT: url.port === '' ? '443' : url.port,
  };
  if (context.isolation !== 'None') return env;
  const file = path.join(place.directory, 'kubeconfig');
  const inAccount = (name: string): string => path.join(serviceAccount.directory, name);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'pod', cluster: { server, 'certificate-authority': inAccount('ca.crt') } }],
    users: [{ name: 'pod', user: { tokenFile: inAccount('token') } }],
    contexts: [{ name: 'pod', context: { cluster: 'pod', user: 'pod', namespace: pod.metadata.namespace } }],
    'current-context': 'pod',
  };
  await writeFile(file, JSON.stringify(config));
  return { ...env, KUBECONFIG: file };
}

const core = (plural: string, kind: string): Resource => ({
  group: '',
  version: 'v1',
  plural,
  kind,
  namespaced: true,
  hasStatus: false,
});
const CONFIG_MAPS = core('configmaps', 'ConfigMap');
const SECRETS = core('secrets', 'Secret');

type Data = Readonly<Record<string, string>>;

async function readReferences(pod: Pod, client: KubeClient): Promise<KeyValues> {
  const { configMaps, secrets } = referencesOf(pod);
  const read = async (resource: Resource, name: string): Promise<readonly [string, Data | undefined]> => {
    try {
      const object = await client.get(resource, { namespace: pod.metadata.namespace, name });
      return [name, (object['data'] ?? {}) as Data];
    } catch (error) {
      if (isApiError(error, 'NotFound')) return [name, undefined];
      throw error;
    }
  };
  const ofConfigMaps = new Map(await Promise.all(configMaps.map((name) => read(CONFIG_MAPS, name))));
  const ofSecrets = new Map(await Promise.all(secrets.map((name) => read(SECRETS, name))));
  const decode = (data: Data | undefined): Data | undefined =>
    data === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString('utf8')]),
        );
  return { configMap: (name) => ofConfigMaps.get(name), secret: (name) => decode(ofSecrets.get(name)) };
}
