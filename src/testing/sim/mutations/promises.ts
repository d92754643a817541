/** Mutations of what people and the API server are promised beyond the safety of the protocol: the properties that no rule alone makes. */
import type { Mutation } from './mutation.ts';
import { STORIES } from './stories.ts';

const RULES = 'protocol/table-rules.ts';
const WRITER = 'replica/write/object-writer.ts';

export const PROMISE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'lastRowLost',
    rule: 'promise',
    without: 'a move forgets the last row of the table',
    patches: [
      {
        file: RULES,
        from: 'ranges: merge(after.ranges) };\n  assertTable(sealed);\n  assertSuccessor(before, sealed);\n',
        to: 'ranges: merge(after.ranges).slice(0, -1) };\n',
      },
      {
        file: 'testing/sim/server/shard-rules.ts',
        from: 'return brokenRanges(table.ranges) ?? (old',
        to: 'return (old',
      },
    ],
    also: 'the assertions on every table before it is written, and the schema of the API server',
    breaks: ['Cover'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.move },
  },
  {
    name: 'alwaysCovered',
    rule: 'promise',
    without: 'the set says Covered whatever is without an owner',
    patches: [
      { file: 'protocol/manager/status.ts', from: 'if (summary.unowned.length === 0)', to: 'if (summary.peak >= 0)' },
    ],
    breaks: ['Coverage'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.nobodyLeft },
  },
  {
    name: 'wholeWaitInPlace',
    rule: 'S3a',
    without: 'a container that was started again waits a whole lease for its predecessor',
    patches: [
      {
        file: 'protocol/replica/start.ts',
        from: 'return inPlace ? timing.requestTimeoutMs + timing.stallMaxMs : takeover.waitMs;',
        to: 'return inPlace ? timing.leaseDurationMs : takeover.waitMs;',
      },
    ],
    breaks: ['Crash'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.restartAlone },
  },
  {
    name: 'endsAtOnce',
    rule: 'H5, S6',
    without: 'a replica that is told to end does so at once',
    patches: [
      {
        file: 'protocol/replica/machine.ts',
        from: "return 'member' in life ? leave(context, life) : exit(context, 'NeverRegistered');",
        to: "return exit(context, 'member' in life ? 'GraceOver' : 'NeverRegistered');",
      },
    ],
    breaks: ['Graceful'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.deletedAlone },
  },
  {
    name: 'renewalThrows',
    rule: 'L1',
    without: 'a renewal without an answer is an error that nobody expects',
    patches: [
      {
        file: 'replica/membership/lease-port.ts',
        from: "return { type: 'LeaseRenewFailed', outcome: isApiError(error) && error.answered ? 'Answered' : 'Unanswered' };",
        to: 'throw error;',
      },
    ],
    breaks: ['Bug'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.shortCut },
  },
  {
    name: 'writesTwice',
    rule: 'promise',
    without: 'what was written is written once more, as it was answered',
    patches: [
      {
        file: WRITER,
        from: 'const answer = await this.#handOverAgain(this.#labelled(request, scope.token), sending);',
        to: `const first = this.#labelled(request, scope.token);
      let answer = await this.#handOverAgain(first, sending);
      if (first.verb === 'update') answer = await this.#handOverAgain({ ...first, body: answer }, sending);`,
      },
    ],
    breaks: ['Rewrite'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.scaleUp },
  },
  {
    name: 'noTokenCheck',
    rule: 'F2',
    without: 'a write is handed over without a look at its token',
    patches: [
      {
        file: WRITER,
        from: '    if (refusal !== undefined) {\n      this.#refused(refusal, scope);\n',
        to: '    if (false) {\n      this.#refused(refusal, scope);\n',
      },
      {
        file: WRITER,
        from: '        return refusal;\n      },\n      timeoutMs: requestTimeoutMs,\n      signal: scope.signal,',
        to: '        return undefined;\n      },\n      timeoutMs: requestTimeoutMs,',
      },
    ],
    also: 'the look before the wait for a connection, and that the end of a run ends its requests',
    breaks: ['F2'],
    shown: { seeds: [2, 5, 7, 8, 10, 11], story: STORIES.sleepInHooks },
  },
];
