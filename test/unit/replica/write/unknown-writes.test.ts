/** Writes that ended without an answer: what is noted of them, and when a root may be looked at again. */
import * as assert from 'uvu/assert';

import { ApiError } from '../../../../src/kube/api-error.ts';
import { apiErrorOf } from '../../../../src/kube/api-status.ts';
import type { KubeClient, KubeObject, Resource, WriteRequest } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import type { Controller, FencedWriter, WorkToken } from '../../../../src/replica/ports.ts';
import { ResourceCache } from '../../../../src/replica/watch/resource-cache.ts';
import { InFlight } from '../../../../src/replica/work/in-flight.ts';
import { verifyUnknown, type VerifyUnknownOptions } from '../../../../src/replica/work/verify-unknown.ts';
import { ObjectWriter } from '../../../../src/replica/write/object-writer.ts';
import {
  isShown,
  UnknownWrites,
  type UnknownWrite,
  type WrittenFor,
} from '../../../../src/replica/write/unknown-writes.ts';
import { WrittenMarks } from '../../../../src/replica/write/written-marks.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { suite } from '../../../suite.ts';

const LABEL = 'shardkeeper.io/slot';
const SLOT = 7;
const SLOTS = [{ start: SLOT, end: SLOT }];
const TIMEOUT_MS = 3_000;
const PODS: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true, hasStatus: true };
const CONTROLLER: Controller = {
  name: 'c',
  resources: [{ resource: PODS, role: 'child' }],
  rootsOf: () => [],
  reconcile: async () => ({ type: 'Settled' }),
};
const ROOT: WrittenFor = { controller: CONTROLLER, root: { groupResource: 'apps.x.io', key: 'ns/app' } };
const OTHER: WrittenFor = { controller: CONTROLLER, root: { groupResource: 'apps.x.io', key: 'ns/other' } };

const pod = (version: number, change: Partial<KubeObject['metadata']> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace: 'ns',
    name: 'a',
    uid: 'u1',
    resourceVersion: String(version),
    labels: { [LABEL]: String(SLOT) },
    ...change,
  },
});

const update: UnknownWrite = {
  resource: PODS,
  key: 'ns/a',
  creates: false,
  slot: SLOT,
  before: { uid: 'u1', resourceVersion: '5' },
  deadAtMs: TIMEOUT_MS,
};
const create: UnknownWrite = { ...update, creates: true, before: undefined };
const unnamed: UnknownWrite = { ...create, key: undefined };

const pure = suite('unknown writes: what the cache shows');

pure('an update is known by any other state of its object, a create by its object, one without a name never', () => {
  assert.is(isShown(update, pod(5)), false);
  assert.is(isShown(update, pod(6)), true);
  // Longer is newer: versions are integers.
  assert.is(isShown(update, pod(10)), true);
  assert.is(isShown(update, pod(4)), false);
  assert.is(isShown(update, undefined), true);
  assert.is(isShown(update, pod(4, { uid: 'u2' })), true);
  assert.is(isShown(create, undefined), false);
  assert.is(isShown(create, pod(6)), true);
  assert.is(isShown(unnamed, pod(6)), false);
});

pure('a create where an object of the name was leaving is known by another object alone', () => {
  const again = { ...create, before: { uid: 'u1', resourceVersion: '5' } };
  assert.is(isShown(again, pod(6)), false);
  assert.is(isShown(again, undefined), false);
  assert.is(isShown(again, pod(7, { uid: 'u2' })), true);
});

pure(
  'a list tells what was dead when it was begun, of its resource and slots; roots are told when nothing is left',
  () => {
    const unknown = new UnknownWrites();
    unknown.note(ROOT, unnamed);
    unknown.note(ROOT, { ...unnamed, deadAtMs: TIMEOUT_MS + 1 });
    unknown.note(OTHER, { ...unnamed, slot: SLOT + 1 });
    assert.equal(unknown.listed('pods', { slots: SLOTS, begunMs: TIMEOUT_MS - 1 }), []);
    assert.equal(unknown.listed('nodes', { slots: SLOTS, begunMs: 9_000 }), []);
    assert.equal(unknown.listed('pods', { slots: SLOTS, begunMs: TIMEOUT_MS }), []);
    assert.is(unknown.of(ROOT).length, 1);
    assert.equal(unknown.listed('pods', { slots: SLOTS, begunMs: TIMEOUT_MS + 1 }), [ROOT]);
    assert.is(unknown.of(OTHER).length, 1);
    unknown.keepOnly([{ start: SLOT + 1, end: 9 }], 9_000);
    assert.is(unknown.isEmpty, false);
    unknown.keepOnly(SLOTS, TIMEOUT_MS - 1);
    assert.is(unknown.isEmpty, false);
    unknown.keepOnly(SLOTS, TIMEOUT_MS);
    assert.is(unknown.isEmpty, true);
  },
);

