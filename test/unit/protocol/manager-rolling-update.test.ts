import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { pieces } from '../../../src/protocol/manager/goal.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import type { Table } from '../../../src/protocol/table.ts';
import { World } from '../../golden/protocol-manager/world.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/manager: rolling updates', { timeoutMs: 120_000 });

interface Update {
  readonly update: number;
  /** At its place in the update: everything is served before the next one leaves. */
  readonly waits: readonly boolean[];
}

/** How often the slot that moved most has changed its owner. */
function mostMoves(tables: readonly Table[]): number {
  const moves = new Uint8Array(SLOT_COUNT);
  for (const [at, table] of tables.entries()) {
    const before = tables[at - 1];
    if (before === undefined) continue;
    for (const { start, end, a, b } of pieces(before.ranges, table.ranges)) {
      if (a !== b) for (let slot = start; slot <= end; slot++) moves[slot] = (moves[slot] ?? 0) + 1;
    }
  }
  return Math.max(...moves);
}

test('rolling updates, one after another, move each slot at most twice, whether or not the next one waits for the last', () => {
  const REPLICAS_MAX = 6;
  const arbPatience = fc.array(fc.boolean(), { minLength: REPLICAS_MAX, maxLength: REPLICAS_MAX });
  const roll = (world: World, names: readonly string[], { update, waits }: Update): void => {
    for (const [at, name] of names.entries()) {
      world.leave(name).play().end(name).pass(500).start(name, `${name}_${update}`).register(name);
      if (waits[at] === true) world.play().pass(3000).play();
      const next = names[at + 1];
      if (next !== undefined) world.leave(next);
    }
    world.play().pass(60_000).play();
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: REPLICAS_MAX }),
      fc.array(arbPatience, { minLength: 1, maxLength: 4 }),
      (replicas, updates) => {
        const names = Array.from({ length: replicas }, (_, i) => `w-${replicas - 1 - i}`);
        const world = new World(names.length);
        for (const name of names) world.start(name);
        for (const name of names) world.register(name);
        world.play().pass(5000).play();
        for (const [update, waits] of updates.entries()) {
          const from = world.tables.length - 1;
          roll(world, names, { update: update + 2, waits });
          assert.equal(new Set(world.table().ranges.map(({ owner }) => owner)), new Set(names));
          const moves = mostMoves(world.tables.slice(from));
          assert.ok(moves <= 2, `update ${update}: a slot moved ${moves} times`);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('newcomers end the claim of one that was away: when another leaves later, only its slots move', () => {
  const world = new World(2).settle();
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play().pass(3000).play();
  world.leave('w-0').play().end('w-0').pass(300);
  world.scaleWorkload(5);
  for (const name of ['w-2', 'w-3']) world.start(name).register(name);
  // It renews and never registers: not everybody is whole.
  world.start('w-4').play().pass(2000).play();
  world.start('w-0', 'w-0_2').register('w-0').play().pass(5000).play();
  const before = world.table().ranges;
  world.leave('w-3').play().pass(3000).play();
  const stirred = [...pieces(before, world.table().ranges)].filter(({ a, b }) => a !== b && a !== 'w-3');
  assert.equal(stirred, []);
});
