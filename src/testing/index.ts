/**
 * testing/: what tests, the demo and users of the SDK share.
 *
 * - `cluster/`: a real control plane and pods as processes; `installation/`: Shardkeeper on it, as people install it.
 * - `audit/`: the judge, who reads the API server's audit log. `load/`: parents, people who edit, the raw client.
 * - `faults/`: a network that misbehaves on purpose, between each pod and the API server.
 * - `sim/`: the production code on simulated time, against a model of the API server. All else is real.
 * - Nothing of it runs in production.
 */
export {
  controlPlanePrograms,
  kubectlPath,
  startControlPlane,
  startKubelet,
  startLocalCluster,
  useExistingCluster,
  type ControlPlane,
  type ControlPlaneOptions,
  type ControlPlanePrograms,
  type ExistingCluster,
  type Kubelet,
  type KubeletOptions,
  type LocalCluster,
  type LocalClusterOptions,
  type PodProcess,
} from './cluster/index.ts';
export {
  countOwnerWrites,
  countRequests,
  doubleOwners,
  gaps,
  loadAuditLog,
  movement,
  objectWrites,
  ownershipTimeline,
  restlessness,
  summarizeGaps,
  type AuditEntry,
  type Gap,
  type GapSummary,
  type Movement,
  type Timeline,
  type Violation,
} from './audit/index.ts';
