/** Labels that are no slot are looked for now and then, and put right by the slot rule. */
import * as assert from 'uvu/assert';
import { ApiError } from '../../../../src/kube/api-error.ts';
import type { KubeObject, ListOptions, WriteRequest } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { slotOf } from '../../../../src/protocol/slots.ts';
import type { ResourceIntake } from '../../../../src/replica/intake/resource-intake.ts';
import { suite } from '../../../suite.ts';
import { intakeOf, LABEL, type IntakeParts } from './deps.ts';

const test = suite('labels that are no slot');

const MINUTE = 60_000;

function webapp(name: string, slot: string): KubeObject {
  return {
    apiVersion: 'example.com/v1',
    kind: 'WebApp',
    metadata: { namespace: 'ns', name, uid: name, resourceVersion: '1', labels: { [LABEL]: slot } },
  };
}

class Bench {
  readonly clock = new FakeClock();
  readonly objects = new Map<string, KubeObject>();
  readonly writes: WriteRequest[] = [];
  readonly told: string[] = [];
  sweeps = 0;
  fails = false;
  readonly intake: ResourceIntake;

  constructor(selectors: readonly string[] = ['']) {
    const client = {
      list: async (_: unknown, { labelSelector = '' }: ListOptions = {}) => this.#list(labelSelector),
      // oxlint-disable-next-line require-yield -- nothing happens in this watch
      watch: async function* (_: unknown, { signal }: { readonly signal?: AbortSignal }) {
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      },
    };
    const writer = {
      send: async (request: WriteRequest) => this.#send(request),
      getLive: async (_: unknown, { name }: { readonly name: string }) => this.objects.get(name),
    };
    const objectEvents: IntakeParts['objectEvents'] = {
      record: ({ regarding, reason }) => this.told.push(`${reason} ${regarding.name}`),
    };
    this.intake = intakeOf({ clock: this.clock, client, writer, selectors, objectEvents });
  }

  labelOf(name: string): string | undefined {
    return this.objects.get(name)?.metadata.labels?.[LABEL];
  }

  /** The model reads only what intake asks for: no label, or one that is none of those named. */
  #list(labelSelector: string): { readonly items: readonly KubeObject[]; readonly resourceVersion: string } {
    if (labelSelector.startsWith('!')) return { items: [], resourceVersion: '1' };
    this.sweeps++;
    if (this.fails) throw new ApiError('busy', { code: 'Unavailable', answered: true });
    const slots = new Set(/notin \(([^)]*)\)/.exec(labelSelector)?.[1]?.split(','));
    assert.is(slots.size, 4096);
    const items = [...this.objects.values()].filter(({ metadata }) => !slots.has(metadata.labels?.[LABEL] ?? '0'));
    return { items, resourceVersion: '1' };
  }

  #send(request: WriteRequest): KubeObject {
    if (request.verb !== 'patch') throw new Error('only patches are expected');
    const object = this.objects.get(request.ref.name);
    if (object === undefined) throw new ApiError('gone', { code: 'NotFound', answered: true });
    const { metadata } = request.patch as { metadata: { labels: Record<string, string>; resourceVersion: string } };
    if (metadata.resourceVersion !== object.metadata.resourceVersion)
      throw new ApiError('changed', { code: 'Conflict', answered: true });
    this.writes.push(request);
    const resourceVersion = `${metadata.resourceVersion}0`;
    const stored = { ...object, metadata: { ...object.metadata, labels: metadata.labels, resourceVersion } };
    this.objects.set(request.ref.name, stored);
    return stored;
  }
}

test('what is there at the start is put right at once, what comes later in the next sweep, and nothing else is touched', async () => {
  const bench = new Bench();
  bench.objects.set('zeros', webapp('zeros', '007'));
  bench.objects.set('text', webapp('text', 'none'));
  bench.objects.set('large', webapp('large', '4096'));
  bench.objects.set('right', webapp('right', '7'));
  bench.intake.start();
  await bench.clock.advanceAsync(1_000);
  for (const name of ['zeros', 'text', 'large']) assert.is(bench.labelOf(name), String(slotOf(`ns/${name}`)));
  assert.is(bench.labelOf('right'), '7');
  assert.is(bench.writes.length, 3);
  assert.equal(
    bench.told.toSorted(),
    ['large', 'text', 'zeros'].map((name) => `SlotLabelChanged ${name}`),
  );
  assert.is(bench.intake.waiting, 0);
  assert.is(bench.intake.oldest(), undefined);
  bench.objects.set('later', webapp('later', 'x'));
  await bench.clock.advanceAsync(9 * MINUTE);
  assert.is(bench.sweeps, 1);
  assert.is(bench.labelOf('later'), 'x');
  await bench.clock.advanceAsync(2 * MINUTE);
  assert.is(bench.labelOf('later'), String(slotOf('ns/later')));
  assert.is(bench.sweeps, 2);
  bench.intake.close();
  await bench.clock.advanceAsync(30 * MINUTE);
  assert.is(bench.sweeps, 2);
});

test('what was changed, put right or deleted after it was listed is read again', async () => {
  const bench = new Bench();
  for (const name of ['changed', 'right', 'gone']) bench.objects.set(name, webapp(name, 'x'));
  bench.intake.start();
  // Listed in this turn, written in a later one.
  await Promise.resolve();
  const changed = webapp('changed', 'y');
  bench.objects.set('changed', { ...changed, metadata: { ...changed.metadata, resourceVersion: '2' } });
  const right = webapp('right', '9');
  bench.objects.set('right', { ...right, metadata: { ...right.metadata, resourceVersion: '2' } });
  bench.objects.delete('gone');
  await bench.clock.advanceAsync(5_000);
  assert.is(bench.labelOf('changed'), String(slotOf('ns/changed')));
  assert.is(bench.labelOf('right'), '9');
  assert.is(bench.intake.waiting, 0);
  assert.is(bench.intake.oldest(), undefined);
  bench.intake.close();
});

test('a sweep that failed is tried again in a minute, for each selector', async () => {
  const bench = new Bench(['a=b', 'a=c']);
  bench.fails = true;
  bench.objects.set('text', webapp('text', 'none'));
  bench.intake.start();
  await bench.clock.advanceAsync(1_000);
  assert.is(bench.sweeps, 1);
  bench.fails = false;
  await bench.clock.advanceAsync(2 * MINUTE);
  assert.is(bench.sweeps, 3);
  assert.is(bench.labelOf('text'), String(slotOf('ns/text')));
  bench.intake.close();
});
