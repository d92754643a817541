/**
 * testing/: what tests, the demo and users of the SDK share.
 *
 * - `cluster/`: a real control plane and pods as processes; `audit/`: the judge, who reads the API server's audit log.
 * - `faults/`: a network that misbehaves on purpose, between each pod and the API server.
 * - Everything is real: nothing in here stands in for the API server, and nothing of it runs in production.
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
