/**
 * What the API server writes down for the judge (testing/audit/), as an audit policy.
 *
 * Cheap by design: one line a request, at its completion; no line for watches and for what the control plane reads for
 * itself. Bodies only where the judge reads them: the table and the shards (with the answer, which has the
 * resourceVersion), and Leases (request only: renewals are known by their time).
 */

/** `contents`: `judge`, and the bodies of all writes but those of nodes and of secrets. */
export type AuditLevel = 'off' | 'judge' | 'contents';

const READS = ['get', 'list', 'watch'];
const WRITES = ['create', 'update', 'patch', 'delete', 'deletecollection'];

const CONTENTS = [
  { level: 'Metadata', userGroups: ['system:nodes'] },
  { level: 'Metadata', resources: [{ group: '', resources: ['secrets', 'serviceaccounts/token'] }] },
  { level: 'Request', verbs: WRITES },
];

/** As JSON, which is YAML too. */
export function auditPolicy(level: AuditLevel): string {
  return JSON.stringify({
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived', 'ResponseStarted'],
    omitManagedFields: true,
    rules: [
      { level: 'None', nonResourceURLs: ['*'] },
      { level: 'None', verbs: ['watch'] },
      { level: 'None', users: ['system:apiserver'] },
      { level: 'None', verbs: READS, users: ['system:kube-controller-manager'] },
      { level: 'None', verbs: READS, userGroups: ['system:nodes'] },
      { level: 'None', userGroups: ['system:nodes'], resources: [{ group: 'coordination.k8s.io' }] },
      {
        level: 'RequestResponse',
        verbs: WRITES,
        resources: [
          {
            group: 'shardkeeper.io',
            resources: [
              'controllershardsets',
              'controllershardsets/status',
              'controllershards',
              'controllershards/status',
            ],
          },
        ],
      },
      { level: 'Request', verbs: WRITES, resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] },
      ...(level === 'contents' ? CONTENTS : []),
      { level: 'Metadata' },
    ],
  });
}
