import * as assert from 'uvu/assert';

import { ApiError } from '../../../../src/kube/api-error.ts';
import { apiErrorOf } from '../../../../src/kube/api-status.ts';
import { CONFIG_MAPS } from '../../../../src/kube/resources.ts';
import type { KubeClient, KubeObject, WriteRequest } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import type { Random } from '../../../../src/lib/random.ts';
import { rangeSet } from '../../../../src/protocol/ranges.ts';
import type { Refusal, WorkToken } from '../../../../src/replica/ports.ts';
import { InFlight } from '../../../../src/replica/work/in-flight.ts';
import { FENCE_LAG_MAX_MS, fenceRetryMs, Grants } from '../../../../src/replica/write/fence-retry.ts';
import { ObjectWriter } from '../../../../src/replica/write/object-writer.ts';
import { WrittenMarks } from '../../../../src/replica/write/written-marks.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { suite } from '../../../suite.ts';

const random: Random = { next: () => 0.5, id: () => 'id' };
const OTHER = 'slot 7 belongs to a-0; the writer is a-1';

function refusal(status: 403 | 422, policy: string): ApiError {
  const reason = status === 403 ? 'Forbidden' : 'Invalid';
  const denied = `ValidatingAdmissionPolicy '${policy}' with binding '${policy}' denied request: ${OTHER}`;
  const text = JSON.stringify({ kind: 'Status', reason, message: `configmaps "a" is forbidden: ${denied}` });
  return apiErrorOf('update configmaps default/a', { status, retryAfter: undefined, text });
}

const pure = suite('whether a refusal may be the lag of the server-side fence');

pure('a refusal by a policy names the policy; by RBAC it names none', () => {
  assert.is(refusal(403, 'shardkeeper-fence').policy, 'shardkeeper-fence');
  const text = JSON.stringify({ kind: 'Status', reason: 'Forbidden', message: 'User "x" cannot update resource' });
  assert.is(apiErrorOf('x', { status: 403, retryAfter: undefined, text }).policy, undefined);
});

pure('right after a grant, 403 and 422 of the fence under any prefix are tried again, soon', () => {
  for (const error of [refusal(403, 'shardkeeper-fence'), refusal(422, 'prod-shardkeeper-fence-unlabelled')]) {
    const delayMs = fenceRetryMs(error, { sinceGrantMs: 0, attempt: 0, random });
    assert.ok(delayMs !== undefined && delayMs >= 5 && delayMs <= 10, String(delayMs));
    assert.ok((fenceRetryMs(error, { sinceGrantMs: 0, attempt: 30, random }) ?? Infinity) <= 200);
  }
});

pure('not after two seconds, not when never granted, not when it is somebody else who refuses', () => {
  const fence = refusal(403, 'shardkeeper-fence');
  assert.is(fenceRetryMs(fence, { sinceGrantMs: FENCE_LAG_MAX_MS, attempt: 0, random }), undefined);
  assert.is(fenceRetryMs(fence, { sinceGrantMs: Infinity, attempt: 0, random }), undefined);
  const others = [
    refusal(422, 'shardkeeper-slot-guard'),
    refusal(403, 'company-policy'),
    new ApiError('Conflict', { code: 'Conflict', answered: true, policy: 'shardkeeper-fence' }),
    new Error('shardkeeper-fence'),
  ];
  for (const error of others) {
    assert.is(fenceRetryMs(error, { sinceGrantMs: 0, attempt: 0, random }), undefined, String(error));
  }
});

pure('a grant is remembered for each slot by itself', () => {
  const grants = new Grants();
  grants.granted(rangeSet([{ start: 3, end: 5 }]), 100);
  grants.granted(rangeSet([{ start: 5, end: 5 }]), 150);
  assert.equal(
    [2, 3, 5].map((slot) => grants.sinceMs(slot, 160)),
    [Infinity, 60, 10],
  );
});

const writing = suite('writes of a new owner that the fence refuses');

