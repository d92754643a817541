import * as assert from 'uvu/assert';
import type { KubeObject, ListOptions, Resource } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { LISTED_FOR_MS, createOrphans } from '../../../../src/metacontroller/kernel/orphans.ts';
import type { Orphans } from '../../../../src/metacontroller/kernel/orphans.ts';
import { suite } from '../../../suite.ts';
import { SLOT, child, configMaps, rule } from '../fixtures.ts';

const test = suite('orphans without a slot');

interface Asked {
  readonly plural: string;
  readonly options: ListOptions | undefined;
}

function bench(answer: () => Promise<readonly KubeObject[]>): {
  readonly clock: FakeClock;
  readonly asked: Asked[];
  readonly orphans: Orphans;
} {
  const clock = new FakeClock();
  const asked: Asked[] = [];
  const list = async (
    { plural }: Resource,
    options?: ListOptions,
  ): ReturnType<Parameters<typeof createOrphans>[0]['client']['list']> => {
    asked.push({ plural, options });
    return { items: await answer(), resourceVersion: '1' };
  };
  return { clock, asked, orphans: createOrphans({ client: { list }, clock }) };
}

const where = { namespace: 'n', slotLabel: SLOT };
const free = child('free', {}, { ownerReferences: [] });

test('one LIST of metadata serves all parents of a namespace for a while', async () => {
  const { clock, asked, orphans } = bench(async () => [free, child('owned')]);
  const both = await Promise.all([orphans.of(rule(configMaps), where), orphans.of(rule(configMaps), where)]);
  assert.equal(
    both.map((found) => [...found.keys()]),
    [['n/free'], ['n/free']],
  );
  clock.advance(LISTED_FOR_MS - 1);
  await orphans.of(rule(configMaps), where);
  const options = { labelSelector: `!${SLOT}`, metadataOnly: true, namespace: 'n' };
  assert.equal(asked, [{ plural: 'configmaps', options }]);
  clock.advance(1);
  await orphans.of(rule(configMaps), where);
  await orphans.of(rule(configMaps), { ...where, namespace: 'other' });
  assert.is(asked.length, 3);
});

test('what one parent took out, the next does not see', async () => {
  const { orphans } = bench(async () => [free]);
  (await orphans.of(rule(configMaps), where)).delete('n/free');
  assert.is((await orphans.of(rule(configMaps), where)).size, 0);
});

test('a LIST that failed is not remembered', async () => {
  let fails = true;
  const { orphans } = bench(async () => {
    if (fails) throw new Error('no answer');
    return [free];
  });
  const failure = await orphans.of(rule(configMaps), where).catch((error: unknown) => error);
  assert.ok(failure instanceof Error);
  fails = false;
  assert.is((await orphans.of(rule(configMaps), where)).size, 1);
});
