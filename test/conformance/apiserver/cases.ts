/** All cases. Names are unique. */
import { DELETE_CASES, GARBAGE_CASES, GRACE_CASES } from './cases-deletion.ts';
import { APPLY_CASES, JSON_CASES, MERGE_CASES, SCALE_CASES } from './cases-patches.ts';
import { READ_CASES, SELECTOR_CASES } from './cases-reads.ts';
import { SHARD_CASES } from './cases-shards.ts';
import { WATCH_CASES } from './cases-watches.ts';
import { CREATE_CASES, LEASE_CASES, UPDATE_CASES } from './cases-writes.ts';
import type { Case } from './contract.ts';

export const CASES: readonly Case[] = [
  ...CREATE_CASES,
  ...UPDATE_CASES,
  ...LEASE_CASES,
  ...MERGE_CASES,
  ...JSON_CASES,
  ...APPLY_CASES,
  ...SCALE_CASES,
  ...DELETE_CASES,
  ...GRACE_CASES,
  ...GARBAGE_CASES,
  ...SELECTOR_CASES,
  ...READ_CASES,
  ...WATCH_CASES,
  ...SHARD_CASES,
];
