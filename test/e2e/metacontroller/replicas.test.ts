import * as assert from 'uvu/assert';
import { rangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { oneConfigMap } from './hook-server.ts';
import {
  CONFIGMAPS,
  composite,
  createComposite,
  createNamespace,
  createParentCrd,
  parentOf,
  parentResource,
  patch,
  reasonsAbout,
  startEngine,
  startWorld,
  stopWorld,
} from './world.ts';
import type { EngineRun, World } from './world.ts';

const test = suite('two replicas with half of the slots each', { timeoutMs: 120_000 });

const PARENTS = 60;
const webs = parentResource('webs');
const low = rangeSet([{ start: 0, end: 2047 }]);
const high = rangeSet([{ start: 2048, end: 4095 }]);

let world: World;
const runs: EngineRun[] = [];

test.before(async () => {
  world = await startWorld();
  world.hook.answer = oneConfigMap;
  await createNamespace(world.user, 'two');
  await createParentCrd(world.user, webs);
});
test.after(async () => {
  await Promise.all(runs.map((run) => run.stop()));
  await stopWorld(world);
});

test('each serves its own parents; only home speaks for the controller', async () => {
  const { user, hook } = world;
  const lowRun = startEngine(world, { slots: low });
  const highRun = startEngine(world, { slots: high });
  runs.push(lowRun, highRun);
  const names = Array.from({ length: PARENTS }, (_, index) => `web-${String(index)}`);
  await createComposite(user, composite('shared', webs, { hook }));
  for (const name of names) {
    const spec = { data: { v: '1' } };
    await user.send({ verb: 'create', resource: webs, body: parentOf(webs, { namespace: 'two', name, spec }) });
  }
  await eventually('all children are there', async () => {
    const { items } = await user.list(CONFIGMAPS, { namespace: 'two', labelSelector: 'controller-uid' });
    return items.length === PARENTS;
  });
  await eventually('nothing is left to do', () =>
    runs.every(({ host }) => host.counts().queued === 0 && host.counts().inFlight === 0),
  );
  const lowShare = names.filter((name) => slotOf(`two/${name}`) < 2048).length;
  const homeIsLow = slotOf('home:shared') < 2048;
  assert.is(lowRun.traffic.writes, 2 * lowShare + (homeIsLow ? 1 : 0));
  assert.is(highRun.traffic.writes, 2 * (PARENTS - lowShare) + (homeIsLow ? 0 : 1));
  await eventually('Started was told', async () => (await reasonsAbout(user, 'default', 'shared')).includes('Started'));
  assert.equal((await reasonsAbout(user, 'default', 'shared')).toSorted(), ['Started', 'Starting']);
});

test('what changes hands is looked at once and not written', async () => {
  const { user, hook } = world;
  const [lowRun, highRun] = runs;
  if (lowRun === undefined || highRun === undefined) throw new Error('no runs');
  const moved = rangeSet([{ start: 1024, end: 2047 }]);
  const before = { low: lowRun.traffic.writes, high: highRun.traffic.writes, calls: hook.asked.length };
  lowRun.ownership.drain(moved);
  lowRun.ownership.lose(moved);
  highRun.ownership.gain(moved);
  const { items } = await user.list(webs, { namespace: 'two' });
  const movedNames = items
    .map(({ metadata }) => metadata.name)
    .filter((name) => {
      const slot = slotOf(`two/${name}`);
      return slot >= 1024 && slot <= 2047;
    });
  await eventually('the new owner has looked', () => hook.asked.length >= before.calls + movedNames.length);
  await eventually(
    'nothing is left to do',
    () => highRun.host.counts().queued === 0 && highRun.host.counts().inFlight === 0,
  );
  assert.equal(
    { low: lowRun.traffic.writes, high: highRun.traffic.writes, calls: hook.asked.length },
    { low: before.low, high: before.high, calls: before.calls + movedNames.length },
  );
  for (const { body } of hook.asked.slice(before.calls)) {
    assert.is(Object.keys(body.children['ConfigMap.v1'] ?? {}).length, 1, 'no call shows fewer children than exist');
  }
  const [name = ''] = movedNames;
  await patch(user, webs, { namespace: 'two', name, body: { spec: { data: { v: '2' } } } });
  await eventually('the child follows', async () => {
    const child = await user.get(CONFIGMAPS, { namespace: 'two', name });
    return (child['data'] as { v?: string }).v === '2';
  });
  assert.is(lowRun.traffic.writes, before.low);
});
