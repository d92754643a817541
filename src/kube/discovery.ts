/**
 * Which resources the API server serves, by aggregated discovery: one request for /api, one for /apis.
 *
 * Guarantees: what was known is kept while the server cannot tell better (a request failed, or an aggregated API server is
 * down and its part is marked stale); a group version that is missing in a full answer is forgotten; the server is asked
 * at most once per `intervalMinMs`, however many callers want to know.
 */
import type { Clock } from '../lib/clock.ts';
import { isRecord, recordsIn, stringOf } from './record.ts';
import { apiVersionOf } from './types.ts';
import type { KubeClient, Resource } from './types.ts';

export interface DiscoveryOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  /** Default 2 s. */
  readonly intervalMinMs?: number;
}

export interface Discovery {
  /**
   * Asks the server anew, unless it was asked less than `intervalMinMs` ago. Rejects with an ApiError when a part could
   * not be read; the other part is taken over all the same.
   */
  readonly refresh: (signal?: AbortSignal) => Promise<void>;
  /** By `apps/v1` and `deployments`; undefined = not known (yet). */
  readonly resolve: (apiVersion: string, plural: string) => Resource | undefined;
  readonly resolveKind: (apiVersion: string, kind: string) => Resource | undefined;
}

/** apiVersion → its resources. */
export type Catalogue = ReadonlyMap<string, readonly Resource[]>;

/** Asks for aggregated discovery. */
export const DISCOVERY_ACCEPT = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
].join(',');

/** Knows nothing before the first `refresh`. */
export function createDiscovery(options: DiscoveryOptions): Discovery {
  return new AggregatedDiscovery(options);
}

class AggregatedDiscovery implements Discovery {
  readonly #options: DiscoveryOptions;
  readonly #parts = new Map<string, Catalogue>();
  #askedMs = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  readonly refresh = (signal?: AbortSignal): Promise<void> => {
    if (this.#asking !== undefined) return this.#asking;
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#askedMs < (this.#options.intervalMinMs ?? 2_000)) return Promise.resolve();
    this.#askedMs = nowMs;
    this.#asking = this.#ask(signal).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  };

  readonly resolve = (apiVersion: string, plural: string): Resource | undefined =>
    this.#resources(apiVersion).find((resource) => resource.plural === plural);

  readonly resolveKind = (apiVersion: string, kind: string): Resource | undefined =>
    this.#resources(apiVersion).find((resource) => resource.kind === kind);

  #resources(apiVersion: string): readonly Resource[] {
    return this.#parts.get(apiVersion.includes('/') ? '/apis' : '/api')?.get(apiVersion) ?? [];
  }

  async #ask(signal: AbortSignal | undefined): Promise<void> {
    const results = await Promise.allSettled(['/api', '/apis'].map((path) => this.#askPart(path, signal)));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async #askPart(path: string, signal: AbortSignal | undefined): Promise<void> {
    const options = { accept: DISCOVERY_ACCEPT, ...(signal === undefined ? {} : { signal }) };
    const body = await this.#options.client.getPath(path, options);
    this.#parts.set(path, parseCatalogue(body, this.#parts.get(path) ?? new Map()));
  }
}

/** Reads an APIGroupDiscoveryList. Of a stale version the server knows nothing: what `known` says of it stays. */
export function parseCatalogue(body: unknown, known: Catalogue): Catalogue {
  const catalogue = new Map<string, readonly Resource[]>();
  for (const group of recordsIn(body, 'items')) {
    const metadata = group['metadata'];
    const name = (isRecord(metadata) ? stringOf(metadata['name']) : undefined) ?? '';
    for (const entry of recordsIn(group, 'versions')) {
      const version = stringOf(entry['version']) ?? '';
      const apiVersion = apiVersionOf({ group: name, version });
      const resources = recordsIn(entry, 'resources').map((resource) => resourceOf(resource, { group: name, version }));
      const stale = entry['freshness'] === 'Stale' && resources.length === 0;
      catalogue.set(apiVersion, stale ? (known.get(apiVersion) ?? []) : resources);
    }
  }
  return catalogue;
}

/** One resource of an APIGroupDiscoveryList, in the group and version that it stands in. */
export function resourceOf(
  entry: Readonly<Record<string, unknown>>,
  where: { readonly group: string; readonly version: string },
): Resource {
  const responseKind = entry['responseKind'];
  return {
    ...where,
    plural: stringOf(entry['resource']) ?? '',
    kind: (isRecord(responseKind) ? stringOf(responseKind['kind']) : undefined) ?? '',
    namespaced: entry['scope'] === 'Namespaced',
    hasStatus: recordsIn(entry, 'subresources').some((subresource) => subresource['subresource'] === 'status'),
  };
}
