/** Mutations of when a manager believes that somebody has stopped, and of what it does then: rules X, G1, B1, B3. */
import type { Mutation } from './mutation.ts';
import { STORIES } from './stories.ts';

const DROPS = 'protocol/manager/drops.ts';
const END = 'protocol/manager/end.ts';
const GOAL = 'protocol/manager/goal.ts';
const LEASE = 'protocol/lease.ts';
const MACHINE = 'protocol/manager/machine.ts';
const MIRROR = 'protocol/manager/mirror.ts';
const STANDING = 'protocol/manager/standing.ts';

const PROVED = `const proof = observation.proofs.leases.get(standing.name);
  const dueMs = standing.note.firstSeenMonotonicMs + expiryWaitMs(standing.note, timing);
  if (proof === undefined || proof.table !== key || proof.askedMs < dueMs) return 'CheckLease';
  return isVersion(standing.note, proof.lease) ? 'Proved' : 'None';`;

const WATCH_SUFFICES = {
  file: STANDING,
  from: 'return proof !== undefined && proof.askedMs >= dueMs && isVersion(standing.note, proof.lease);',
  to: 'return true;',
};

const NOT_ON_SUSPICION = {
  file: GOAL,
  from: "    case 'Suspect':\n    case 'Expired': {",
  to: "    case 'Suspect':\n      return 'Keeper';\n    case 'Expired': {",
};

export const MANAGER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'noFullWait',
    rule: 'X2',
    without: 'a name is expired before its Lease was seen unchanged for a whole duration',
    patches: [
      {
        file: LEASE,
        from: 'Math.max(timing.leaseDurationMs, note.lease.durationMs);',
        to: '1.5 * timing.renewIntervalMs;',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.shortCut },
  },
  {
    name: 'expiryByWatch',
    rule: 'X3',
    without: 'expiry is believed from the watch, without a fresh read of the Lease',
    patches: [{ file: DROPS, from: PROVED, to: "return 'Proved';" }, WATCH_SUFFICES, NOT_ON_SUSPICION],
    also: 'the fresh read before anything is taken from a suspect, and that this comes long before (X8)',
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 1, 3, 4, 5, 6], story: STORIES.sleepForALease },
  },
  {
    name: 'onePhaseExpiry',
    rule: 'X1',
    without: 'an expired owner is replaced in one write, its expiry read before',
    patches: [
      {
        file: MACHINE,
        from: 'import { move, namesOf, seal } from',
        to: 'import { dropName, move, namesOf, seal } from',
      },
      {
        file: MACHINE,
        from: 'const after = move(move(dropped.table, moves.now), graceMoves(dropped.table, parts, at));',
        to: `const moved = move(move(dropped.table, moves.now), graceMoves(dropped.table, parts, at));
  const after = [...standings.values()].reduce(
    (table, standing) => (standing.type === 'Expired' && confirmedSilent(standing, observation, timing) ? dropName(table, standing.name) : table),
    moved,
  );`,
      },
      NOT_ON_SUSPICION,
    ],
    also: 'the revocation on suspicion (X8), which comes long before',
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 1, 3, 4, 5, 6], story: STORIES.sleepForALease },
  },
  {
    name: 'confirmSurvives',
    rule: 'X4',
    without: 'a proof of expiry outlives the table version that it rests on',
    patches: [
      {
        file: DROPS,
        from: "if (proof === undefined || proof.table !== key || proof.askedMs < dueMs) return 'CheckLease';",
        to: "if (proof === undefined || proof.askedMs < dueMs) return 'CheckLease';",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 1, 3, 4, 5, 6], story: STORIES.sleepUnseen },
  },
  {
    name: 'staleFinal',
    rule: 'X5',
    without: 'the final status is believed from the cache',
    patches: [
      {
        file: DROPS,
        from: "if (proof?.table !== key) return 'CheckShard';\n    return proof.final ? 'Proved' : 'None';",
        to: "return 'Proved';",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 1, 3, 4, 5, 6], story: STORIES.endAlone },
  },
  {
    name: 'gcUnchecked',
    rule: 'G1',
    without: 'Lease and shard of a name that the table does not mention are deleted at once',
    patches: [
      {
        file: MIRROR,
        from: "if (used.has(standing.name) || standing.verdict !== 'Expired') return [];",
        to: 'if (used.has(standing.name)) return [];',
      },
    ],
    breaks: ['P1', 'P2'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.scaleUp },
  },
  {
    name: 'endUnchecked',
    rule: 'B3',
    without: 'at the end of a set Leases are deleted although their holders still act',
    patches: [
      { file: END, from: "if (standing.type !== 'Expired') return WAIT;", to: 'if (true) return buried(standing);' },
    ],
    breaks: ['P1', 'P2'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.ended },
  },
  {
    name: 'leaseCascade',
    rule: 'B1',
    without: 'Leases belong to their set and go with it',
    patches: [
      {
        file: 'replica/ownership/create-ownership.ts',
        from: 'set: set.name,\n          incarnation: this.incarnation,',
        to: 'set: set.name,\n          setUid: set.uid,\n          incarnation: this.incarnation,',
      },
      {
        file: 'replica/membership/lease-port.ts',
        from: 'labels: { [SET_LABEL]: set } },',
        to: "labels: { [SET_LABEL]: set }, ownerReferences: [{ apiVersion: 'shardkeeper.io/v1alpha1', kind: 'ControllerShardSet', name: set, uid: this.#options.setUid }] },",
      },
      {
        file: 'kube/leases.ts',
        from: 'metadata: { namespace, name, ...(labels === undefined ? {} : { labels }) },',
        to: 'metadata: { namespace, name, ownerReferences: lease.ownerReferences ?? [], ...(labels === undefined ? {} : { labels }) },',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.rebornLater },
  },
];
