/** The pauses of a label that is stripped are those of one object: another one of its name gets its label at once. */
import * as assert from 'uvu/assert';
import type { KubeObject, WatchEvent, WriteRequest } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import type { ResourceIntake } from '../../../../src/replica/intake/resource-intake.ts';
import { suite } from '../../../suite.ts';
import { intakeOf } from './deps.ts';

const test = suite('a root that is deleted and created again');

/** A watch of roots without a label, and when labels were written. */
class Bench {
  readonly clock = new FakeClock();
  readonly labelledAtMs: number[] = [];
  readonly intake: ResourceIntake;
  #version = 1;
  #tell: (event: WatchEvent) => void = () => {};

  constructor() {
    const events = new ReadableStream<WatchEvent>({
      start: (controller) => {
        this.#tell = (event) => controller.enqueue(event);
      },
    });
    const client = {
      list: async () => ({ items: [], resourceVersion: '1' }),
      watch: () => events,
    };
    const writer = {
      send: async (request: WriteRequest) => {
        this.labelledAtMs.push(this.clock.monotonicMs());
        return request;
      },
      getLive: async () => undefined,
    };
    this.intake = intakeOf({ clock: this.clock, client, writer });
  }

  /** It is there without a label, for as long as it is without one. How long that was. */
  async appears(uid: string): Promise<number> {
    const sinceMs = this.clock.monotonicMs();
    const before = this.labelledAtMs.length;
    const object: KubeObject = {
      apiVersion: 'example.com/v1',
      kind: 'WebApp',
      metadata: { namespace: 'ns', name: 'again', uid, resourceVersion: String(++this.#version) },
    };
    this.#tell({ type: 'ADDED', object });
    for (let i = 0; i < 600 && this.labelledAtMs.length === before; i++) await this.clock.advanceAsync(100);
    this.#tell({
      type: 'DELETED',
      object: { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#version) } },
    });
    await this.clock.advanceAsync(0);
    return (this.labelledAtMs[before] ?? Infinity) - sinceMs;
  }
}

test('gets its label at once each time; one whose label is stripped waits longer each time', async () => {
  const bench = new Bench();
  bench.intake.start();
  await bench.clock.advanceAsync(1_000);
  for (const uid of ['1', '2', '3', '4', '5']) assert.ok((await bench.appears(uid)) <= 100, `uid ${uid}`);
  assert.ok((await bench.appears('5')) >= 800);
  assert.ok((await bench.appears('5')) >= 1_800);
  assert.ok((await bench.appears('5')) >= 3_800);
  bench.intake.close();
});
