/**
 * testing/cluster/: a real control plane and real pods, on one machine, without containers.
 *
 * - `build.ts` finds or builds etcd, kube-apiserver, kube-controller-manager (and kubectl) and caches them outside the tree.
 * - `control-plane.ts` runs them in a directory and on ports of its own; `kubelet/` runs each bound pod as local processes.
 * - Nothing here mocks the API server. Everything that is started is stopped again, also on failure and on a signal.
 */
export {};
