/** What a hook says about its calls. It is no part of the audit log: a call needs no word of the API server. */
import type { ProcessName } from './entry.ts';

export interface HookCall {
  /** Name of the parent that it was about. */
  readonly parent: string;
  readonly generation: number;
  /** How many children it showed. */
  readonly children: number;
  /** Who called, by the User-Agent; parts are '' when it did not tell. */
  readonly process: ProcessName;
  /** Wall times of the machine on which the API server runs. */
  readonly startMs: number;
  /** Undefined: still under way. */
  readonly endMs: number | undefined;
  /** False when the caller went away before. */
  readonly answered: boolean;
}
