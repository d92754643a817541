/**
 * testing/installation/: a whole Shardkeeper as a user installs it (crds/, kustomize/overlays/dev, examples/webapp), on a
 * control plane and a kubelet of its own. What the demo shows, benchmarks measure and end-to-end tests judge.
 *
 * - Everything is applied by kubectl from the files that users get. Pods run this very program.
 * - `startInstallation` leaves nothing behind: what it started ends with `stop`, or with the process.
 */
export { startInstallation, type Installation, type InstallationOptions } from './installation.ts';
export { kubectlWith, type Kubectl } from './kubectl.ts';
export { writeOverlay } from './overlay.ts';
export { clientAs } from './pod-client.ts';
export { type Hook } from './hook.ts';
