import * as assert from 'uvu/assert';

import { systemClock } from '../../../../src/lib/clock.ts';
import { LeasePort } from '../../../../src/replica/membership/lease-port.ts';
import { silentLogger } from '../../../../src/telemetry/logger.ts';
import { suite } from '../../../suite.ts';
import { answer, startWireBench } from '../../kube/http-server.ts';

const test = suite('replica/membership/lease-port');

const lease = (holderIdentity: string, leaseDurationSeconds: number, resourceVersion: string): object => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace: 'n', name: 'web-0', uid: 'l', resourceVersion },
  spec: { holderIdentity, leaseDurationSeconds },
});

test('S2, I4: the duration of the predecessor counts, also when the answer to the takeover was lost', async () => {
  const { server, client, close } = await startWireBench();
  const port = new LeasePort({
    client,
    clock: systemClock,
    log: silentLogger,
    namespace: 'n',
    name: 'web-0',
    set: 'web',
    incarnation: 'new',
    leaseDurationMs: 15_000,
    requestTimeoutMs: 3_000,
    signal: new AbortController().signal,
  });
  try {
    const first = port.take('2026-01-01T00:00:00.000000Z');
    answer(await server.next(), 200, lease('old', 60, '1'));
    // It was stored, and nobody heard of it.
    (await server.next()).request.socket.destroy();
    assert.equal(await first, { type: 'LeaseTakeFailed' });

    const second = port.take('2026-01-01T00:00:01.000000Z');
    answer(await server.next(), 200, lease('new', 15, '2'));
    answer(await server.next(), 200, lease('new', 15, '3'));
    const taken = await second;
    if (taken.type !== 'LeaseTaken') throw new Error(taken.type);
    assert.is(taken.previousDurationMs, 60_000);
    assert.is(taken.created, false);
  } finally {
    await close();
  }
});
