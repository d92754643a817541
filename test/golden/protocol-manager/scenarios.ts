/** Stories of one set, told to the manager's machine. */
import { BREATH_MS } from '../../../src/protocol/manager/moves.ts';
import { World } from './world.ts';

function born(replicas: number, spec: ConstructorParameters<typeof World>[1] = {}): World {
  const world = new World(replicas, spec);
  const names = Array.from({ length: replicas }, (_, i) => `w-${i}`);
  world.settle();
  for (const name of names) world.start(name);
  for (const name of names) world.register(name);
  return world.play().pass(1000);
}

/** The same, with the lines of the birth left out. */
function grown(replicas: number, spec: ConstructorParameters<typeof World>[1] = {}): World {
  const world = born(replicas, spec);
  world.lines.length = 0;
  return world;
}

export const SCENARIOS: Readonly<Record<string, () => World>> = {
  'birth-of-three': () => {
    const world = new World(3).note('B1: nothing is written before as many are ready as the workload wants');
    world.settle();
    world.start('w-0').start('w-1').start('w-2').register('w-0').register('w-1').pass(500);
    world.note('the third is ready: owners are chosen, everybody is awaited everywhere').register('w-2');
    return world
      .note('each acknowledges, and then acts')
      .play()
      .pass(1000)
      .note('nothing to do: nothing is written')
      .pass(10_000);
  },

  'birth-without-the-third': () => {
    const world = new World(3).note('5 s after the first was ready, those that are there share');
    world.settle();
    return world.start('w-0').start('w-1').register('w-0').register('w-1').pass(6000).play();
  },

  'scale-3-to-4': () => {
    const world = grown(3).note(
      'the workload grows; the newcomer registers and is asked to warm up: nothing else changes',
    );
    world.scaleWorkload(4).start('w-3').register('w-3').pass(700);
    world
      .note('warm: the table changes (T2), the old owners acknowledge, it acts')
      .warm('w-3')
      .pass(BREATH_MS)
      .syncAll();
    return world.pass(3000).play().pass(3000);
  },

  'slot-by-slot': () => {
    const world = grown(2).scaleWorkload(3).start('w-2').register('w-2').pass(700).warm('w-2').pass(BREATH_MS);
    world.note('T5: w-0 drains ten slots still; the rest of the row does not wait for them');
    const moving = world.table().ranges.find((row) => row.awaiting.includes('w-0'));
    if (moving === undefined) throw new Error('nothing moves');
    world.sync('w-0', [{ start: moving.start, end: moving.start + 9 }]);
    return world.note('drained').syncAll().play().pass(2500);
  },

  'graceful-leave': () => {
    const world = grown(3)
      .note('H5: it is emptied by planned moves, and acts until then')
      .leave('w-1')
      .play()
      .pass(2000);
    world.note('empty: it ends; its Lease and shard go when the Lease has run out (G1)').end('w-1').pass(9000);
    return world;
  },

  'crash-and-takeover': () => {
    const world = grown(3)
      .note('X8: suspect after three intervals and a look; revoked at once, dropped only after the lease')
      .crash('w-2');
    world.pass(3500).syncAll();
    return world.note('X2, X3').pass(2500).syncAll().pass(8000);
  },

  'restart-in-place': () => {
    const world = grown(3)
      .crash('w-2')
      .pass(1500)
      .note('S3a: the container is back before it was suspect: nothing moves');
    return world.start('w-2', 'w-2_2').pass(1500).register('w-2').syncAll().pass(6000);
  },

  'suspect-but-alive': () => {
    const world = grown(3)
      .crash('w-2')
      .pass(3500)
      .note('revoked on suspicion; now it renews again: it is never overrun');
    const replica = world.replicas.get('w-2');
    if (replica !== undefined) replica.renews = true;
    return world.pass(3000).note('it acknowledges like any owner').play().pass(2000);
  },

  'cancelled-move': () => {
    const world = grown(2).scaleWorkload(3).start('w-2').register('w-2').pass(700).warm('w-2').pass(BREATH_MS);
    world.note('T7, H4: the newcomer leaves before it could act; the old owners still drain and simply go on');
    return world.leave('w-2').syncAll().play().pass(2500);
  },

  'newcomer-never-warm': () => {
    const world = grown(2).scaleWorkload(3).start('w-2').register('w-2');
    return world
      .note('H3: the hint is withdrawn, nothing else has happened; later it is tried again')
      .pass(31_000)
      .pass(70_000);
  },

  'two-managers': () => {
    const world = grown(2)
      .note('T1: both decide on the same version, one CAS fails, and that is all')
      .addManager()
      .pass(1500);
    const [, second] = world.minds;
    world.scaleWorkload(3).start('w-2').register('w-2').pass(700);
    if (second !== undefined && world.set !== undefined) second.stale = world.set;
    return world.warm('w-2').play().pass(2500);
  },

  'manager-restarts': () => {
    const world = grown(3)
      .crash('w-2')
      .pass(4500)
      .note('X2: a new manager has no notes: it waits a whole lease of its own')
      .restartManager();
    return world.pass(6000).syncAll().pass(2000);
  },

  brake: () => {
    const world = grown(4)
      .note('X6, X8: two of four at once is rather our own blindness: one more lease duration')
      .crash('w-2')
      .crash('w-3');
    return world.pass(6000).note('then even that is believed').pass(6000).syncAll().pass(1000);
  },

  'alone-and-gone': () => {
    const world = grown(1).note('H6: nobody else can take the rows: they wait for the successor').end('w-0').pass(5000);
    return world
      .note('restartGrace is over')
      .pass(40_000)
      .note('whoever is ready first')
      .start('w-0', 'w-0_2')
      .register('w-0')
      .play()
      .pass(1000);
  },

  'replica-never-acknowledges': () => {
    const world = grown(2).scaleWorkload(3).start('w-2').register('w-2').pass(700).warm('w-2').pass(BREATH_MS);
    world.note('H4: w-0 renews and never lets go. Nobody overrules it; people are told').sync('w-1').pass(31_000);
    return world.note('it does at last').play().pass(2000);
  },

  'rolling-update': () => {
    const world = grown(3).note('each leaves, comes back and gets back what it had: every slot moves twice at most');
    for (const name of ['w-2', 'w-1', 'w-0']) {
      world.leave(name).play().end(name).pass(500);
      world.start(name, `${name}_2`).register(name).play().pass(500);
    }
    return world.play().pass(3000);
  },

  'set-scaled-down': () => {
    const world = grown(3).note('the highest ordinal is emptied, then the workload shrinks');
    world.edit('spec.replicas is set to 2', (set) => ({ ...set, spec: { ...set.spec, replicas: 2 } }));
    return world.play().pass(2500);
  },

  'set-deleted': () => {
    const world = grown(3).crash('w-2').delete().note('B3: two end by themselves, the third is waited for');
    return world.end('w-0').end('w-1').pass(12_000);
  },

  paused: () => {
    const world = grown(2, { paused: true })
      .scaleWorkload(3)
      .start('w-2')
      .register('w-2')
      .note('planned moves are held')
      .pass(2000);
    return world.note('a crash is no plan').crash('w-0').pass(7000).syncAll().pass(1000);
  },
};
