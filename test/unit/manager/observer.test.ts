import * as assert from 'uvu/assert';
import type { ClusterAccess } from '../../../src/kube/access.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { Observer } from '../../../src/manager/observer.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { suite } from '../../suite.ts';

const test = suite('manager/observer');

const NOWHERE: ClusterAccess = {
  server: 'https://127.0.0.1:1',
  namespace: 'default',
  source: 'test',
  tls: () => ({}),
  cachedHeaders: () => ({}),
  headers: () => Promise.resolve({}),
  refresh: () => Promise.resolve(false),
};

/** Nothing is asked: what it sees is put in by hand. */
function observer(): Observer {
  const deps = { clock: systemClock, random: systemRandom, log: silentLogger, metrics: silentMetrics };
  const client = createKubeClient({ access: NOWHERE, userAgent: 'test', requestTimeoutMs: 1_000, ...deps });
  return new Observer({ client, namespace: 'default', onChange: () => {}, onWentBack: () => {}, ...deps });
}

const setWithRowOf = (owner: string): KubeObject => ({
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShardSet',
  metadata: { namespace: 'default', name: 'web', uid: 'u', resourceVersion: '7' },
  spec: { workload: { kind: 'Deployment', name: 'web' } },
  status: {
    assignment: {
      uid: 'u',
      epoch: 1,
      revision: 1,
      generation: 1,
      protocol: 1,
      minProtocol: 1,
      ranges: [{ start: 0, end: 4095, owner, generation: 1, awaiting: [] }],
    },
  },
});

test('a standby forgets Leases that are gone, but for those of names that still count', () => {
  const seen = observer();
  seen.sets.replace([setWithRowOf('web-b')], '7');
  const lease = { uid: 'l', resourceVersion: '5', holder: 'web-c_1', durationMs: 5_000 };
  seen.noteLease('web', 'web-a', { lease: undefined });
  seen.noteLease('web', 'web-b', { lease: undefined });
  seen.noteLease('web', 'web-c', { lease });
  assert.is(seen.notes(), 3);
  seen.forgetAbsent();
  assert.is(seen.notes(), 2);
  for (let i = 0; i < 100; i++) seen.noteLease('web', `web-gone-${i}`, { lease: undefined });
  seen.forgetAbsent();
  assert.is(seen.notes(), 2);
  seen.noteLease('other', 'x', { lease: undefined });
  seen.forgetAbsent();
  assert.is(seen.notes(), 2, 'nothing is kept of a set that is not there');
});
