/** An old CRD prunes fields silently, and a rule that reads a pruned field is no rule: so the served schema is read first. */
import { GROUP, SHARD_KIND, SHARD_SET_KIND, VERSION } from '../api/names.ts';
import { ShardkeeperError } from '../lib/errors.ts';
import { isRecord } from '../kube/record.ts';
import type { KubeClient } from '../kube/types.ts';

/** Fields that a rule of the protocol reads or writes. `[]` steps into a list. */
const SET_FIELDS = [
  ...['uid', 'epoch', 'revision', 'generation', 'protocol', 'minProtocol'].map((f) => `status.assignment.${f}`),
  ...['start', 'end', 'owner', 'generation', 'awaiting'].map((f) => `status.assignment.ranges[].${f}`),
  'status.appliedReplicas',
  'spec.lease.durationSeconds',
];
const SHARD_FIELDS = [
  ...['incarnation', 'podUID', 'protocol', 'final', 'leaving'].map((f) => `status.${f}`),
  ...['uid', 'epoch', 'generation'].map((f) => `status.observed.${f}`),
  ...['held', 'warm', 'released'].flatMap((f) => [`status.${f}[].start`, `status.${f}[].end`]),
  ...['start', 'end'].map((f) => `spec.warmUp[].${f}`),
];

/**
 * Throws `CrdTooOld` (terminal) when the API server serves a schema without a field that a rule reads, `CrdMissing` when
 * it does not serve our kinds (yet).
 */
export async function checkServedSchema(client: KubeClient, signal: AbortSignal): Promise<void> {
  const document = await client.getPath(`/openapi/v3/apis/${GROUP}/${VERSION}`, { signal });
  const components = child(child(document, 'components'), 'schemas');
  for (const [kind, fields] of [
    [SHARD_SET_KIND, SET_FIELDS],
    [SHARD_KIND, SHARD_FIELDS],
  ] as const) {
    const schema = schemaOf(components, kind);
    if (schema === undefined) {
      throw new ShardkeeperError(`the API server does not serve ${kind} ${GROUP}/${VERSION}: apply crds/shardkeeper`, {
        code: 'CrdMissing',
      });
    }
    const missing = fields.filter((field) => !hasField(schema, field));
    if (missing.length === 0) continue;
    const text = `the CustomResourceDefinition of ${kind} is older than this manager: it lacks ${missing.slice(0, 5).join(', ')}; apply crds/shardkeeper of this version`;
    throw new ShardkeeperError(text, { code: 'CrdTooOld', terminal: true });
  }
}

function child(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function schemaOf(components: unknown, kind: string): unknown {
  if (!isRecord(components)) return undefined;
  return Object.values(components).find((schema) => {
    const kinds = child(schema, 'x-kubernetes-group-version-kind');
    return (
      Array.isArray(kinds) && kinds.some((entry) => child(entry, 'kind') === kind && child(entry, 'group') === GROUP)
    );
  });
}

function hasField(schema: unknown, path: string): boolean {
  let at: unknown = schema;
  for (const step of path.split('.')) {
    at = child(child(at, 'properties'), step.replace('[]', ''));
    if (step.endsWith('[]')) at = child(at, 'items');
  }
  return at !== undefined;
}
