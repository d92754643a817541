/** Mutations of how objects are written, and of when caches count as complete: rules W, F2. */
import type { Mutation } from './mutation.ts';
import { STORIES } from './stories.ts';

const WRITER = 'replica/write/object-writer.ts';
const COMPLETENESS = 'replica/watch/completeness.ts';

export const WRITE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'noWindowCheck',
    rule: 'F1, F2, W1',
    without: 'work goes on when the window is over',
    patches: [
      {
        file: 'replica/ownership/slot-index.ts',
        from: 'return this.#clock.monotonicMs() < this.#windowEndsMs;',
        to: 'return true;',
      },
      {
        file: 'replica/ownership/slot-index.ts',
        from: "if (state === FREE || state === ABORTING) return 'Lost';",
        to: "if (state === FREE) return 'Lost';",
      },
    ],
    breaks: ['P1', "P1'"],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.sleep },
  },
  {
    name: 'noPrecondition',
    rule: 'W2',
    without: 'objects are written over whatever stands there',
    patches: [
      {
        file: WRITER,
        from: 'return client.send(request, {',
        to: "return client.send(request.verb !== 'update' ? request : { verb: 'patch', resource: request.resource, ref: { namespace: request.body.metadata.namespace, name: request.body.metadata.name }, patchType: 'merge', patch: { spec: request.body.spec } }, {",
      },
    ],
    breaks: ["P1'"],
    shown: { seeds: [5, 6, 4, 1, 2, 3], story: STORIES.lateWrites },
  },
  {
    name: 'ackWithUnanswered',
    rule: 'W4',
    without: 'a slot is given up while a write to it has no answer and may still be applied',
    patches: [
      {
        file: WRITER,
        from: 'else inFlight.endAt(slot, deadAtMs);',
        to: 'else inFlight.end(slot);',
      },
    ],
    breaks: ["P1'", 'Duplicate'],
    shown: { seeds: [5, 7, 1, 2, 3, 4, 6, 8, 9, 10, 11, 12], story: STORIES.unanswered },
  },
  {
    name: 'incompleteCaches',
    rule: 'W5',
    without: 'hooks are called although the caches may lack what the previous owner wrote last',
    patches: [{ file: COMPLETENESS, from: 'switch (completeness.type) {', to: "switch ('Continuous' as string) {" }],
    breaks: ['Completeness'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.newChildren },
  },
];
