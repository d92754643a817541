/** The objects of one kind page by page, metadata only and with managedFields: never more than a page in memory. */
import { isApiError } from '../../kube/api-error.ts';
import { malformed } from '../../kube/api-object.ts';
import { collectionPath, listQuery, objectPath, withQuery } from '../../kube/paths.ts';
import { isRecord, stringOf } from '../../kube/record.ts';
import { apiVersionOf, groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, ObjectRef, Resource } from '../../kube/types.ts';

export type Reader = Pick<KubeClient, 'getPath'>;

/** `Again`: the snapshot behind the pages is gone, what follows is the whole list from its start. */
export type Page = { readonly type: 'Items'; readonly items: readonly KubeObject[] } | { readonly type: 'Again' };

export interface PagesOptions {
  readonly resource: Resource;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Whole objects instead of metadata only. */
  readonly whole?: true;
  readonly signal: AbortSignal;
}

const PAGE_LIMIT = 500;
/** Whole objects are some ten times as large. */
const WHOLE_PAGE_LIMIT = 100;
/** A snapshot lives for five minutes at least: who needs this many is not getting anywhere. */
const RESTARTS_MAX = 20;
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const WHOLE = 'application/json';

/** Errors: ApiError. */
export async function* pagesOf(client: Reader, options: PagesOptions): AsyncGenerator<Page> {
  const { resource, whole, signal } = options;
  const limit = whole === true ? WHOLE_PAGE_LIMIT : PAGE_LIMIT;
  const accept = whole === true ? WHOLE : METADATA_LIST;
  let token: string | undefined;
  let restarts = 0;
  for (;;) {
    const query = listQuery(options, token === undefined ? { limit } : { limit, token });
    const path = withQuery(collectionPath(resource), query);
    let body: unknown;
    try {
      body = await client.getPath(path, { accept, signal });
    } catch (error) {
      restarts += 1;
      if (token === undefined || !isApiError(error, 'Gone') || restarts > RESTARTS_MAX) throw error;
      token = undefined;
      yield { type: 'Again' };
      continue;
    }
    yield { type: 'Items', items: itemsOf(body, resource) };
    token = tokenOf(body);
    if (token === undefined) return;
  }
}

/** One object as `pagesOf` shows it. Errors: ApiError. */
export async function readMetadata(
  client: Reader,
  { resource, ref, signal }: { readonly resource: Resource; readonly ref: ObjectRef; readonly signal: AbortSignal },
): Promise<KubeObject> {
  const body = await client.getPath(objectPath(resource, ref), { accept: METADATA, signal });
  return objectOf(body, resource);
}

function itemsOf(body: unknown, resource: Resource): readonly KubeObject[] {
  const items = isRecord(body) ? body['items'] : undefined;
  if (items === null) return [];
  if (!Array.isArray(items)) throw malformed(`list ${groupResourceOf(resource)}`, 'the answer is no list');
  return items.map((item: unknown) => objectOf(item, resource));
}

function objectOf(value: unknown, resource: Resource): KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) {
    throw malformed(`read ${groupResourceOf(resource)}`, 'an item is no Kubernetes object');
  }
  return { ...value, apiVersion: apiVersionOf(resource), kind: resource.kind } as unknown as KubeObject;
}

function tokenOf(body: unknown): string | undefined {
  const metadata = isRecord(body) ? body['metadata'] : undefined;
  const token = isRecord(metadata) ? stringOf(metadata['continue']) : undefined;
  return token === '' ? undefined : token;
}
