/** Real StatefulSets and Deployments over real processes. */
import * as assert from 'uvu/assert';
import { readFile } from 'node:fs/promises';

import { systemClock, type Clock } from '../../../src/lib/clock.ts';
import { startLocalCluster, type LocalCluster } from '../../../src/testing/cluster/local-cluster.ts';
import { answerTo } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import {
  CONFIG_MAPS,
  DEPLOYMENTS,
  isRunning,
  NODE_DIRECTORY,
  PODS,
  pods,
  readPod,
  scale,
  STATEFUL_SETS,
  untilReady,
  workload,
} from './support.ts';

const test = suite('process kubelet', { timeoutMs: 240_000 });

const TOKEN_SECONDS = 600;
/** Renewals of tokens wait here until a test lets them happen. */
const renewals: (() => void)[] = [];
const clock: Clock = {
  ...systemClock,
  setTimer: (delayMs, fn) => {
    if (delayMs !== TOKEN_SECONDS * 800) return systemClock.setTimer(delayMs, fn);
    renewals.push(fn);
    return { cancel: () => void renewals.splice(renewals.indexOf(fn), 1) };
  },
};

let cluster: LocalCluster;
test.before(async () => {
  cluster = await startLocalCluster({
    kubelet: { pathPrefix: NODE_DIRECTORY, backOffBaseMs: 100, tokenSeconds: TOKEN_SECONDS, clock },
  });
});
test.after(() => cluster.stop());

const uids = (list: Awaited<ReturnType<typeof pods>>): Map<string, string | undefined> =>
  new Map(list.map((pod) => [pod.metadata.name, pod.metadata.uid]));
const logOf = (podName: string): Promise<string> => readFile(cluster.kubelet.logPath(podName), 'utf8');

test('a StatefulSet goes 0, 3, 5, 2', async () => {
  const { client, kubelet } = cluster;
  const spec = { serviceName: 'web', podManagementPolicy: 'Parallel' };
  await client.send({
    verb: 'create',
    resource: STATEFUL_SETS,
    body: workload('StatefulSet', { name: 'web', replicas: 0, spec }),
  });
  await scale(client, STATEFUL_SETS, 'web', 3);
  const three = uids(await untilReady(client, 'web', 3));
  await scale(client, STATEFUL_SETS, 'web', 5);
  const five = uids(await untilReady(client, 'web', 5));
  assert.equal([...five.keys()].sort(), ['web-0', 'web-1', 'web-2', 'web-3', 'web-4']);
  for (const [name, uid] of three) assert.is(five.get(name), uid);

  const leaving = ['web-2', 'web-3', 'web-4'].map((name) => kubelet.pidOf(name));
  const logs = ['web-2', 'web-3', 'web-4'].map((name) => kubelet.logPath(name));
  await scale(client, STATEFUL_SETS, 'web', 2);
  const two = uids(await untilReady(client, 'web', 2));
  assert.equal([...two.keys()].sort(), ['web-0', 'web-1']);
  for (const pid of leaving) assert.not.ok(isRunning(pid ?? 0));
  for (const file of logs) assert.match(await readFile(file, 'utf8'), 'got SIGTERM');
});

test('each pod has its address and its downward API', async () => {
  const [first, second] = await untilReady(cluster.client, 'web', 2);
  assert.ok(first !== undefined && second !== undefined);
  assert.is.not(readPod(first).podIP, readPod(second).podIP);
  assert.match(readPod(first).podIP, /^127\.66\./);
  assert.match(await logOf('web-0'), 'started web-0 1 I am web-0');
});

test('a killed process is restarted in place: same pod, one restart', async () => {
  const { client, kubelet } = cluster;
  const before = uids(await untilReady(client, 'web', 2)).get('web-1');
  const pid = kubelet.pidOf('web-1');
  assert.ok(kubelet.signal('web-1', 'SIGKILL'));
  const after = await answerTo('web-1 is ready again', async () =>
    (await untilReady(client, 'web', 2)).find((pod) => pod.metadata.name === 'web-1' && readPod(pod).restarts === 1),
  );
  assert.is(after.metadata.uid, before);
  assert.is.not(kubelet.pidOf('web-1'), pid);
});

