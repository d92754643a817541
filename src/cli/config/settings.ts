/** The settings of each command. The documentation and config/*.schema.json are generated from these lists. */
import { LOG_LEVELS } from '../../telemetry/log-levels.ts';
import type { Setting } from './setting.ts';

const NAME = '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$';

const COMMON: readonly Setting[] = [
  {
    key: 'kubeconfig',
    env: 'KUBECONFIG',
    schema: { type: 'string', minLength: 1 },
    help: 'Kubeconfig file; default: the pod, then ~/.kube/config.',
  },
  {
    key: 'namespace',
    env: 'POD_NAMESPACE',
    schema: { type: 'string', pattern: NAME },
    required: true,
    help: 'Namespace of the set, its shards, Leases and workload.',
  },
  {
    key: 'name',
    env: 'POD_NAME',
    schema: { type: 'string', pattern: NAME },
    required: true,
    help: 'Name of this process: the pod name.',
  },
  {
    key: 'healthAddress',
    schema: { type: 'string', minLength: 1 },
    fallback: ':8081',
    help: 'Where /healthz and /readyz are served (host:port).',
  },
  {
    key: 'metricsAddress',
    schema: { type: 'string', minLength: 1 },
    fallback: ':9999',
    help: 'Where /metrics is served (host:port); 0 = off.',
  },
  { key: 'logLevel', schema: { type: 'string', enum: LOG_LEVELS }, fallback: 'info', help: 'How much is logged.' },
];

export const MANAGER_SETTINGS: readonly Setting[] = [
  ...COMMON,
  {
    key: 'podUid',
    env: 'POD_UID',
    schema: { type: 'string', minLength: 1 },
    help: 'UID of the pod; lets a container restarted in place lead again without waiting for its old Lease.',
  },
];

export const ENGINE_SETTINGS: readonly Setting[] = [
  ...COMMON,
  {
    key: 'set',
    schema: { type: 'string', pattern: NAME },
    required: true,
    help: 'Name of the ControllerShardSet that this replica belongs to.',
  },
  {
    key: 'podUid',
    env: 'POD_UID',
    schema: { type: 'string', minLength: 1 },
    help: 'UID of the pod; lets a container restarted in place resume without a full wait.',
  },
  {
    key: 'nodeName',
    env: 'NODE_NAME',
    schema: { type: 'string', minLength: 1 },
    help: 'Node of the pod; shown in the status.',
  },
  {
    key: 'restartInPlace',
    schema: { type: 'boolean' },
    fallback: false,
    help: 'The pod has one engine container, so a restart under the same pod UID needs no full wait.',
  },
  {
    key: 'gracePeriodSeconds',
    schema: { type: 'integer', minimum: 1, maximum: 86_400 },
    fallback: 60,
    help: 'terminationGracePeriodSeconds of the pod, in seconds.',
  },
  {
    key: 'workers',
    schema: { type: 'integer', minimum: 1, maximum: 1024 },
    fallback: 32,
    help: 'Reconciles at once in this replica, over all controllers.',
  },
  {
    key: 'crashJournal',
    schema: { type: 'string' },
    fallback: '',
    help: 'Directory that outlives the container (an emptyDir): what was under way when a process died; empty = none.',
  },
  {
    key: 'hookConnections',
    schema: { type: 'integer', minimum: 1, maximum: 1024 },
    fallback: 32,
    help: 'Connections to one webhook host.',
  },
  {
    key: 'targetLabelSelector',
    schema: { type: 'string' },
    fallback: '',
    help: 'Label selector on CompositeController objects; empty = all.',
  },
];
