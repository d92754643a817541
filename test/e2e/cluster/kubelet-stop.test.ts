import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { PODS } from '../../../src/kube/resources.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { startLocalCluster, type LocalCluster } from '../../../src/testing/cluster/index.ts';
import { suite } from '../../suite.ts';

const test = suite('process kubelet, stopped in the middle', { timeoutMs: 60_000 });

const PODS_COUNT = 20;

let cluster: LocalCluster;

test.before(async () => {
  cluster = await startLocalCluster();
});
test.after(() => cluster.stop());

test('pods that are being prepared are no hindrance, and leave no folder', async () => {
  const { client, kubelet, controlPlane } = cluster;
  const creations = Array.from({ length: PODS_COUNT }, (_, number) =>
    client.send({ verb: 'create', resource: PODS, body: podOf(`pod-${number}`) }),
  );
  const preparing = (): boolean => kubelet.list().some((pod) => pod.state === 'Preparing');
  const deadline = systemClock.monotonicMs() + 10_000;
  while (!preparing() && systemClock.monotonicMs() < deadline) await sleep(systemClock, 1);
  assert.ok(preparing());
  await kubelet.stop();
  assert.equal(readdirSync(path.join(controlPlane.directory, 'kubelet/pods')), []);
  await Promise.allSettled(creations);
});

function podOf(name: string): KubeObject {
  const containers = [{ name: 'main', image: 'none', command: ['sleep', '60'] }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec: { containers } };
}