test('a pod that is held back stays down until it is released', async () => {
  const { client, kubelet } = cluster;
  kubelet.holdBack('web-0');
  kubelet.signal('web-0', 'SIGKILL');
  await answerTo('web-0 is held back', () =>
    kubelet.list().find((one) => one.name === 'web-0')?.state === 'HeldBack' ? true : undefined,
  );
  await answerTo('the API server knows that web-0 is not ready', async () =>
    (await pods(client, 'web')).some((pod) => pod.metadata.name === 'web-0' && !readPod(pod).ready) ? true : undefined,
  );
  assert.is(kubelet.pidOf('web-0'), undefined);
  kubelet.release('web-0');
  await untilReady(client, 'web', 2);
});

test('a deleted pod gets SIGTERM and is replaced by another of its name', async () => {
  const { client, kubelet } = cluster;
  const before = uids(await untilReady(client, 'web', 2)).get('web-1');
  const pid = kubelet.pidOf('web-1') ?? 0;
  await client.send({ verb: 'delete', resource: PODS, ref: { namespace: 'default', name: 'web-1' } });
  await answerTo('another web-1 is ready', async () => {
    const now = (await pods(client, 'web')).find((pod) => pod.metadata.name === 'web-1');
    return now !== undefined && now.metadata.uid !== before && readPod(now).ready ? true : undefined;
  });
  assert.not.ok(isRunning(pid));
  assert.match(await logOf('web-1'), 'got SIGTERM');
});

test('the token lies at the standard path and is renewed there', async () => {
  if (cluster.kubelet.isolation === 'None') throw new Error('this machine allows no mount namespaces: cannot be shown');
  const [pod] = await untilReady(cluster.client, 'web', 2);
  assert.ok(pod !== undefined);
  const token = async (): Promise<string> => (await fetch(`http://${readPod(pod).podIP}:8080/token`)).text();
  const before = await token();
  const claims: unknown = JSON.parse(Buffer.from(before.split('.')[1] ?? '', 'base64url').toString());
  assert.match(JSON.stringify(claims), `"pod":{"name":"${pod.metadata.name}","uid":"${pod.metadata.uid}"}`);
  assert.ok(renewals.length >= 2);
  // A token of the same second would be the same text.
  await answerTo('a renewed token', async () => {
    for (const renew of renewals.splice(0)) renew();
    return (await token()) === before ? undefined : true;
  });
});

test('a Deployment rolls', async () => {
  const { client } = cluster;
  await client.send({
    verb: 'create',
    resource: DEPLOYMENTS,
    body: workload('Deployment', { name: 'api', replicas: 2 }),
  });
  const old = uids(await untilReady(client, 'api', 2));
  const { spec } = workload('Deployment', { name: 'api', replicas: 2, version: '2' });
  await client.send({
    verb: 'patch',
    resource: DEPLOYMENTS,
    ref: { namespace: 'default', name: 'api' },
    patchType: 'merge',
    patch: { spec },
  });
  const rolled = await answerTo('two new pods', async () => {
    const found = await untilReady(client, 'api', 2);
    return found.some((pod) => old.has(pod.metadata.name)) ? undefined : found;
  });
  for (const pod of rolled) assert.match(await logOf(pod.metadata.name), `started ${pod.metadata.name} 2`);
});

test('ConfigMaps and emptyDirs are mounted where the manifest says', async () => {
  const { client } = cluster;
  await client.send({
    verb: 'create',
    resource: CONFIG_MAPS,
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'default' },
      data: { greeting: 'hello' },
    },
  });
  const program =
    'const fs = require("node:fs"); fs.writeFileSync("/run/scratch/x", "1"); console.log(fs.readFileSync("/etc/settings/greeting", "utf8"), fs.existsSync("/etc/passwd"), process.env.FROM_MAP)';
  const body = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'once', namespace: 'default', labels: { app: 'once' } },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: 'default',
      containers: [
        {
          name: 'main',
          image: 'ignored',
          command: ['node', '-e', program],
          env: [{ name: 'FROM_MAP', valueFrom: { configMapKeyRef: { name: 'settings', key: 'greeting' } } }],
          volumeMounts: [
            { name: 'settings', mountPath: '/etc/settings' },
            { name: 'scratch', mountPath: '/run/scratch' },
          ],
        },
      ],
      volumes: [
        { name: 'settings', configMap: { name: 'settings' } },
        { name: 'scratch', emptyDir: {} },
      ],
    },
  };
  await client.send({ verb: 'create', resource: PODS, body });
  const phase = await answerTo('the pod has ended', async () => {
    const [pod] = await pods(client, 'once');
    const now = (pod?.['status'] as { readonly phase?: string } | undefined)?.phase;
    return now === 'Succeeded' || now === 'Failed' ? now : undefined;
  });
  assert.match(await logOf('once'), 'hello true hello');
  assert.is(phase, 'Succeeded');
});