const verifying = suite('unknown writes: before a root is looked at');

interface Bench extends VerifyUnknownOptions {
  readonly clock: FakeClock;
  readonly cache: ResourceCache;
  readonly requests: string[];
  live: KubeObject | undefined | Error;
  complete: boolean;
}

function bench(...writes: readonly UnknownWrite[]): Bench {
  const clock = new FakeClock();
  const unknown = new UnknownWrites();
  for (const write of writes) unknown.note(ROOT, write);
  const cache = new ResourceCache(PODS, LABEL, { changed: () => {}, deletionSeen: () => {} });
  cache.want(SLOTS);
  const requests: string[] = [];
  const getLive: FencedWriter['getLive'] = async (_, { name }) => {
    requests.push(`get ${name}`);
    if (subject.live instanceof Error) throw subject.live;
    if (subject.live !== undefined) cache.put(subject.live, undefined);
    return subject.live;
  };
  const subject: Bench = {
    clock,
    unknown,
    cache,
    requests,
    live: undefined,
    complete: true,
    cacheOf: (groupResource) => (groupResource === 'pods' ? cache : undefined),
    writer: { getLive },
    isComplete: () => subject.complete,
    recheck: (groupResource, slots) => {
      requests.push(`list ${groupResource} ${JSON.stringify(slots)}`);
      subject.complete = false;
    },
  };
  return subject;
}

verifying('nothing unknown costs nothing; other roots do not wait', async () => {
  const at = bench(create);
  assert.is(await verifyUnknown(OTHER, SLOT, at), undefined);
  assert.equal(at.requests, []);
});

verifying(
  'waits until the write is dead, without a request; then a live read puts the child into the cache',
  async () => {
    const at = bench(create);
    at.live = pod(6);
    assert.is(await verifyUnknown(ROOT, SLOT, at), TIMEOUT_MS);
    await at.clock.advanceAsync(TIMEOUT_MS - 1);
    assert.is(await verifyUnknown(ROOT, SLOT, at), 1);
    assert.equal(at.requests, []);
    await at.clock.advanceAsync(1);
    assert.is(await verifyUnknown(ROOT, SLOT, at), undefined);
    assert.equal(at.requests, ['get a']);
    assert.is(at.cache.get('ns/a')?.metadata.resourceVersion, '6');
    assert.is(at.unknown.isEmpty, true);
  },
);

verifying('an event that shows the object ends the wait at once, without a request', async () => {
  const at = bench(create);
  at.cache.apply('ADDED', pod(6));
  assert.is(await verifyUnknown(ROOT, SLOT, at), undefined);
  assert.equal(at.requests, []);
});

verifying('a write that was never applied is known by the same live read', async () => {
  const at = bench(update);
  at.cache.apply('ADDED', pod(5));
  at.live = pod(5);
  await at.clock.advanceAsync(TIMEOUT_MS);
  assert.is(await verifyUnknown(ROOT, SLOT, at), undefined);
  assert.equal(at.requests, ['get a']);
});

verifying('what is gone, or out of our slots, is not shown any more', async () => {
  for (const live of [undefined, pod(6, { labels: {} })]) {
    const at = bench(update);
    at.cache.apply('ADDED', pod(5));
    at.live = live;
    await at.clock.advanceAsync(TIMEOUT_MS);
    assert.is(await verifyUnknown(ROOT, SLOT, at), undefined);
    assert.is(at.cache.get('ns/a'), undefined);
  }
});

verifying('a live read that fails leaves everything unknown', async () => {
  const at = bench(create);
  at.live = new ApiError('down', { code: 'Unavailable', answered: false });
  await at.clock.advanceAsync(TIMEOUT_MS);
  let code = '';
  await verifyUnknown(ROOT, SLOT, at).catch((error: ApiError) => (code = error.code));
  assert.is(code, 'Unavailable');
  assert.is(at.unknown.of(ROOT).length, 1);
});

verifying(
  'a create without a name waits for a list of its slot that was begun when it was dead; one is asked for',
  async () => {
    const at = bench(unnamed);
    await at.clock.advanceAsync(TIMEOUT_MS);
    assert.is(await verifyUnknown(ROOT, SLOT, at), 1_000);
    assert.is(await verifyUnknown(ROOT, SLOT, at), 1_000);
    assert.equal(at.requests, [`list pods ${JSON.stringify(SLOTS)}`]);
    at.unknown.listed('pods', { slots: SLOTS, begunMs: TIMEOUT_MS });
    assert.is(await verifyUnknown(ROOT, SLOT, at), undefined);
  },
);

verifying('a root that has another slot by now does not wait for the list of the old one', async () => {
  const at = bench(unnamed);
  await at.clock.advanceAsync(TIMEOUT_MS);
  assert.is(await verifyUnknown(ROOT, SLOT + 1, at), undefined);
  assert.equal(at.requests, []);
});

