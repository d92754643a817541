/**
 * Finds the cluster and keeps the credentials fresh.
 *
 * Order: KUBECONFIG (one or several files); the pod's service account; `~/.kube/config`. Nothing found is an error: there
 * is no silent default. The only importer of @kubernetes/client-node, of which it uses KubeConfig (exec plugins and the like),
 * loaded only for credentials that are not plain files and texts.
 */
import { access as accessFile, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

import type { Clock } from '../lib/clock.ts';
import { isShardkeeperError, messageOf, ShardkeeperError } from '../lib/errors.ts';
import type { ClusterAccess, Headers, TlsOptions } from './access.ts';
import { isPlain, readPlain } from './plain-credentials.ts';
import { chooseContext, invalid, type ChosenContext, type KubeconfigFile } from './kubeconfig.ts';

export interface LoadClusterOptions {
  readonly clock: Clock;
  /** The process environment: KUBECONFIG, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Kubeconfig file of a `--kubeconfig` flag: instead of everything else. */
  readonly kubeconfig?: string;
  /** Context instead of the current one. */
  readonly context?: string;
  readonly serviceAccountDir?: string;
}

const SERVICE_ACCOUNT_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The kubelet rotates tokens at 80 % of their life, an hour or more: once a minute is early enough. */
const REREAD_AFTER_MS = 60_000;
/** A wrong token must not become a loop of readings. */
const REFRESH_INTERVAL_MIN_MS = 1_000;

/**
 * Errors: `InvalidConfiguration` (terminal: nothing found, unreadable, contradictory), `CredentialsUnavailable` (a token
 * file or an exec plugin failed).
 */
export async function loadClusterAccess(options: LoadClusterOptions): Promise<ClusterAccess> {
  const source = await findSource(options);
  const access = new FileClusterAccess(source, options.clock);
  await access.headers();
  return access;
}

interface Source {
  readonly name: string;
  readonly read: () => Promise<ChosenContext>;
}

async function findSource(options: LoadClusterOptions): Promise<Source> {
  const { env, context } = options;
  const list = options.kubeconfig ?? env['KUBECONFIG'];
  if (list !== undefined && list !== '') {
    return kubeconfigSource(list.split(options.kubeconfig === undefined ? delimiter : '\0'), context);
  }
  const folder = options.serviceAccountDir ?? SERVICE_ACCOUNT_DIR;
  const host = env['KUBERNETES_SERVICE_HOST'];
  if (host !== undefined && host !== '' && (await exists(join(folder, 'token')))) {
    const port = env['KUBERNETES_SERVICE_PORT'] || '443';
    return { name: 'in-cluster', read: () => readServiceAccount(folder, host, port) };
  }
  const home = join(homedir(), '.kube', 'config');
  if (await exists(home)) return kubeconfigSource([home], context);
  throw invalid(`no cluster: KUBECONFIG is not set, this is no pod with a service account, and there is no ${home}`);
}

function kubeconfigSource(paths: readonly string[], context: string | undefined): Source {
  const files = paths.filter((path) => path !== '').map((path) => resolve(path));
  return { name: files.join(', '), read: async () => chooseContext(await readKubeconfigs(files), context) };
}

/** As kubectl: of several files those that are missing are skipped, but one has to be there. */
async function readKubeconfigs(paths: readonly string[]): Promise<readonly KubeconfigFile[]> {
  const files: KubeconfigFile[] = [];
  for (const path of paths) {
    try {
      files.push({ name: path, folder: dirname(path), text: await readFile(path, 'utf8') });
    } catch (error) {
      if (paths.length === 1 || !isMissing(error)) throw invalid(`kubeconfig ${path}: ${messageOf(error)}`);
    }
  }
  if (files.length === 0) throw invalid(`none of the kubeconfig files exists: ${paths.join(', ')}`);
  return files;
}

async function readServiceAccount(folder: string, host: string, port: string): Promise<ChosenContext> {
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const namespace = await readFile(join(folder, 'namespace'), 'utf8').catch(() => 'default');
  return {
    namespace: namespace.trim() || 'default',
    cluster: { server, 'certificate-authority': join(folder, 'ca.crt') },
    user: {},
    server,
    tokenFile: join(folder, 'token'),
  };
}

interface Credentials {
  readonly headers: Headers;
  readonly tls: TlsOptions;
  readonly chosen: ChosenContext;
  readonly readMs: number;
}

/** One KubeConfig as long as nothing fails: it keeps what an exec plugin answered until that expires. */
interface Session {
  readonly chosen: ChosenContext;
  readonly apply: () => Promise<{ readonly headers: Readonly<Record<string, string>>; readonly tls: TlsOptions }>;
}

class FileClusterAccess implements ClusterAccess {
  readonly source: string;
  readonly #read: () => Promise<ChosenContext>;
  readonly #clock: Clock;
  #session: Session | undefined;
  #credentials: Credentials | undefined;
  #reading: Promise<Credentials> | undefined;
  #refreshedMs = Number.NEGATIVE_INFINITY;

  constructor(source: Source, clock: Clock) {
    this.source = source.name;
    this.#read = source.read;
    this.#clock = clock;
  }

  get server(): string {
    return this.#loaded().chosen.server;
  }

  get namespace(): string {
    return this.#loaded().chosen.namespace;
  }

  readonly tls = (): TlsOptions => this.#loaded().tls;

  readonly cachedHeaders = (): Headers | undefined => {
    const credentials = this.#credentials;
    if (credentials === undefined) return undefined;
    return this.#clock.monotonicMs() - credentials.readMs < REREAD_AFTER_MS ? credentials.headers : undefined;
  };

  readonly headers = async (): Promise<Headers> => this.cachedHeaders() ?? (await this.#renew()).headers;

  readonly refresh = async (failed: Headers): Promise<boolean> => {
    if (this.#credentials !== undefined && this.#credentials.headers !== failed) return true;
    const nowMs = this.#clock.monotonicMs();
    if (this.#reading === undefined) {
      if (nowMs - this.#refreshedMs < REFRESH_INTERVAL_MIN_MS) return false;
      this.#refreshedMs = nowMs;
      // Files and plugin answers anew: what the old session remembers was refused.
      this.#session = undefined;
    }
    return (await this.#renew()).headers !== failed;
  };

  #loaded(): Credentials {
    if (this.#credentials === undefined) throw invalid('the cluster access was not loaded');
    return this.#credentials;
  }

  #renew(): Promise<Credentials> {
    this.#reading ??= this.#readCredentials().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readCredentials(): Promise<Credentials> {
    const old = this.#credentials;
    const readMs = this.#clock.monotonicMs();
    try {
      this.#session ??= await openSession(await this.#read());
      const { chosen, apply } = this.#session;
      const { headers, tls } = await apply();
      this.#credentials = {
        chosen,
        readMs,
        headers: old !== undefined && sameText(old.headers, headers) ? old.headers : headers,
        tls: old !== undefined && sameTls(old.tls, tls) ? old.tls : tls,
      };
    } catch (error) {
      // What worked a minute ago may still work; if not, the server says so.
      if (old === undefined) throw isShardkeeperError(error) ? error : unavailable(this.source, error);
      this.#credentials = { ...old, readMs };
    }
    return this.#credentials;
  }
}

async function openSession(chosen: ChosenContext): Promise<Session> {
  const apply = isPlain(chosen.cluster, chosen.user)
    ? () => readPlain(chosen.cluster, chosen.user)
    : await libraryCredentials(chosen);
  return {
    chosen,
    apply: async () => {
      const { headers, tls } = await apply();
      if (chosen.tokenFile === undefined) return { headers, tls };
      // A token file wins over a token, as with kubectl.
      return { headers: { ...headers, authorization: `Bearer ${await readToken(chosen.tokenFile)}` }, tls };
    },
  };
}

/** Exec plugins and all other kinds of credentials. */
async function libraryCredentials(chosen: ChosenContext): Promise<Session['apply']> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const { tokenFile: _, ...user } = chosen.user;
  config.loadFromString(
    JSON.stringify({
      clusters: [{ name: 'cluster', cluster: chosen.cluster }],
      users: [{ name: 'user', user }],
      contexts: [{ name: 'context', context: { cluster: 'cluster', user: 'user' } }],
      'current-context': 'context',
    }),
  );
  return async () => {
    const request: Parameters<typeof config.applyToHTTPSOptions>[0] = {};
    await config.applyToHTTPSOptions(request);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers ?? {}))
      headers[name.toLowerCase()] = String(value).trim();
    return { headers, tls: tlsOf(request as Readonly<Record<string, unknown>>) };
  };
}

async function readToken(path: string): Promise<string> {
  const token = (await readFile(path, 'utf8')).trim();
  if (token === '') throw new ShardkeeperError(`token file ${path} is empty`, { code: 'CredentialsUnavailable' });
  return token;
}

const TLS_FIELDS = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'servername', 'rejectUnauthorized'] as const;

function tlsOf(request: Readonly<Record<string, unknown>>): TlsOptions {
  const fields = TLS_FIELDS.filter((field) => request[field] !== undefined && request[field] !== null);
  return Object.fromEntries(fields.map((field) => [field, request[field]]));
}

function sameText(a: Headers, b: Headers): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function sameTls(a: TlsOptions, b: TlsOptions): boolean {
  return TLS_FIELDS.every((field) => String((a as Headers)[field]) === String((b as Headers)[field]));
}

function unavailable(source: string, cause: unknown): ShardkeeperError {
  return new ShardkeeperError(`credentials of ${source}: ${messageOf(cause)}`, {
    code: 'CredentialsUnavailable',
    cause,
  });
}

async function exists(path: string): Promise<boolean> {
  return accessFile(path).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
