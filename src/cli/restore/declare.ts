/** Looks, refuses, writes: the one compare-and-swap of R4. */
import { MANAGER_FIELD_MANAGER } from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import { createLeaseClient } from '../../kube/leases.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { MANAGER_LEASE } from '../../manager/index.ts';
import { assertTable } from '../../protocol/table-invariants.ts';
import { declareRestore } from '../../protocol/table-rules.ts';
import type { Table } from '../../protocol/table.ts';
import { lookAtManagerLease } from './manager-lease.ts';

export interface DeclareOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly namespace: string;
  readonly name: string;
  /** Although a manager seems to run. */
  readonly force: boolean;
  /** The API server checks and stores nothing. */
  readonly dryRun: boolean;
  /** Progress, for people. */
  readonly tell: (text: string) => void;
}

/** Which version of the table, before or after. */
export type TableVersion = Pick<Table, 'epoch' | 'revision' | 'generation'>;

export interface Declared {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly before: TableVersion;
  readonly after: TableVersion;
  readonly dryRun: boolean;
}

/**
 * Errors: `SetNotFound`, `SetDeleting`, `NoTable` (nothing to declare), `ManagerRuns`, `SetChanged` (somebody was faster),
 * `NotAllowed` (a right is missing), and any other ApiError.
 */
export async function declareRestored(options: DeclareOptions): Promise<Declared> {
  const { client, namespace, name, dryRun } = options;
  const first = await readSet(options);
  tableIn(first, options);
  await refuseRunningManager(options);
  // Read again: the look may have taken seconds.
  const set = await readSet(options);
  const before = tableIn(set, options);
  const after = declareRestore(before, Number(set.metadata.resourceVersion));
  assertTable(after);
  const body: KubeObject = { ...set, status: { ...(set['status'] as object), assignment: after } };
  const query = { fieldManager: MANAGER_FIELD_MANAGER, ...(dryRun ? { dryRun: 'All' } : {}) };
  await allowed(
    client
      .send({ verb: 'update', resource: SHARD_SETS, subresource: 'status', body, query })
      .catch((error: unknown) => {
        if (!isApiError(error, 'Conflict')) throw error;
        const text = `${titleOf(options)} was changed in this very moment, so nothing was written: a manager, or somebody else, is at work on it. Scale the managers to 0 and try again`;
        throw new ShardkeeperError(text, { code: 'SetChanged', cause: error });
      }),
    options,
  );
  return { namespace, name, uid: set.metadata.uid ?? '', before: versionOf(before), after: versionOf(after), dryRun };
}

function titleOf({ namespace, name }: Pick<DeclareOptions, 'namespace' | 'name'>): string {
  return `ControllerShardSet ${namespace}/${name}`;
}

async function readSet(options: DeclareOptions): Promise<KubeObject> {
  const { client, namespace, name } = options;
  return allowed(
    client.get(SHARD_SETS, { namespace, name }).catch((error: unknown) => {
      if (!isApiError(error, 'NotFound')) throw error;
      const text = `there is no ${titleOf(options)}: name the set and its namespace (-n); list them: kubectl get controllershardsets -A`;
      throw new ShardkeeperError(text, { code: 'SetNotFound', cause: error });
    }),
    options,
  );
}

/** The table that counts (B0). */
function tableIn(set: KubeObject, options: DeclareOptions): Table {
  if (set.metadata.deletionTimestamp !== undefined) {
    const text = `${titleOf(options)} is being deleted: start the managers, they end it`;
    throw new ShardkeeperError(text, { code: 'SetDeleting' });
  }
  const table = (set['status'] as { readonly assignment?: Table } | undefined)?.assignment;
  if (table === undefined || table.uid !== set.metadata.uid) {
    const why = table === undefined ? 'it has none' : 'the one it shows was made for another object of this name';
    const text = `${titleOf(options)} has no table of its own (${why}), so there is nothing to declare: start the managers, they make a new one that waits for every replica that may still act`;
    throw new ShardkeeperError(text, { code: 'NoTable' });
  }
  return table;
}

async function refuseRunningManager(options: DeclareOptions): Promise<void> {
  const { client, clock, namespace, force, tell } = options;
  if (force) return;
  const ref = { namespace, name: MANAGER_LEASE };
  const waiting = (holder: string, forMs: number): void =>
    tell(`Lease ${namespace}/${MANAGER_LEASE} names ${holder}: watching it for ${forMs / 1_000}s ...`);
  const leases = createLeaseClient({ client, clock });
  const seen = await allowed(lookAtManagerLease({ leases, ref, clock, waiting }), options);
  if (seen.type !== 'Renewed') return;
  const text = [
    `a manager runs: ${seen.holder} renews Lease ${namespace}/${MANAGER_LEASE}.`,
    'It may remember what replicas said before the restore and take it for an answer to the restored table.',
    `Scale the managers to 0 first: kubectl --namespace ${namespace} scale deployment shardkeeper-manager --replicas=0`,
    '(--force writes nevertheless: right only when the manager was started after the restore)',
  ].join('\n');
  throw new ShardkeeperError(text, { code: 'ManagerRuns' });
}

async function allowed<T>(request: Promise<T>, { namespace }: DeclareOptions): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!isApiError(error, 'Forbidden', 'Unauthorized')) throw error;
    const text = `${error.message}\nBind the ClusterRole shardkeeper-restore in namespace ${namespace}: it may get controllershardsets and leases, and update controllershardsets/status`;
    throw new ShardkeeperError(text, { code: 'NotAllowed', cause: error });
  }
}

function versionOf({ epoch, revision, generation }: Table): TableVersion {
  return { epoch, revision, generation };
}
