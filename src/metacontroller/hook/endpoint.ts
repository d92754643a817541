/** One hook of a running controller: its credentials, its cache of answers, its calls. */
import { ShardkeeperError, hasCode } from '../../lib/errors.ts';
import type { HookAnswer, HookClient } from './client.ts';
import type { EtagCaches, EtagEntry } from './etag-cache.ts';
import type { HookCall } from './exchange.ts';
import type { References } from './references.ts';
import { createCredentialSource } from './resolve-credentials.ts';
import type { ResolvedCredentials } from './resolve-credentials.ts';
import { decodeResponse } from './response.ts';
import type { Envelope } from './response.ts';
import type { CompiledHook } from './webhook.ts';

export interface HookQuery extends Pick<HookCall, 'body' | 'headers' | 'signal' | 'admit' | 'onStart' | 'onEnd'> {
  /**
   * Whom the question is about: answers are remembered by it. Questions about one parent that differ in kind (such as those of
   * different revisions) need different subjects.
   */
  readonly subject: string;
}

export type HookReply =
  | { readonly type: 'Answer'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'Throttled'; readonly retryAfterMs: number };

export interface HookEndpoint {
  /** Errors: `HookCredentials`, and those of `HookClient.call` and `decodeResponse`. */
  readonly call: (query: HookQuery) => Promise<HookReply>;
  /** Forgets its answers, and lets go of its connections when no call is under way. */
  readonly close: () => void;
}

export interface HookEndpointOptions {
  readonly hook: CompiledHook;
  /** What its answers may hold. */
  readonly envelope: Envelope;
  readonly client: HookClient;
  readonly references: References;
  readonly etags: EtagCaches;
}

/**
 * Guarantees: a hook that refuses the credentials is asked a second time when they have changed in the cluster meanwhile; an
 * answer is remembered only if it could be read; "not modified" means the very answer whose tag was sent.
 */
export function createHookEndpoint(options: HookEndpointOptions): HookEndpoint {
  const { hook, client, etags, envelope } = options;
  const credentials = createCredentialSource(hook.credentials, options.references);
  const cache = hook.etag === undefined ? undefined : etags.open(hook.etag);
  const decode = (bytes: Uint8Array): HookReply => ({
    type: 'Answer',
    response: decodeResponse(bytes, { envelope, strict: hook.strict }),
  });
  let kept: { readonly fingerprint: string; readonly release: () => void } | undefined;
  let isClosed = false;

  const keep = ({ tls }: ResolvedCredentials): void => {
    if (isClosed || tls?.fingerprint === kept?.fingerprint) return;
    const before = kept;
    kept = tls === undefined ? undefined : { fingerprint: tls.fingerprint, release: client.keep(tls) };
    before?.release();
  };

  const ask = async (query: HookQuery, resolved: ResolvedCredentials): Promise<HookReply> => {
    keep(resolved);
    const known = cache?.get(query.subject);
    const answer = await client.call(callOf(hook, query, { resolved, etag: known?.etag }));
    return reply(answer, { known, decode, remember: (entry) => !isClosed && cache?.put(query.subject, entry) });
  };

  const call = async (query: HookQuery): Promise<HookReply> => {
    const before = await orAbort(query.signal, credentials.current());
    try {
      return await ask(query, before);
    } catch (error) {
      if (!isRefusal(error, before)) throw error;
      credentials.doubt();
      const now = await orAbort(query.signal, credentials.current());
      if (now === before) throw error;
      return ask(query, now);
    }
  };

  const close = (): void => {
    isClosed = true;
    cache?.clear();
    kept?.release();
    kept = undefined;
  };
  return { call, close };
}

function callOf(
  hook: CompiledHook,
  query: HookQuery,
  { resolved, etag }: { readonly resolved: ResolvedCredentials; readonly etag: string | undefined },
): HookCall {
  const { subject: _, ...others } = query;
  const { authorization, tls } = resolved;
  return {
    ...others,
    url: hook.url,
    label: hook.label,
    path: hook.settingsPath,
    timeoutMs: hook.timeoutMs,
    tls,
    headers: {
      ...query.headers,
      ...(authorization === undefined ? {} : { authorization }),
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
    },
  };
}

/** Some servers hang up on a client certificate that they do not like. */
function isRefusal(error: unknown, { tls }: ResolvedCredentials): boolean {
  const isHangUp = hasCode(error, 'HookUnavailable') && tls?.cert !== undefined;
  return isHangUp || hasCode(error, 'HookTls') || hasCode(error, 'HookUnauthorized');
}

interface Reading {
  readonly known: EtagEntry | undefined;
  readonly decode: (bytes: Uint8Array) => HookReply;
  readonly remember: (entry: EtagEntry) => void;
}

/** A tag that could not be sent back is none. */
const USABLE_TAG = /^[\x21-\x7e]([\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

function reply(answer: HookAnswer, { known, decode, remember }: Reading): HookReply {
  switch (answer.type) {
    case 'Throttled':
      return answer;
    case 'NotModified':
      // The tag that was sent is that of `known`, whatever the cache did meanwhile.
      return decode(known?.bytes ?? new Uint8Array());
    case 'Body': {
      const { bytes, etag } = answer;
      const decoded = decode(bytes);
      if (etag !== undefined && USABLE_TAG.test(etag)) remember({ etag, bytes });
      return decoded;
    }
  }
}

function orAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new ShardkeeperError('hook call given up', { code: 'Aborted' }));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const settle = (): void => signal.removeEventListener('abort', onAbort);
    work.then(resolve, reject).finally(settle);
  });
}
