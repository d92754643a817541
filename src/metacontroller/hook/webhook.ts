/** A hook of a controller's spec, compiled: where to call and how to read the answer. */
import type { EndpointConfig, Hook } from '../../api/composite-controller.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { chooseCredentials } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { parseDurationMs } from './duration.ts';

export interface CompiledHook {
  readonly version: 'v1' | 'v2';
  readonly url: URL;
  /** The URL without credentials and query: for messages and metrics. */
  readonly label: string;
  readonly timeoutMs: number;
  /** Unknown fields of the answer are errors. */
  readonly strict: boolean;
  readonly credentials: Credentials | undefined;
  /** The field that holds TLS settings and credentials, or should hold them: for messages. */
  readonly settingsPath: string;
  /** Undefined: answers are not remembered. */
  readonly etag: EtagSettings | undefined;
}

export interface EtagSettings {
  /** How long an answer is remembered; undefined = as long as there is room. */
  readonly timeoutMs: number | undefined;
  /** How long after that it may still take memory; undefined = until it must give way. */
  readonly cleanupMs: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Compiles `spec.hooks.<name>`; undefined when the hook has no webhook: then it counts as not defined.
 *
 * Errors: `InvalidSpec`, which names the field and what is wrong with it.
 */
export function compileHook(
  name: string,
  hook: Hook | undefined,
  endpointConfigs: readonly EndpointConfig[] = [],
): CompiledHook | undefined {
  const webhook = hook?.webhook;
  if (hook === undefined || webhook === undefined) return undefined;
  const path = `spec.hooks.${name}.webhook`;
  const url = parseUrl(path, urlOf(path, webhook));
  const { path: settingsPath, credentials } = chooseCredentials(path, webhook, { url, endpointConfigs });
  const strict = (webhook.responseUnMarshallMode ?? (hook.version === 'v2' ? 'strict' : 'loose')) === 'strict';
  return {
    version: hook.version ?? 'v1',
    url,
    label: `${url.origin}${url.pathname}`,
    timeoutMs: timeoutOf(path, webhook.timeout),
    strict,
    credentials,
    settingsPath,
    etag: etagOf(webhook),
  };
}

type Webhook = NonNullable<Hook['webhook']>;

function urlOf(path: string, webhook: Webhook): string {
  if (webhook.url !== undefined && webhook.url !== '') return webhook.url;
  const { service, path: servicePath } = webhook;
  if (service === undefined || servicePath === undefined) {
    throw invalid(`invalid webhook config: ${path} needs either url, or both service and path`);
  }
  const { protocol = 'http', name, namespace, port = 80 } = service;
  return `${protocol}://${name}.${namespace}:${String(port)}${servicePath}`;
}

function parseUrl(path: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid(`invalid webhook config: ${path} does not give an http or https URL`);
  }
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    throw invalid(
      `invalid webhook config: ${path} has a % in its user or password that encodes nothing: write it as %25`,
    );
  }
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Zero and less mean the same as nothing. */
function etagOf({ etag }: Webhook): EtagSettings | undefined {
  if (etag?.enabled !== true) return undefined;
  const { cacheTimeoutSeconds = 0, cacheCleanupSeconds = 0 } = etag;
  return { timeoutMs: positiveMs(cacheTimeoutSeconds), cleanupMs: positiveMs(cacheCleanupSeconds) };
}

function positiveMs(seconds: number): number | undefined {
  return seconds > 0 ? Number(seconds) * 1000 : undefined;
}

function timeoutOf(path: string, text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_TIMEOUT_MS;
  const ms = parseDurationMs(text);
  if (ms === undefined) throw invalid(`${path}.timeout is not a duration such as 10s or 1m30s`);
  return ms > 0 ? ms : DEFAULT_TIMEOUT_MS;
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidSpec', terminal: true });
}
