/**
 * testing/cluster/: a real control plane and real pods, on one machine, without containers.
 *
 * - `build.ts` finds or builds etcd, kube-apiserver, kube-controller-manager (and kubectl) and caches them outside the tree.
 * - `control-plane.ts` runs them in a directory and on ports of its own.
 * - `existing-cluster.ts` uses a cluster that is there already, and says what cannot be shown with it.
 * - `kubelet/` binds pods and runs each of them as a local process.
 * - `processes/` makes sure that nothing outlives the process that started it, even when that is killed.
 * - Nothing here mocks the API server.
 */
export { controlPlanePrograms, kubectlPath, type ControlPlanePrograms } from './build.ts';
export { startControlPlane, type ControlPlane, type ControlPlaneOptions } from './control-plane.ts';
export { useExistingCluster, type ExistingCluster } from './existing-cluster.ts';
export { startKubelet, type Kubelet, type KubeletOptions, type PodProcess } from './kubelet/index.ts';
export { startLocalCluster, type LocalCluster, type LocalClusterOptions } from './local-cluster.ts';