interface Bench {
  readonly clock: FakeClock;
  readonly sent: number[];
  readonly inFlight: InFlight;
  check: Refusal | undefined;
  readonly write: (signal?: AbortSignal) => Promise<KubeObject>;
}

/** The fence knows of the grant, made at 0, when the clock shows `knowsAtMs`. */
function bench(knowsAtMs: number): Bench {
  const clock = new FakeClock();
  const sent: number[] = [];
  const metadata = { name: 'a', namespace: 'default', resourceVersion: '1', labels: { 'shardkeeper.io/slot': '7' } };
  const body: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  const send: KubeClient['send'] = async (_request, options = {}) => {
    const code = options.admit?.();
    if (code !== undefined) throw new ApiError(code, { code: 'Refused', answered: true });
    options.onSent?.(clock.monotonicMs());
    sent.push(clock.monotonicMs());
    if (clock.monotonicMs() < knowsAtMs) throw refusal(403, 'shardkeeper-fence');
    return { ...body, metadata: { ...metadata, resourceVersion: '2' } };
  };
  const inFlight = new InFlight(clock, () => {});
  const token: WorkToken = { slot: 7, incarnation: 'i', acquisition: 1, fencing: '1.1' };
  const writer = new ObjectWriter({
    client: { send } as Partial<KubeClient> as KubeClient,
    clock,
    random,
    metrics: silentMetrics,
    ownership: { check: () => subject.check },
    inFlight,
    marks: new WrittenMarks(),
    cacheOf: () => undefined,
    requestTimeoutMs: 1000,
    slotLabel: 'shardkeeper.io/slot',
    set: 'default/a',
  });
  writer.granted(rangeSet([{ start: 0, end: 9 }]));
  const request: WriteRequest = { verb: 'update', resource: CONFIG_MAPS, body };
  const write = (signal = new AbortController().signal): Promise<KubeObject> =>
    writer
      .scoped({ token, signal, origin: {}, onWrote: () => {}, onUnknown: () => {}, onRefused: () => {} })
      .send(request);
  const subject: Bench = { clock, sent, inFlight, check: undefined, write };
  return subject;
}

writing('succeed once the fence knows the new owner; the slot is in flight throughout', async () => {
  const { clock, sent, inFlight, write } = bench(40);
  const answer = write();
  assert.not.ok(inFlight.isFree(7));
  await clock.advanceAsync(100);
  assert.is((await answer).metadata.resourceVersion, '2');
  assert.ok(sent.length > 2 && sent.length < 8, `${sent.length} requests`);
  assert.ok(sent.slice(0, -1).every((atMs) => atMs < 40));
  assert.ok(inFlight.isFree(7));
});

writing('are told as refused by whom it was when the fence still says no after two seconds', async () => {
  const { clock, sent, inFlight, write } = bench(Infinity);
  const error = write().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await clock.advanceAsync(FENCE_LAG_MAX_MS + 100);
  const reason = await error;
  assert.ok(reason instanceof ApiError && reason.code === 'Forbidden' && reason.policy === 'shardkeeper-fence');
  assert.ok((sent.at(-1) ?? Infinity) <= FENCE_LAG_MAX_MS && sent.length < 40, `${sent.length} requests`);
  assert.ok(inFlight.isFree(7));
});

writing('end as a loss of ownership when the token is no good any more: nothing further is sent', async () => {
  const subject = bench(Infinity);
  const error = subject.write().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await subject.clock.advanceAsync(30);
  const { length } = subject.sent;
  subject.check = 'Lost';
  await subject.clock.advanceAsync(300);
  const reason = await error;
  assert.ok(reason instanceof ApiError && reason.code === 'Refused');
  assert.is(subject.sent.length, length);
});

writing('are not tried again long after the grant', async () => {
  const { clock, sent, write } = bench(Infinity);
  clock.advance(FENCE_LAG_MAX_MS + 1);
  let code = '';
  await write().catch((error: unknown) => {
    code = error instanceof ApiError ? error.code : '';
  });
  assert.is(code, 'Forbidden');
  assert.is(sent.length, 1);
});
