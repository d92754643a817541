import * as assert from 'uvu/assert';

import { subjectOf } from '../../../src/kube/event-body.ts';
import { createEventRecorder, type EventRecorder } from '../../../src/kube/events.ts';
import { CONFIG_MAPS, CORE_EVENTS, EVENTS, NAMESPACES } from '../../../src/kube/resources.ts';
import type { KubeObject, Resource } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { configMap, deps, FILE_TIMEOUT_MS, startBench, type Bench } from './bench.ts';

const test = suite('events on a real API server', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let recorder: EventRecorder;
const controller = new AbortController();
let running: Promise<void>;

test.before(async () => {
  bench = await startBench();
  recorder = createEventRecorder({ client: bench.client, controller: 'shardkeeper-replica', instance: 'r-0' }, deps);
  running = recorder.run(controller.signal);
});

test.after(async () => {
  controller.abort();
  await running;
  await bench.stop();
});

async function eventsAbout(object: KubeObject, resource: Resource): Promise<readonly KubeObject[]> {
  await recorder.flush();
  const field = resource.group === '' ? 'involvedObject.name' : 'regarding.name';
  const fieldSelector = `${field}=${object.metadata.name}`;
  const namespace = object.metadata.namespace ?? 'default';
  return (await bench.client.list(resource, { namespace, fieldSelector })).items;
}

test('a repetition is one event with a series', async () => {
  const namespace = await bench.namespace('series');
  const object = await bench.client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, 'a') });
  const event = {
    regarding: subjectOf(object),
    related: subjectOf(object),
    type: 'Normal',
    reason: 'RangeTaken',
    action: 'TakeRange',
    note: 'Took slots 0-7',
  } as const;
  for (let n = 0; n < 3; n += 1) recorder.record(event);
  const events = await eventsAbout(object, EVENTS);
  assert.is(events.length, 1);
  assert.equal([events[0]?.['note'], events[0]?.['reportingController']], ['Took slots 0-7', 'shardkeeper-replica']);
  assert.is((events[0]?.['series'] as { count: number } | undefined)?.count, 3);
});

test('core events are counted, and those about cluster-scoped objects live in default', async () => {
  const { client } = bench;
  const name = await bench.namespace('core');
  const object = await client.get(NAMESPACES, { name });
  const event = {
    regarding: subjectOf(object),
    type: 'Warning',
    reason: 'SyncError',
    action: 'Sync',
    note: 'Sync error: no',
    api: 'core',
  } as const;
  recorder.record(event);
  recorder.record(event);
  const events = await eventsAbout(object, CORE_EVENTS);
  assert.equal(
    events.map((each) => [each['message'], each['count']]),
    [['Sync error: no', 2]],
  );
});

test('what cannot be written is given up and holds nothing up', async () => {
  const subject = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'no-such-namespace', name: 'x' };
  const base = { type: 'Normal', reason: 'R', action: 'A', note: 'n' } as const;
  recorder.record({ ...base, regarding: subject });
  const namespace = await bench.namespace('after');
  const object = await bench.client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, 'a') });
  recorder.record({ ...base, regarding: subjectOf(object) });
  assert.is((await eventsAbout(object, EVENTS)).length, 1);
});
