/** What people read in the status: conditions that keep their time, handoffs as sentences. */
import * as assert from 'uvu/assert';
import type { ReplicaStatus } from '../../../../src/protocol/replica/types.ts';
import { HandoffBook } from '../../../../src/replica/ownership/handoff-book.ts';
import { statusBody, type StatusFacts } from '../../../../src/replica/ownership/status-body.ts';
import { suite } from '../../../suite.ts';

const status = suite('status body');

const STATUS: ReplicaStatus = {
  observedGeneration: 4,
  observed: { uid: 'set', epoch: 5, generation: 7 },
  held: [{ start: 0, end: 99 }],
  released: [],
  warm: [],
  leaving: false,
  final: false,
  phase: 'Active',
  incoming: [],
  grantGeneration: 7,
};
const FACTS: StatusFacts = {
  incarnation: 'r-0_1',
  podUID: '',
  nodeName: '',
  version: '0.1.0',
  protocol: 1,
  status: STATUS,
  tableSeen: true,
  waitingFor: [],
  warm: [{ start: 0, end: 99 }],
  counts: { objects: 5, inFlight: 2, queued: 1, oldestDueSeconds: 0 },
  unlabelled: undefined,
  quarantined: undefined,
  handoffs: [],
  lastFence: undefined,
  previous: undefined,
  wallMs: Date.UTC(2026, 0, 2),
};

function verdicts(facts: StatusFacts): readonly string[] {
  return (statusBody(facts).conditions ?? []).map(
    ({ type, status: verdict, reason }) => `${type}=${verdict} ${reason}`,
  );
}

status('all is well', () => {
  const body = statusBody(FACTS);
  assert.equal(verdicts(FACTS), ['Ready=True Serving', 'Synced=True Synced', 'LeaseHeld=True Renewed']);
  assert.is(body.slots, 100);
  assert.is(body.rangeSummary, '0-99');
  assert.is(body.objects, 5);
  assert.not('podUID' in body);
});

status('who has intake duty says whether objects wait for their label', () => {
  const facts = (oldestSeconds: number): StatusFacts => ({
    ...FACTS,
    unlabelled: { count: 3, oldestSeconds, oldest: 'webapps.example.com default/web' },
  });
  assert.is(verdicts(facts(29)).at(-1), 'Labelled=True NothingWaits');
  assert.is(verdicts(facts(30)).at(-1), 'Labelled=False ObjectsWithoutSlot');
  assert.match(
    statusBody(facts(41)).conditions?.at(-1)?.message ?? '',
    /3 objects .* 41s: webapps\.example\.com default\/web/,
  );
});

status('every condition answers the generation of the status', () => {
  const body = statusBody({
    ...FACTS,
    previous: statusBody({ ...FACTS, status: { ...STATUS, observedGeneration: 3 } }),
  });
  assert.equal([body.observedGeneration, ...(body.conditions ?? []).map((c) => c.observedGeneration)], [4, 4, 4, 4]);
});

status('a verdict that stays keeps its time, one that changes gets a new one', () => {
  const later = { ...FACTS, warm: [], previous: statusBody(FACTS), wallMs: Date.UTC(2026, 0, 3) };
  const times = (statusBody(later).conditions ?? []).map((c) => `${c.type} ${c.lastTransitionTime}`);
  assert.equal(times, ['Ready 2026-01-03T00:00:00Z', 'Synced 2026-01-03T00:00:00Z', 'LeaseHeld 2026-01-02T00:00:00Z']);
});

status('not ready, and why', () => {
  assert.is(verdicts({ ...FACTS, tableSeen: false })[0], 'Ready=False NotStarted');
  assert.is(verdicts({ ...FACTS, waitingFor: [{ start: 5, end: 6 }] })[0], 'Ready=False Warming');
  assert.equal(verdicts({ ...FACTS, warm: [] }).slice(0, 2), ['Ready=False Warming', 'Synced=False Listing']);
});

status('draining is told only while it is so', () => {
  const draining = { ...FACTS, status: { ...STATUS, phase: 'Draining' as const } };
  assert.is(verdicts(draining)[3], 'Draining=True HandingOver');
  assert.is(verdicts({ ...draining, status: { ...draining.status, leaving: true } })[3], 'Draining=True Terminating');
});

status('the last word', () => {
  const final = { ...FACTS, status: { ...STATUS, held: [], final: true, phase: 'Released' as const } };
  assert.equal(verdicts(final), ['Ready=False Released', 'Synced=True Synced', 'LeaseHeld=False Released']);
});

status('a fence is told when it is over', () => {
  const fence = { fromMs: Date.UTC(2026, 0, 2, 3), toMs: Date.UTC(2026, 0, 2, 4) };
  const message = statusBody({ ...FACTS, lastFence: fence }).conditions?.[2]?.message ?? '';
  assert.match(message, 'from 2026-01-02T03:00:00Z to 2026-01-02T04:00:00Z');
});

status('handoffs: newest first, five at most, one for each change of the table', () => {
  const book = new HandoffBook();
  const out = (start: number, generation: number, drainMs: number): void =>
    book.released({ type: 'Released', slots: [{ start, end: start + 9 }], to: 'r-1', generation, drainMs }, 0);
  out(0, 2, 40);
  out(20, 2, 1_800);
  assert.equal(
    book.records().map(({ direction, range, peer, summary }) => ({ direction, range, peer, summary })),
    [{ direction: 'Out', range: '0-9,20-29', peer: 'r-1', summary: 'gave 0-9,20-29 to r-1: drained in 1.8s' }],
  );
  for (let generation = 3; generation < 8; generation++) out(0, generation, 1);
  book.taken({ type: 'Taken', slots: [{ start: 7, end: 7 }], from: [], resumed: false, generation: 9, waitedMs: 0 }, 0);
  assert.equal(
    book.records().map(({ grantGeneration }) => grantGeneration),
    [9, 7, 6, 5, 4],
  );
});
