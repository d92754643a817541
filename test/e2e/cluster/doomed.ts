/** A program to be killed: starts a cluster with one pod, says what it started, and waits for its end. */
import { startLocalCluster } from '../../../src/testing/cluster/local-cluster.ts';
import { NODE_DIRECTORY, STATEFUL_SETS, untilReady, workload } from './support.ts';

const { client, controlPlane, kubelet } = await startLocalCluster({ kubelet: { pathPrefix: NODE_DIRECTORY } });
const body = workload('StatefulSet', { name: 'web', replicas: 1, spec: { serviceName: 'web' } });
await client.send({ verb: 'create', resource: STATEFUL_SETS, body });
await untilReady(client, 'web', 1);
const pids = [...controlPlane.pids(), kubelet.pidOf('web-0')];
process.stdout.write(`${JSON.stringify({ pids, directory: controlPlane.directory })}\n`);
