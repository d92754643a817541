/** Secrets and ConfigMaps for hooks: single reads, remembered for seconds; never a watch, never a list. */
import { isApiError } from '../../kube/api-error.ts';
import { CONFIG_MAPS, SECRETS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import type { Reference, ReferenceData, References } from '../hook/references.ts';

export interface ReferencesOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly clock: Clock;
}

/** So long nobody asks whether a value has changed: a rotation is seen within it, or with the first refusal by the hook. */
const FRESH_MS = 30_000;
/** Between two reads that failed, and between two doubts: many parents ask at once. */
const PAUSE_MS = 2000;
/** What nobody has wanted for so long is forgotten. */
const UNUSED_MS = 300_000;
const TIMEOUT_MS = 5000;

interface Entry {
  known: { readonly version: string; readonly data: ReferenceData } | undefined;
  failure: ShardkeeperError | undefined;
  freshUntilMs: number;
  doubtedAtMs: number;
  usedAtMs: number;
  pending: Promise<void> | undefined;
}

const UNREAD: Entry = {
  known: undefined,
  failure: undefined,
  freshUntilMs: -Infinity,
  doubtedAtMs: -Infinity,
  usedAtMs: -Infinity,
  pending: undefined,
};

/** Guarantees: one GET at a time per object; an API server that cannot be reached does not take away what is known. */
export function createReferences({ client, clock }: ReferencesOptions): References {
  const entries = new Map<string, Entry>();

  const entryOf = (reference: Reference): Entry => {
    const name = `${reference.kind} ${reference.namespace}/${reference.name}`;
    const nowMs = clock.monotonicMs();
    let entry = entries.get(name);
    if (entry === undefined) {
      for (const [other, { usedAtMs }] of entries) if (nowMs - usedAtMs > UNUSED_MS) entries.delete(other);
      entry = { ...UNREAD };
      entries.set(name, entry);
    }
    entry.usedAtMs = nowMs;
    return entry;
  };

  const fetch = async (reference: Reference, entry: Entry): Promise<void> => {
    const resource = reference.kind === 'Secret' ? SECRETS : CONFIG_MAPS;
    const { namespace, name } = reference;
    try {
      const object = await client.get(resource, { namespace, name }, { timeoutMs: TIMEOUT_MS });
      entry.failure = undefined;
      const version = `${object.metadata.uid ?? ''} ${object.metadata.resourceVersion ?? ''}`;
      if (entry.known?.version !== version) entry.known = { version, data: dataOf(reference, object) };
      entry.freshUntilMs = clock.monotonicMs() + FRESH_MS;
    } catch (error) {
      const isSaid = isApiError(error, 'NotFound', 'Forbidden');
      if (isSaid) entry.known = undefined;
      entry.failure = unreadable(reference, error);
      entry.freshUntilMs = clock.monotonicMs() + PAUSE_MS;
    }
  };

  return {
    read: async (reference) => {
      const entry = entryOf(reference);
      if (clock.monotonicMs() >= entry.freshUntilMs) {
        entry.pending ??= fetch(reference, entry).finally(() => {
          entry.pending = undefined;
        });
      }
      await entry.pending;
      if (entry.known !== undefined) return entry.known.data;
      throw entry.failure ?? unreadable(reference, undefined);
    },
    doubt: (reference) => {
      const entry = entryOf(reference);
      const nowMs = clock.monotonicMs();
      if (nowMs - entry.doubtedAtMs < PAUSE_MS) return;
      entry.doubtedAtMs = nowMs;
      entry.freshUntilMs = -Infinity;
    },
  };
}

function dataOf({ kind }: Reference, object: KubeObject): ReferenceData {
  const data = object['data'];
  const values = new Map<string, string>();
  if (typeof data !== 'object' || data === null) return values;
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'string') continue;
    values.set(key, kind === 'Secret' ? Buffer.from(value, 'base64').toString('utf8') : value);
  }
  return values;
}

/** Without the cause: nothing that was read may reach a log by it. */
function unreadable({ kind, namespace, name }: Reference, error: unknown): ShardkeeperError {
  const object = `${kind} ${namespace}/${name}`;
  const code = isApiError(error) ? error.code : 'Unknown';
  const what =
    code === 'NotFound'
      ? `${object} does not exist: create it`
      : code === 'Forbidden'
        ? `the engine may not read ${object}: give its ServiceAccount a Role there with the verb get for it`
        : `${object} cannot be read (${code}): it is tried again`;
  return new ShardkeeperError(what, { code: 'HookCredentials' });
}
