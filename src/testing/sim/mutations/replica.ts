/** Mutations of when a replica acts, acks, and comes and goes: rules A, B2, B4, F, H1, L, S, V2. */
import type { Mutation } from './mutation.ts';
import { STORIES } from './stories.ts';

const GAIN = 'protocol/replica/gain.ts';
const HOLDS = 'protocol/replica/holds.ts';
const LEASE = 'protocol/replica/lease.ts';
const LEASE_PORT = 'replica/membership/lease-port.ts';
const MACHINE = 'protocol/replica/machine.ts';
const RUNNING = 'protocol/replica/running.ts';
const START = 'protocol/replica/start.ts';
const STATUS = 'protocol/replica/status.ts';

/** By then the manager has deleted the Lease of a replica that lost everything, and who finds none ends. */
const LEASE_STAYS = {
  file: 'protocol/manager/mirror.ts',
  from: "if (used.has(standing.name) || standing.verdict !== 'Expired') return [];",
  to: 'if (used.size > 0) return [];',
};

export const REPLICA_MUTATIONS: readonly Mutation[] = [
  {
    name: 'ignoreAwaiting',
    rule: 'A1',
    without: 'the new owner acts although others are awaited',
    patches: [
      {
        file: 'protocol/replica/view.ts',
        from: 'return row.owner === name && row.awaiting.every((awaited) => awaited === name);',
        to: 'return row.owner === name;',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.move },
  },
  {
    name: 'keepsRevoked',
    rule: 'A3',
    without: 'a replica goes on with slots that were taken from it',
    patches: [
      {
        file: HOLDS,
        from: "const lost = subtract(slotsIn(member.holds, 'Active'), granted);",
        to: 'const lost: RangeSet = [];',
      },
    ],
    breaks: ['P2'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.scaleUp },
  },
  {
    name: 'ackBeforeDrain',
    rule: 'A4',
    without: 'a replica acks when it sees the revocation, before it has drained',
    patches: [
      {
        file: STATUS,
        from: 'const rows = ownRows(set, step.config.name);\n  const held = heldSlots(member.holds);',
        to: "const rows = ownRows(set, step.config.name);\n  const held = rangeSet(member.holds.filter(({ state }) => state.type === 'Active'));",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [2, 4, 6, 12, 13, 15], story: STORIES.slowDrain },
  },
  {
    name: 'hintActs',
    rule: 'H1',
    without: 'a hint to warm slots is taken for a grant',
    patches: [
      {
        file: GAIN,
        from: 'for (const row of ownRows(views.set, step.config.name)) {',
        to: 'for (const row of [...ownRows(views.set, step.config.name), ...cut(table.ranges.filter(({ owner }) => owner !== step.config.name), member.shard.warmUp)]) {',
      },
      {
        file: GAIN,
        from: 'const free = subtract(rangeSet(grantedRows(set, step.config)), heldSlots(member.holds));',
        to: 'const free = subtract(rangeSet([...grantedRows(set, step.config), ...member.shard.warmUp]), heldSlots(member.holds));',
      },
      {
        file: RUNNING,
        from: 'const next = { ...life, member: withNewer(member, shard) };',
        to: "const newer = withNewer(member, shard);\n  const next = { ...life, member: life.type === 'Running' ? trackIncoming(step, newer, { before: undefined, set: life.view.set }) : newer };",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.move },
  },
  {
    name: 'ignoreSetGone',
    rule: 'B2',
    without: 'a process whose set is gone or replaced goes on',
    patches: [
      {
        file: RUNNING,
        from: "if (event.set === undefined || event.set.uid !== config.setUid) return gone(step, life, 'SetGone');",
        to: 'if (event.set === undefined || event.set.uid !== config.setUid) return { ...life, retryAtMs: step.now.monotonicMs + retryMs(step) };',
      },
      {
        file: RUNNING,
        from: "if (event.set === undefined || event.set.uid !== step.config.setUid) return gone(step, life, 'SetGone');",
        to: 'if (event.set === undefined || event.set.uid !== step.config.setUid) return viewReadFailed(step, life);',
      },
      {
        file: RUNNING,
        from: "if (shard === undefined || shard.uid !== member.shard.uid) return 'ShardGone';",
        to: 'if (shard === undefined || shard.uid !== member.shard.uid) return undefined;',
      },
      {
        file: RUNNING,
        from: "return shard.incarnation === step.config.incarnation ? undefined : 'ShardTaken';",
        to: "return ['', step.config.incarnation].includes(shard.incarnation) ? undefined : 'ShardTaken';",
      },
    ],
    also: 'B4, since its shard goes with the set',
    breaks: ['P2'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.recreated },
  },
  {
    name: 'keepsWithoutCR',
    rule: 'B4',
    without: 'a process whose ControllerShard is gone goes on',
    patches: [
      {
        file: RUNNING,
        from: "if (shard === undefined || shard.uid !== member.shard.uid) return 'ShardGone';",
        to: 'if (shard === undefined || shard.uid !== member.shard.uid) return undefined;',
      },
      {
        file: STATUS,
        from: 'return compareVersions(shard.resourceVersion, member.shard.resourceVersion) > 0 ? { ...member, shard } : member;',
        to: 'return shard.uid === member.shard.uid && compareVersions(shard.resourceVersion, member.shard.resourceVersion) > 0 ? { ...member, shard } : member;',
      },
    ],
    breaks: ['P2'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.shardDeleted },
  },
  {
    name: 'windowFromReply',
    rule: 'L1',
    without:
      'the window is counted from the answer to a renewal, and no margin is kept for requests that are under way',
    patches: [
      {
        file: LEASE_PORT,
        from: "return { type: 'LeaseRenewed', resourceVersion: this.#lease.resourceVersion, sentMs };",
        to: "return { type: 'LeaseRenewed', resourceVersion: this.#lease.resourceVersion, sentMs: clock.monotonicMs() };",
      },
      {
        file: LEASE,
        from: '? Math.max(lease.windowEndsMs, event.sentMs + windowMs(step.config.timing))',
        to: '? Math.max(lease.windowEndsMs, event.sentMs + step.config.timing.leaseDurationMs * 0.98)',
      },
    ],
    also: 'the part of the fence margin that W3 alone needs',
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.slowThenCut },
  },
  {
    name: 'renewNoCAS',
    rule: 'L2',
    without: 'a renewal does not look whose Lease it is',
    patches: [
      {
        file: LEASE_PORT,
        from: 'return this.#leases.write(lease, change, { signal, ...this.#timeout });',
        to: 'return this.#leases.get({ namespace: lease.namespace, name: lease.name }, { signal }).then((present) => this.#leases.write(present ?? lease, change, { signal, ...this.#timeout }));',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.twoOfAName },
  },
  {
    name: 'recreateLease',
    rule: 'L3',
    without: 'a process whose Lease is gone creates it again',
    patches: [
      {
        file: LEASE_PORT,
        from: "if (isApiError(error, 'Conflict', 'NotFound')) return { type: 'LeaseRenewFailed', outcome: 'Conflict' };",
        to: `if (isApiError(error, 'NotFound')) return { ...(await this.take(renewTime)), type: 'LeaseRenewed' };
      if (isApiError(error, 'Conflict')) return { type: 'LeaseRenewFailed', outcome: 'Conflict' };`,
      },
      {
        file: RUNNING,
        from: "return shard.incarnation === step.config.incarnation ? undefined : 'ShardTaken';",
        to: 'return undefined;',
      },
    ],
    also: 'the look at the own shard (F3, A5)',
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.wakeWithoutLease },
  },
  {
    name: 'resumeWithoutReread',
    rule: 'F3',
    without: 'a late renewal opens the window again for what was held before',
    patches: [
      {
        file: MACHINE,
        from: "return windowOpen(life.member.lease, context.now.monotonicMs) ? life : fence(context, life, 'WindowOver');",
        to: 'return life;',
      },
      {
        file: MACHINE,
        from: "const mayRenew = life.type !== 'Running' || nowMs - life.view.confirmedMs <= context.config.timing.viewMaxAgeMs;",
        to: 'const mayRenew = true;',
      },
      LEASE_STAYS,
    ],
    also: 'L4, which keeps a replica with an old view from renewing, and the clean-up of its Lease (G1)',
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.sleep },
  },
  {
    name: 'readThenRenew',
    rule: 'F3',
    without: 'after a fence the table is read first, then the Lease renewed',
    patches: [
      {
        file: RUNNING,
        from: "renewal.type === 'Waiting' ? { ...renewal, dueMs: Math.min(renewal.dueMs, nowMs + retryMs(step)) } : renewal,",
        to: 'renewal,',
      },
      {
        file: RUNNING,
        from: "return { type: 'Fenced', member: { ...member, lease, incoming: [] } };",
        to: "step.effects.push({ type: 'ReadView' });\n  return { type: 'Fenced', member: { ...member, lease, incoming: [] } };",
      },
      {
        file: MACHINE,
        from: "  if (life.type !== 'Running') return life;\n  switch (event.type) {\n    case 'ViewRead':",
        to: "  if (life.type === 'Fenced' && event.type === 'ViewRead') return { ...life, early: event };\n  if (life.type !== 'Running') return life;\n  switch (event.type) {\n    case 'ViewRead':",
      },
      {
        file: MACHINE,
        from: 'return back ? readView(context, renewed.member) : renewed;',
        to: `if (!back) return renewed;
      const { early, member } = renewed;
      if (early === undefined) return readView(context, member);
      return viewArrived(context, { type: 'ReadingView', member, startedMs: 0, retryAtMs: undefined, seen: { set: undefined, shard: undefined } }, early);`,
      },
      LEASE_STAYS,
    ],
    also: 'the clean-up of its Lease (G1)',
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.jumpThenSleep },
  },
  {
    name: 'cachedRead',
    rule: 'F3',
    without: 'the read after a fence may be served from a cache',
    patches: [
      {
        file: 'replica/membership/set-port.ts',
        from: "{ metadataOnly, signal: bounded, lane: 'lease' }",
        to: "{ metadataOnly, signal: bounded, lane: 'lease', resourceVersion: '0' }",
      },
      LEASE_STAYS,
    ],
    also: 'the clean-up of its Lease (G1)',
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.sleepThenStale },
  },
  {
    name: 'staleRelist',
    rule: 'V2',
    without: 'a re-list may take the view of the table backwards',
    patches: [
      {
        file: RUNNING,
        from: 'if (back || compareTables(set.table, view.set.table) < 0) return reread(step, life);',
        to: 'if (back && set.table === undefined) return reread(step, life);',
      },
      {
        file: 'kube/reflector.ts',
        from: 'await client.list(resource, { ...this.#selection(), signal });',
        to: "await client.list(resource, { ...this.#selection(), signal, resourceVersion: '0' });",
      },
    ],
    also: 'that lists are consistent reads',
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.staleRelist },
  },
  {
    name: 'noWaitOut',
    rule: 'S2',
    without: 'a new incarnation does not wait until the window of its predecessor is over',
    patches: [{ file: START, from: 'if (now.monotonicMs < untilMs) {', to: 'if (false) {' }],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.twoOfAName },
  },
  {
    name: 'freshCRSkipsWait',
    rule: 'S3',
    without: 'the wait is skipped because the ControllerShard is blank, although there was a Lease',
    patches: [
      {
        file: START,
        from: "const neverUsed = takeover.created && shard.incarnation === '';",
        to: "const neverUsed = shard.incarnation === '';",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.twoWithoutShard },
  },
  {
    name: 'freshLeaseSkipsWait',
    rule: 'S3',
    without: 'the wait is skipped because there was no Lease, although the ControllerShard has an incarnation',
    patches: [
      {
        file: START,
        from: "const neverUsed = takeover.created && shard.incarnation === '';",
        to: 'const neverUsed = takeover.created;',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.twoWithoutLease },
  },
  {
    name: 'finalWithoutCAS',
    rule: 'S3',
    without: 'the wait is skipped for a final status that is not the present one any more at registration',
    patches: [
      {
        file: 'replica/ownership/driver.ts',
        from: "return { type: 'Registered', shard: await ports.shard.write(view, body(status), () => undefined) };",
        to: "return { type: 'Registered', shard: await ports.shard.write((await ports.shard.read()) ?? view, body(status), () => undefined) };",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.threeOfAName },
  },
  {
    name: 'anyPodSkipsWait',
    rule: 'S3a',
    without: 'a process in another pod waits no longer than a container that was started again',
    patches: [
      {
        file: START,
        from: "const inPlace = restartInPlace && podUID !== '' && shard.podUID === podUID;",
        to: 'const inPlace = restartInPlace;',
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.twoCutOff },
  },
  {
    name: 'readBeforeRegister',
    rule: 'S4, S5',
    without: 'a new incarnation reads the table before it registers',
    patches: [
      {
        file: 'protocol/replica/context.ts',
        from: 'export interface Step {',
        to: 'export const early = new WeakMap();\nexport interface Step {',
      },
      {
        file: START,
        from: "import { exit, tell, type Step } from './context.ts';",
        to: "import { early, exit, tell, type Step } from './context.ts';\nimport { viewArrived } from './running.ts';",
      },
      {
        file: START,
        from: 'return readShard(step, { takeover, lease: takenLease(step, event), confirmLease: false });',
        to: "step.effects.push({ type: 'ReadView' });\n  return readShard(step, { takeover, lease: takenLease(step, event), confirmLease: false });",
      },
      {
        file: START,
        from: '  return readView(step, member);\n}',
        to: `  const seen = early.get(step.config);
  if (seen === undefined) return readView(step, member);
  const reading = { type: 'ReadingView', member, startedMs: 0, retryAtMs: undefined, seen: { set: undefined, shard: undefined } };
  return viewArrived(step, reading, { ...seen, shard });
}`,
      },
      {
        file: MACHINE,
        from: "import { exit, type Step } from './context.ts';",
        to: "import { early, exit, type Step } from './context.ts';",
      },
      {
        file: MACHINE,
        from: 'function handleView(context: Step, life: Life, event: ViewEvent): Life {\n',
        to: "function handleView(context: Step, life: Life, event: ViewEvent): Life {\n  if (!('member' in life) && event.type === 'ViewRead') early.set(context.config, event);\n",
      },
    ],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.moveWhileTwo },
  },
  {
    name: 'finalEarly',
    rule: 'S6',
    without: 'the final status is written before the drain is over',
    patches: [{ file: STATUS, from: 'const final = stopping && held.length === 0;', to: 'const final = stopping;' }],
    breaks: ['P1', 'F4'],
    shown: { seeds: [1, 2, 3, 4, 5, 6], story: STORIES.endSlowly },
  },
];
