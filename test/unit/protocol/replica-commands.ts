/** What may happen to a replica, for random histories. */
import fc from 'fast-check';

/** Slots that moves are made of; rows between them are never touched. */
export const BLOCKS: readonly (readonly [number, number])[] = [
  [0, 9],
  [10, 19],
  [20, 29],
  [30, 4095],
];

export type Command =
  | { readonly type: 'Move'; readonly block: number; readonly to: string }
  | { readonly type: 'Drop'; readonly block: number }
  | { readonly type: 'Deliver' }
  | { readonly type: 'Pass'; readonly ms: number }
  | { readonly type: 'AnswerWrites'; readonly good: boolean }
  | { readonly type: 'AnswerRenewal'; readonly how: 'Confirmed' | 'Unanswered' | 'Lost' }
  | { readonly type: 'AnswerReads'; readonly good: boolean }
  | { readonly type: 'Finish'; readonly block: number }
  | { readonly type: 'Busy'; readonly block: number }
  | { readonly type: 'ClockJump' }
  | { readonly type: 'StaleEvent' }
  | { readonly type: 'Leave' };

const block = fc.nat(BLOCKS.length - 1);
export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ type: fc.constant('Move' as const), block, to: fc.constantFrom('A', 'A', 'B', '') }),
    },
    { weight: 8, arbitrary: fc.record({ type: fc.constant('Drop' as const), block }) },
    { weight: 12, arbitrary: fc.constant({ type: 'Deliver' as const }) },
    {
      weight: 10,
      arbitrary: fc.record({ type: fc.constant('Pass' as const), ms: fc.integer({ min: 1, max: 500 }) }),
    },
    { weight: 8, arbitrary: fc.record({ type: fc.constant('AnswerWrites' as const), good: fc.boolean() }) },
    {
      weight: 20,
      arbitrary: fc.record({
        type: fc.constant('AnswerRenewal' as const),
        how: fc.constantFrom(
          'Confirmed' as const,
          'Confirmed' as const,
          'Confirmed' as const,
          'Confirmed' as const,
          'Confirmed' as const,
          'Confirmed' as const,
          'Unanswered' as const,
          'Lost' as const,
        ),
      }),
    },
    {
      weight: 12,
      arbitrary: fc.record({ type: fc.constant('AnswerReads' as const), good: fc.constantFrom(true, true, false) }),
    },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('Finish' as const), block }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('Busy' as const), block }) },
    { weight: 1, arbitrary: fc.constant({ type: 'ClockJump' as const }) },
    { weight: 2, arbitrary: fc.constant({ type: 'StaleEvent' as const }) },
    { weight: 1, arbitrary: fc.constant({ type: 'Leave' as const }) },
  ),
  { minLength: 20, maxLength: 200, size: 'max' },
);
