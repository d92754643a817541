/** What is said to the scenarios' hook, and what it writes down. */

export interface Behaviour {
  /** How long every answer is held back. */
  readonly delayMs?: number;
  /** Of these parents (by name) instead. */
  readonly delaysMs?: Readonly<Record<string, number>>;
  /** Parents whose calls are never answered. */
  readonly hang?: readonly string[];
  /**
   * Parents with a second child for each state of their spec, whose name the hook draws at random when a call shows none for
   * that state: two of one state mean that a call did not see what was created before.
   */
  readonly randomChildOf?: readonly string[];
}

export type HookLine =
  | {
      readonly type: 'Start';
      readonly id: number;
      /** Wall time in whole milliseconds, here and below. */
      readonly atMs: number;
      readonly parent: string;
      readonly generation: number;
      /** How many children the call showed. */
      readonly children: number;
      readonly replica: string;
      readonly incarnation: string;
    }
  | { readonly type: 'End'; readonly id: number; readonly atMs: number; readonly answered: boolean };
