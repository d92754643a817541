/**
 * Kubeconfig files as data: merged by kubectl's rules, with the gaps of client-node's KubeConfig closed and what we cannot
 * honour refused in plain words. Pure: file contents come in, one cluster and one user go out.
 */
import { isAbsolute, join } from 'node:path';

import { parse } from 'yaml';

import { ShardkeeperError, messageOf } from '../lib/errors.ts';
import { isRecord, stringOf } from './record.ts';

export interface KubeconfigFile {
  readonly name: string;
  /** Relative paths in the file are relative to this folder. */
  readonly folder: string;
  readonly text: string;
}

/** What is left after merging and choosing: the raw cluster and user, with absolute paths. */
export interface ChosenContext {
  readonly namespace: string;
  readonly cluster: Readonly<Record<string, unknown>>;
  readonly user: Readonly<Record<string, unknown>>;
  readonly server: string;
  /** A file that holds the bearer token, read again and again. */
  readonly tokenFile: string | undefined;
}

type Entries = Map<string, Readonly<Record<string, unknown>>>;

/**
 * The first file that names something wins, as with kubectl. Throws `InvalidConfiguration` (terminal), naming file and
 * field.
 */
export function chooseContext(files: readonly KubeconfigFile[], wanted?: string): ChosenContext {
  const clusters: Entries = new Map();
  const users: Entries = new Map();
  const contexts: Entries = new Map();
  let current = wanted;
  for (const file of files) {
    const config = parseFile(file);
    current ??= stringOf(config['current-context']) || undefined;
    for (const [name, entry] of entriesOf(config['clusters'], 'cluster')) {
      if (!clusters.has(name)) clusters.set(name, withPaths(entry, file.folder, CLUSTER_PATHS));
    }
    for (const [name, entry] of entriesOf(config['users'], 'user')) {
      if (!users.has(name)) users.set(name, withExec(withPaths(entry, file.folder, USER_PATHS), file.folder));
    }
    for (const [name, entry] of entriesOf(config['contexts'], 'context')) {
      if (!contexts.has(name)) contexts.set(name, entry);
    }
  }
  const names = files.map((file) => file.name).join(', ');
  if (current === undefined) throw invalid(`${names}: no current-context; set one with kubectl config use-context`);
  const context = contexts.get(current);
  if (context === undefined) {
    throw invalid(`${names}: there is no context "${current}"; known: ${[...contexts.keys()].join(', ') || 'none'}`);
  }
  const cluster = clusters.get(stringOf(context['cluster']) ?? '');
  if (cluster === undefined) throw invalid(`${names}: context "${current}" names an unknown cluster`);
  const userName = stringOf(context['user']) ?? '';
  const user = userName === '' ? {} : users.get(userName);
  if (user === undefined) throw invalid(`${names}: context "${current}" names an unknown user "${userName}"`);
  refuseUnsupported(names, cluster, user);
  return {
    namespace: stringOf(context['namespace']) || 'default',
    cluster,
    user: withClusterInfo(user, cluster),
    server: serverOf(names, cluster),
    tokenFile: stringOf(user['tokenFile']),
  };
}

const CLUSTER_PATHS = ['certificate-authority'];
const USER_PATHS = ['client-certificate', 'client-key', 'tokenFile'];

function parseFile(file: KubeconfigFile): Readonly<Record<string, unknown>> {
  let config: unknown;
  try {
    config = parse(file.text);
  } catch (error) {
    throw invalid(`${file.name}: not YAML: ${messageOf(error)}`);
  }
  if (config === null || config === undefined) return {};
  if (!isRecord(config)) throw invalid(`${file.name}: not a kubeconfig: the top level is no mapping`);
  return config;
}

/** The named entries of one list of one file: `clusters[].cluster`, and so on. */
function* entriesOf(list: unknown, field: string): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  for (const item of Array.isArray(list) ? (list as readonly unknown[]) : []) {
    if (!isRecord(item)) continue;
    const name = stringOf(item['name']);
    const entry = item[field];
    if (name !== undefined && isRecord(entry)) yield [name, entry];
  }
}

function withPaths(
  entry: Readonly<Record<string, unknown>>,
  folder: string,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  const result = { ...entry };
  for (const field of fields) {
    const path = stringOf(entry[field]);
    if (path !== undefined && path !== '' && !isAbsolute(path)) result[field] = join(folder, path);
  }
  return result;
}

/** A command with a slash is a path relative to the file; one without is looked up in PATH. */
function withExec(user: Readonly<Record<string, unknown>>, folder: string): Readonly<Record<string, unknown>> {
  const exec = user['exec'];
  if (!isRecord(exec)) return user;
  const command = stringOf(exec['command']) ?? '';
  if (!command.includes('/') || isAbsolute(command)) return user;
  return { ...user, exec: { ...exec, command: join(folder, command) } };
}

/** Plugins that ask for `provideClusterInfo` find the cluster in KUBERNETES_EXEC_INFO. */
function withClusterInfo(
  user: Readonly<Record<string, unknown>>,
  cluster: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const exec = user['exec'];
  if (!isRecord(exec) || exec['provideClusterInfo'] !== true) return user;
  const info = {
    apiVersion: exec['apiVersion'],
    kind: 'ExecCredential',
    spec: {
      interactive: false,
      cluster: {
        server: cluster['server'],
        'tls-server-name': cluster['tls-server-name'],
        'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
        'certificate-authority-data': cluster['certificate-authority-data'],
      },
    },
  };
  const env = Array.isArray(exec['env']) ? (exec['env'] as readonly unknown[]) : [];
  return { ...user, exec: { ...exec, env: [...env, { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(info) }] } };
}

function refuseUnsupported(
  names: string,
  cluster: Readonly<Record<string, unknown>>,
  user: Readonly<Record<string, unknown>>,
): void {
  if (cluster['proxy-url'] !== undefined) throw invalid(`${names}: cluster field proxy-url is not supported`);
  for (const field of ['username', 'password', 'as', 'as-groups', 'as-uid', 'as-user-extra']) {
    if (user[field] === undefined) continue;
    const remedy = field.startsWith('as') ? 'use a user of its own' : 'API servers no longer accept basic auth';
    throw invalid(`${names}: user field ${field} is not supported; ${remedy}`);
  }
}

function serverOf(names: string, cluster: Readonly<Record<string, unknown>>): string {
  const server = stringOf(cluster['server']) ?? '';
  if (!/^https?:\/\/./.test(server) || !URL.canParse(server)) {
    throw invalid(`${names}: cluster field server is no http(s) URL: "${server}"`);
  }
  return server.replace(/\/+$/, '');
}

export function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidConfiguration', terminal: true });
}
