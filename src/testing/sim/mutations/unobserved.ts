/** Rules that no mutation of the simulated code can break in a way that anybody would notice, and why. */
export interface Unobserved {
  /** Name of the mutation that there would be. */
  readonly name: string;
  readonly rule: string;
  readonly without: string;
  readonly why: string;
  /** The tests outside of the simulation that fail with it, if any. */
  readonly elsewhere?: string;
}

export const UNOBSERVED: readonly Unobserved[] = [
  {
    name: 'ownerNotAwaited',
    rule: 'T4',
    without: 'an owner is left out of awaiting while others are in it',
    why: 'two names are awaited at once only after a birth, and whoever is chosen as owner then has registered anew: its old process cannot act any more',
    elsewhere: 'unit/protocol/table-rules',
  },
  {
    name: 'noUid',
    rule: 'B0',
    without: 'a status made from the table of another set is evidence',
    why: 'epochs are resourceVersions, so no two tables share one; and ControllerShards of another set are deleted before the new table is born',
    elsewhere: 'unit/protocol/table-rules',
  },
  {
    name: 'noBirthEpoch',
    rule: 'B0',
    without: 'a new table under the same uid has the epoch of the old one',
    why: 'the schema lets nobody remove a table; a restore without status takes the statuses along, and with them the old acks',
    elsewhere: 'unit/protocol/table-identity',
  },
  {
    name: 'foreignTable',
    rule: 'B0',
    without: 'a table that came with the set from somewhere else counts',
    why: 'the API server drops the status of what is created',
    elsewhere: 'unit/protocol/table-identity',
  },
  {
    name: 'noEpoch',
    rule: 'R4',
    without: 'a status from before a restore is evidence',
    why: 'a restore takes statuses back together with the table, and managers begin anew (StoreWentBack), so nobody keeps one from the time that is gone',
    elsewhere: 'unit/protocol/table-rules',
  },
  {
    name: 'noOutage',
    rule: 'R1',
    without: 'a restored store is served within a lease of the last renewal',
    why: 'it is a duty of the operator, not code; the simulated operator keeps it',
  },
  {
    name: 'blindRenewRetry',
    rule: 'R2',
    without: 'a renewal that met another version is repeated without a fence',
    why: 'it matters after a restore without an outage (R1) only: with one every window is over before the conflict',
    elsewhere: 'golden/protocol-replica',
  },
  {
    name: 'refuseLowerRead',
    rule: 'R3, V3',
    without: 'a fresh read that shows an older table is refused',
    why: 'the operator declares the restore (R4) within seconds, and then the table is newer than any before it',
    elsewhere: 'golden/protocol-replica',
  },
  {
    name: 'zombieStatus',
    rule: 'A5',
    without: 'a status write is not bound to the registered incarnation',
    why: 'a new incarnation registers when the window of the old one is over (S2), and a fenced process writes no status (F1)',
  },
  {
    name: 'noAckOwed',
    rule: 'A6',
    without: 'a status is written only when what is held changes',
    why: 'a change of the phase is told as well, and whoever is awaited has one',
    elsewhere: 'unit/protocol/replica-machine',
  },
  {
    name: 'fenceOwnerOnly',
    rule: 'F4',
    without: 'the admission policy admits the owner only',
    why: 'the policy is not part of the simulated server; the judge asks at every step that the table admits whoever acts, and the policy has tests against the real API server',
  },
  {
    name: 'directSkipsPrevious',
    rule: 'direct grant',
    without: 'a direct grant leaves out who never acted',
    why: 'direct grants are not built',
  },
  {
    name: 'trustMirror',
    rule: 'M1',
    without: 'a replica trusts the mirror in its ControllerShard',
    why: 'no code of a replica reads the mirror',
  },
  {
    name: 'dropBeforeMirror',
    rule: 'mirror mode',
    without: 'an expired name is dropped before its mirror shows the revocation',
    why: 'the mirror mode is not built',
  },
  {
    name: 'coldMoves',
    rule: 'H2, H3',
    without: 'slots are moved before the new owner has warmed them',
    why: 'it costs time, no promise that the judge counts: W5 keeps hooks from what is not there yet. The gap of moves is measured with real processes',
    elsewhere: 'golden/protocol-manager',
  },
  {
    name: 'hintForEver',
    rule: 'H3',
    without: 'a hint that is not warmed in time stays',
    why: 'a hint is no grant: its owners go on',
    elsewhere: 'golden/protocol-manager',
  },
  {
    name: 'noMoveOn',
    rule: 'H4',
    without: 'slots whose new owner died before it acted stay with it',
    why: 'they belong to a name that does not renew, and are taken from it as from any other (X8)',
  },
  {
    name: 'leavingIgnored',
    rule: 'H5',
    without: 'slots are left with a replica that is leaving',
    why: 'it gives them up by itself before its grace period ends, and final lets them go at once (S6, X5)',
    elsewhere: 'unit/protocol/manager-machine',
  },
  {
    name: 'noGrace',
    rule: 'H6, X7',
    without: 'rows of a name that is gone do not wait for its successor',
    why: 'they wait only while there is nobody to give them to',
  },
  {
    name: 'crashMovesWait',
    rule: 'H7',
    without: 'slots of a crashed replica wait until somebody has warmed them',
    why: 'they are warmed on suspicion (X8), long before the lease has run out',
    elsewhere: 'golden/protocol-manager',
  },
];
