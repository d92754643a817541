/** All mutations. */
import { MANAGER_MUTATIONS } from './manager.ts';
import type { Mutation } from './mutation.ts';
import { PROMISE_MUTATIONS } from './promises.ts';
import { REPLICA_MUTATIONS } from './replica.ts';
import { TABLE_MUTATIONS } from './table.ts';
import { WRITE_MUTATIONS } from './writes.ts';

export const CATALOGUE: readonly Mutation[] = [
  ...TABLE_MUTATIONS,
  ...MANAGER_MUTATIONS,
  ...REPLICA_MUTATIONS,
  ...WRITE_MUTATIONS,
  ...PROMISE_MUTATIONS,
];