const noting = suite('unknown writes: what a write that fails leaves behind');

const status = (code: number): ApiError => apiErrorOf('x', { status: code, retryAfter: undefined, text: '' });

/** The write is handed over at 100 ms and fails at 400 ms. */
async function failing(
  request: WriteRequest,
  error: unknown,
  isSent = true,
): Promise<{ unknown: UnknownWrite[]; marks: object; isFree: boolean }> {
  const clock = new FakeClock();
  const cache = new ResourceCache(PODS, LABEL, { changed: () => {}, deletionSeen: () => {} });
  cache.want(SLOTS);
  cache.apply('ADDED', pod(5));
  const send: KubeClient['send'] = async (_, options = {}) => {
    await clock.advanceAsync(100);
    if (isSent) options.onSent?.(clock.monotonicMs());
    await clock.advanceAsync(300);
    throw error;
  };
  const inFlight = new InFlight(clock, () => {});
  const marks = new WrittenMarks();
  const token: WorkToken = { slot: SLOT, incarnation: 'i', acquisition: 1, fencing: '1.1' };
  const unknown: UnknownWrite[] = [];
  const writer = new ObjectWriter({
    client: { send } as Partial<KubeClient> as KubeClient,
    clock,
    random: { next: () => 0.5, id: () => 'id' },
    metrics: silentMetrics,
    ownership: { check: () => undefined },
    inFlight,
    marks,
    cacheOf: () => cache,
    requestTimeoutMs: TIMEOUT_MS,
    slotLabel: LABEL,
    set: 'default/a',
  });
  const scope = { token, signal: new AbortController().signal, origin: {}, onWrote: () => {}, onRefused: () => {} };
  const scoped = writer.scoped({ ...scope, onUnknown: (write) => unknown.push(write) });
  await scoped.send(request).catch(() => {});
  return { unknown, marks: marks.of(SLOTS, ['pods']), isFree: inFlight.isFree(SLOT) };
}

const UPDATE: WriteRequest = { verb: 'update', resource: PODS, body: pod(5) };
const CREATE: WriteRequest = { verb: 'create', resource: PODS, body: pod(5, { name: 'b' }) };
const UNNAMED: WriteRequest = { verb: 'create', resource: PODS, body: pod(5, { name: '' }) };
const DELETE: WriteRequest = {
  verb: 'delete',
  resource: PODS,
  ref: { namespace: 'ns', name: 'a' },
  preconditions: { uid: 'u1', resourceVersion: '5' },
};
const NOTHING = { unknown: [], marks: { pods: '0' }, isFree: true };

noting('an answer of the 4xx kind, a refusal of ours, and what was never sent leave nothing', async () => {
  for (const code of [400, 401, 403, 404, 409, 410, 422, 429])
    assert.equal(await failing(CREATE, status(code)), NOTHING, String(code));
  assert.equal(await failing(UPDATE, new ApiError('no', { code: 'Refused', answered: true })), NOTHING);
  assert.equal(await failing(UPDATE, new ApiError('x', { code: 'Unavailable', answered: true }), false), NOTHING);
});

noting('a 5xx, a timeout and an abort leave a write that is dead when its time is over (W4)', async () => {
  const errors = [
    ...[500, 502, 503, 504].map(status),
    ...(['Timeout', 'Unavailable', 'Aborted'] as const).map((code) => new ApiError('x', { code, answered: false })),
  ];
  for (const error of errors) {
    const { unknown, marks, isFree } = await failing(UPDATE, error);
    assert.is(unknown.length, 1, error.message);
    assert.is(unknown[0]?.deadAtMs, 100 + TIMEOUT_MS);
    assert.is(unknown[0]?.before?.resourceVersion, '5');
    assert.equal(marks, {});
    assert.is(isFree, false);
  }
});

noting(
  'an answer that is lost or unreadable is applied already: not in flight, but unknown, and its mark too',
  async () => {
    const { unknown, marks, isFree } = await failing(UPDATE, new ApiError('x', { code: 'Malformed', answered: true }));
    assert.is(unknown[0]?.deadAtMs, 400);
    assert.equal(marks, {});
    assert.is(isFree, true);
  },
);

noting('names the object, or its resource when the server was to name it', async () => {
  const lost = new ApiError('x', { code: 'Timeout', answered: false });
  const noted = async (request: WriteRequest): Promise<unknown> => {
    const [write] = (await failing(request, lost)).unknown;
    return { key: write?.key, creates: write?.creates, slot: write?.slot, before: write?.before?.uid };
  };
  assert.equal(await noted(CREATE), { key: 'ns/b', creates: true, slot: SLOT, before: undefined });
  assert.equal(await noted(UNNAMED), { key: undefined, creates: true, slot: SLOT, before: undefined });
  assert.equal(await noted(DELETE), { key: 'ns/a', creates: false, slot: SLOT, before: 'u1' });
});
