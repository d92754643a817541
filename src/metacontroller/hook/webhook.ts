/** A hook of a controller's spec, compiled: where to call and how to read the answer. */
import type { Hook } from '../../api/composite-controller.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { parseDurationMs } from './duration.ts';

export interface CompiledHook {
  readonly version: 'v1' | 'v2';
  readonly url: URL;
  /** The URL without credentials and query: for messages and metrics. */
  readonly label: string;
  readonly timeoutMs: number;
  /** Unknown fields of the answer are errors. */
  readonly strict: boolean;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** Settings that this version does not serve: running without them would be worse than not running. */
const UNSUPPORTED = ['caBundle', 'clientTLS', 'authorization', 'basicAuth'] as const;

/**
 * Compiles `spec.hooks.<name>`; undefined when the hook has no webhook: then it counts as not defined.
 *
 * Errors: `InvalidSpec`, which names the field and what is wrong with it.
 */
export function compileHook(name: string, hook: Hook | undefined): CompiledHook | undefined {
  const webhook = hook?.webhook;
  if (hook === undefined || webhook === undefined) return undefined;
  const path = `spec.hooks.${name}.webhook`;
  for (const field of UNSUPPORTED) {
    if (webhook[field] !== undefined) throw invalid(`${path}.${field} is not supported yet: remove it`);
  }
  if (webhook.etag?.enabled === true) throw invalid(`${path}.etag is not supported yet: remove it`);
  const url = parseUrl(path, urlOf(path, webhook));
  const strict = (webhook.responseUnMarshallMode ?? (hook.version === 'v2' ? 'strict' : 'loose')) === 'strict';
  return {
    version: hook.version ?? 'v1',
    url,
    label: `${url.origin}${url.pathname}`,
    timeoutMs: timeoutOf(path, webhook.timeout),
    strict,
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

function timeoutOf(path: string, text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_TIMEOUT_MS;
  const ms = parseDurationMs(text);
  if (ms === undefined) throw invalid(`${path}.timeout is not a duration such as 10s or 1m30s`);
  return ms > 0 ? ms : DEFAULT_TIMEOUT_MS;
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidSpec', terminal: true });
}
