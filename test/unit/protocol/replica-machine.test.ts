/** Random histories of a table, of the API server's answers and of time, against the promises of the replica machine. */
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { EMPTY, rangeSet } from '../../../src/protocol/ranges.ts';
import { slotsIn } from '../../../src/protocol/replica/holds.ts';
import { suite } from '../../suite.ts';
import { BLOCKS, commands } from './replica-commands.ts';
import { World } from './replica-world.ts';

const properties = suite('replica machine, properties');

properties('random histories keep what the machine promises', () => {
  let acts = 0;
  let acks = 0;
  let fences = 0;
  fc.assert(
    fc.property(commands, (list) => {
      const world = new World();
      world.join();
      for (const command of list) {
        if (world.state.life.type === 'Exited') break;
        world.run(command);
        if (world.state.life.type === 'Fenced') fences++;
      }
      acts += world.acts;
      acks += world.acks;
    }),
    { numRuns: 400 },
  );
  // A test that never reaches the interesting states proves nothing.
  assert.ok(acts > 400 && acks > 800 && fences > 100, `acts ${acts}, acks ${acks}, fences ${fences}`);
});

properties('left alone with good answers, it comes to act on all that it owns', () => {
  fc.assert(
    fc.property(commands, (list) => {
      const world = new World();
      for (const command of list.filter(({ type }) => type !== 'Leave')) {
        if (world.state.life.type === 'Exited') return;
        world.run(command);
      }
      if (hasExited(world)) return;
      for (let round = 0; round < 60; round++) {
        world.busy = EMPTY;
        for (const [index] of BLOCKS.entries()) world.run({ type: 'Finish', block: index });
        world.answerReads(true);
        world.answerWrites(true);
        world.answerRenewal('Confirmed');
        for (const [index] of BLOCKS.entries()) if (round % 10 === 9) world.run({ type: 'Drop', block: index });
        while (world.delivered < world.sets.length - 1) world.run({ type: 'Deliver' });
        world.pass(100);
        if (hasExited(world)) return;
      }
      const { life } = world.state;
      const owned = rangeSet(world.table.ranges.filter((row) => row.owner === 'A'));
      assert.is(life.type, 'Running');
      // A6: what it does not hold it acks, so nobody waits for it for ever.
      assert.equal(
        world.table.ranges.filter((row) => row.awaiting.includes('A')),
        [],
      );
      if (life.type === 'Running') assert.equal(slotsIn(life.member.holds, 'Active'), owned);
    }),
    { numRuns: 150 },
  );
});

function hasExited(world: World): boolean {
  return world.state.life.type === 'Exited';
}
