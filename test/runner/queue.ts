/**
 * uvu's contract with its own command line, taken over: suites queue up instead of running by themselves. uvu looks at
 * these globals when it is loaded, so this module is imported before anything that imports uvu.
 */
export type UvuRun = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;

/** What the suites of this process enqueued. */
export const queue: UvuRun[] = [];

Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [queue], UVU_INDEX: 0 });
