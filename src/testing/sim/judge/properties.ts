/** All that the judge can find, as docs/testing.md explains them. Each has a test that makes it fail: `test/sim/judge`. */
export const PROPERTIES = [
  'P1',
  'F2',
  "P1'",
  'F4',
  'Cover',
  'P8',
  'Completeness',
  'Duplicate',
  'Rewrite',
  'Coverage',
  'Crash',
  'Graceful',
  'P2',
  'Bug',
] as const;

export type Property = (typeof PROPERTIES)[number];
