/** Mutations of what may be written to the table: rules T, B1, P8. */
import type { Mutation } from './mutation.ts';
import { STORIES } from './stories.ts';

const RULES = 'protocol/table-rules.ts';
const EFFECTS = 'manager/effects.ts';
const MANAGER = 'manager/manager.ts';

/** Tables that break what is always true are refused before they are written. */
const UNCHECKED = { file: RULES, from: '  assertSuccessor(before, sealed);\n', to: '' };
const CHECKED = 'the assertions on every table before it is written';

export const TABLE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'noAwait',
    rule: 'T3',
    without: 'the old owner is not put into awaiting',
    patches: [{ file: RULES, from: 'return [...row.awaiting, row.owner].toSorted();', to: 'return row.awaiting;' }],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.move },
  },
  {
    name: 'noTableCAS',
    rule: 'T1',
    without: 'a table is written over whatever stands there',
    patches: [
      {
        file: EFFECTS,
        from: "observer.learnSet(await client.send(write, { lane: 'lease' }));",
        to: `for (;;) {
        const present = await client.get(SHARD_SETS, refIn(set, set.metadata.name), DECISIVE_READ);
        const there = present['status']?.assignment;
        const given = request.status.assignment;
        const assignment = given === undefined || there?.uid !== given.uid ? given : { ...given, epoch: there.epoch, revision: there.revision + 1, generation: Math.max(there.generation, given.generation) };
        const again = { ...write, body: { ...set, metadata: present.metadata, status: { ...request.status, assignment } } };
        try {
          observer.learnSet(await client.send(again, { lane: 'lease' }));
          break;
        } catch (error) {
          if (!isApiError(error, 'Conflict')) throw error;
        }
      }`,
      },
      { file: MANAGER, from: 'if (!this.#elector.isLeader()) return;', to: '' },
      { file: MANAGER, from: 'isLeader: this.#elector.isLeader,', to: 'isLeader: () => true,' },
    ],
    also: 'the election, and the schema, which wants revisions to rise: the table takes the next one',
    breaks: ['P1', 'P8'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.lateManager },
  },
  {
    name: 'selfAwait',
    rule: 'T4',
    without: 'an owner waits for itself',
    patches: [
      {
        file: RULES,
        from: 'return awaiting.length === 1 && awaiting[0] === owner ? [] : awaiting;',
        to: 'return awaiting;',
      },
      {
        file: 'protocol/table-invariants.ts',
        from: 'awaiting.length !== 1 || awaiting[0] !== row.owner,',
        to: 'true,',
      },
    ],
    also: CHECKED,
    breaks: ['P2'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.moveBack },
  },
  {
    name: 'ackWithoutGeneration',
    rule: 'T5',
    without: 'a status that does not hold a slot is an ack, whatever table it was made from',
    patches: [
      {
        file: RULES,
        from: 'row.awaiting.includes(name) && observed.generation >= row.generation',
        to: 'row.awaiting.includes(name)',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.muteTaker },
  },
  {
    name: 'ackByRangeIdentity',
    rule: 'T5',
    without: 'acks are judged by whole ranges, not by slots',
    patches: [
      {
        file: RULES,
        from: '.flatMap((row) => subtract([{ start: row.start, end: row.end }], held));',
        to: '.flatMap(({ start, end }) => (held.some((range) => range.start === start && range.end === end) ? [] : [{ start, end }]));',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 4, 6, 12, 13, 15], story: STORIES.slowDrain },
  },
  {
    name: 'splitDropsAll',
    rule: 'T5',
    without: 'an ack for some slots of a row lets go of all of them',
    patches: [
      {
        file: RULES,
        from: 'const parts = change([row], free, (part) => without(part, name));',
        to: 'const parts = intersect([row], free).length > 0 ? [without(row, name)] : [row];',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 4, 6, 12, 13, 15], story: STORIES.slowDrain },
  },
  {
    name: 'mergeAwaiting',
    rule: 'T8',
    without: 'rows are merged although somebody is awaited in one of them',
    patches: [
      {
        file: RULES,
        from: 'last.owner === row.owner && last.awaiting.length === 0 && row.awaiting.length === 0',
        to: 'last.owner === row.owner',
      },
      {
        file: RULES,
        from: 'out[out.length - 1] = { ...last, end: row.end, generation: Math.max(last.generation, row.generation) };',
        to: `out[out.length - 1] = {
        ...last,
        end: row.end,
        generation: Math.max(last.generation, row.generation),
        awaiting: settle(row.owner, [...new Set([...last.awaiting, ...row.awaiting])].toSorted()),
      };`,
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.neighbours },
  },
  {
    name: 'mergeLowersToken',
    rule: 'T8, P8',
    without: 'a merge keeps the generation of its first part',
    patches: [
      {
        file: RULES,
        from: 'generation: Math.max(last.generation, row.generation) };',
        to: 'generation: last.generation };',
      },
      UNCHECKED,
    ],
    also: CHECKED,
    breaks: ['P8'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.neighbours },
  },
  {
    name: 'sameGeneration',
    rule: 'T2, P8',
    without: 'a move does not raise the generation',
    patches: [
      { file: RULES, from: 'const generation = table.generation + 1;', to: 'const generation = table.generation;' },
      UNCHECKED,
    ],
    also: CHECKED,
    breaks: ['P8', 'P1'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.move },
  },
  {
    name: 'birthAwaitsNobody',
    rule: 'B1',
    without: 'the first table of a set awaits nobody',
    patches: [
      { file: RULES, from: 'const awaiting = [...new Set(names)].toSorted();', to: 'const awaiting: string[] = [];' },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.reborn },
  },
  {
    name: 'birthByCR',
    rule: 'B1',
    without: 'the first table awaits those who have registered under the set only',
    patches: [
      {
        file: EFFECTS,
        from: 'const names = [...leases.items, ...shards.items].map(({ metadata }) => metadata.name);',
        to: `const names = shards.items
      .filter((object) => (shardView(object).status.incarnation ?? '') !== '')
      .map(({ metadata }) => metadata.name);`,
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.reborn },
  },
];
