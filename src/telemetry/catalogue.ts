/**
 * Every metric of the project: type, help, labels, buckets. Names that other projects' dashboards already use are kept
 * exactly. Base units; no label ever holds an object name or a slot; never a label `namespace`, `pod`, `job`, `instance` or
 * `container`, which Prometheus would rename. `set` is "namespace/name".
 */

export interface MetricSpec {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const HANDOFF_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const counter = (help: string, ...labels: string[]): MetricSpec => ({ type: 'counter', help, labels });
const gauge = (help: string, ...labels: string[]): MetricSpec => ({ type: 'gauge', help, labels });
const histogram = (help: string, buckets: readonly number[], ...labels: string[]): MetricSpec => ({
  type: 'histogram',
  help,
  labels,
  buckets,
});

const FIELD_STANDARD = {
  controller_runtime_reconcile_total: counter('Reconciles by controller and result.', 'controller', 'result'),
  controller_runtime_reconcile_errors_total: counter('Reconciles that failed.', 'controller'),
  controller_runtime_reconcile_time_seconds: histogram('Time of one reconcile.', SECONDS, 'controller'),
  controller_runtime_active_workers: gauge('Reconciles that run now.', 'controller'),
  controller_runtime_max_concurrent_reconciles: gauge('Most reconciles that may run at once.', 'controller'),
  workqueue_depth: gauge('Items that wait in the queue.', 'name', 'controller', 'priority'),
  workqueue_adds_total: counter('Items added to the queue.', 'name', 'controller'),
  workqueue_queue_duration_seconds: histogram(
    'Time an item waits before it is worked on.',
    SECONDS,
    'name',
    'controller',
  ),
  workqueue_work_duration_seconds: histogram('Time an item is worked on.', SECONDS, 'name', 'controller'),
  workqueue_retries_total: counter('Items added again after a failure.', 'name', 'controller'),
  workqueue_unfinished_work_seconds: gauge('Age of all work in progress, summed.', 'name', 'controller'),
  workqueue_longest_running_processor_seconds: gauge('Age of the oldest work in progress.', 'name', 'controller'),
  rest_client_requests_total: counter('Requests to the API server.', 'code', 'method', 'host'),
  rest_client_request_duration_seconds: histogram('Time of a request to the API server.', SECONDS, 'verb', 'host'),
  leader_election_master_status: gauge('1 while this process leads.', 'name'),
} satisfies Record<string, MetricSpec>;

const SET = {
  shardkeeper_build_info: gauge('Always 1.', 'version', 'revision', 'component', 'protocol'),
  shardkeeper_set_slots: gauge('Slots by state; the states sum to 4096.', 'set', 'state'),
  shardkeeper_set_replicas: gauge('Known replicas by phase.', 'set', 'phase'),
  shardkeeper_set_condition: gauge('1 for the present status of a condition.', 'set', 'type', 'status'),
  shardkeeper_set_imbalance_ratio: gauge('Peak over mean of what replicas have.', 'set', 'by'),
  shardkeeper_set_moves_pending: gauge('Slots that the planner still wants to move.', 'set'),
  shardkeeper_set_overrides: gauge('Overrides of the spec that are in force.', 'set'),
  shardkeeper_slots_moved_total: counter('Slots that changed owner.', 'set', 'cause'),
  shardkeeper_handoffs_total: counter('Handoffs that ended.', 'set', 'cause', 'result'),
  shardkeeper_handoff_stage_seconds: histogram('Time of a stage of a handoff.', HANDOFF_SECONDS, 'set', 'stage'),
  shardkeeper_takeover_seconds: histogram('Last renewal of a crashed owner to the grant.', HANDOFF_SECONDS, 'set'),
} satisfies Record<string, MetricSpec>;

const SHARD = {
  shardkeeper_shard_slots: gauge('Slots held.', 'set', 'shard'),
  shardkeeper_shard_objects: gauge('Objects owned, by resource.', 'set', 'shard', 'resource'),
  shardkeeper_shard_grant_generation: gauge('Highest generation of the own rows.', 'set', 'shard'),
  shardkeeper_sync_demand: gauge('Reconciles in flight, and due and waiting.', 'set', 'shard'),
  shardkeeper_sync_capacity: gauge('Workers.', 'set', 'shard'),
  shardkeeper_oldest_due_seconds: gauge('Age of the oldest waiting item.', 'set', 'shard', 'controller'),
  shardkeeper_lease_margin_seconds: gauge('Time left before this replica fences itself.', 'set', 'shard'),
  shardkeeper_lease_renew_seconds: histogram('Time of a lease renewal.', SECONDS, 'set', 'shard'),
  shardkeeper_work_dropped_total: counter('Work dropped because ownership was lost.', 'set', 'point'),
  shardkeeper_writes_refused_total: counter('Late writes that were stopped before they were sent.', 'set', 'reason'),
  shardkeeper_fence_retries_total: counter('Writes sent again: the server-side fence lagged behind the grant.', 'set'),
  shardkeeper_objects_unlabelled: gauge('Objects that wait for their slot label.', 'set', 'resource'),
  shardkeeper_objects_quarantined: gauge('Objects left alone because they ended replicas.', 'set', 'shard'),
  shardkeeper_watch_last_activity_timestamp_seconds: gauge('Last sign of life of the watches.', 'resource'),
  shardkeeper_watch_restarts_total: counter('Watches that were opened again.', 'resource', 'reason'),
  shardkeeper_bound_used: gauge('How much of a bounded thing is used.', 'bound'),
  shardkeeper_bound_limit: gauge('Limit of a bounded thing.', 'bound'),
  shardkeeper_bound_hits_total: counter('Times a bound was reached.', 'bound'),
} satisfies Record<string, MetricSpec>;

const HOOK_LABELS = ['url', 'controller_name', 'controller_type'] as const;

const HOOKS = {
  metacontroller_sync_requests_total: counter('Calls of sync hooks.', 'code', 'method', ...HOOK_LABELS),
  metacontroller_sync_request_duration_histogram_seconds: histogram(
    'Time of a sync hook call.',
    SECONDS,
    'method',
    ...HOOK_LABELS,
  ),
  metacontroller_sync_in_flight_requests: gauge('Sync hook calls that run now.', ...HOOK_LABELS),
  metacontroller_finalize_requests_total: counter('Calls of finalize hooks.', 'code', 'method', ...HOOK_LABELS),
  metacontroller_finalize_request_duration_histogram_seconds: histogram(
    'Time of a finalize hook call.',
    SECONDS,
    'method',
    ...HOOK_LABELS,
  ),
  metacontroller_finalize_in_flight_requests: gauge('Finalize hook calls that run now.', ...HOOK_LABELS),
} satisfies Record<string, MetricSpec>;

export const CATALOGUE = { ...FIELD_STANDARD, ...SET, ...SHARD, ...HOOKS } satisfies Record<string, MetricSpec>;

export type MetricName = keyof typeof CATALOGUE;
