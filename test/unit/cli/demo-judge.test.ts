import * as assert from 'uvu/assert';

import { figuresOf, type Facts } from '../../../src/cli/demo/judge.ts';
import { isMet } from '../../../src/cli/demo/figure.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { webAppName } from '../../../src/testing/load/webapps.ts';
import { held, log, renewal, SET, table, type Line } from '../testing/audit-log.ts';
import { suite } from '../../suite.ts';

const test = suite('demo: the judge');

const NAMESPACE = 'demo';
/** Enough of them that some are in slots that move. */
const PARENTS = 20;
const NAMES = [0, 1, 2, 3].map((ordinal) => `metacontroller-${ordinal}`);
/** Of three, and of four: each gives the fourth what it has too much. */
const THIRDS = [
  ['metacontroller-0', 0, 1365],
  ['metacontroller-1', 1366, 2731],
  ['metacontroller-2', 2732, 4095],
] as const;
const QUARTERS = [
  ['metacontroller-0', 0, 1023],
  ['metacontroller-3', 1024, 1365],
  ['metacontroller-1', 1366, 2389],
  ['metacontroller-3', 2390, 2731],
  ['metacontroller-2', 2732, 3755],
  ['metacontroller-3', 3756, 4095],
] as const;
const OWNER = 'metacontroller-0';

/** Two writes of each parent, by its owner among four, or by somebody else. */
function writes(at: number, by?: string): readonly Line[] {
  return Array.from({ length: 2 * PARENTS }, (_, i): Line => {
    const name = webAppName(i >> 1);
    const slot = slotOf(`${NAMESPACE}/${name}`);
    const owner = QUARTERS.find(([, start, end]) => start <= slot && slot <= end)?.[0] ?? '';
    return { name, at: at + i, by: `${by ?? owner}/1`, what: 'example.com/webapps/status', namespace: NAMESPACE };
  });
}

/** Three become four between 1000 and 2000; then the one's owner dies, and is replaced. */
function play(lease: Facts['lease'], crash: { readonly diedMs: number; readonly servedMs: number }): readonly Line[] {
  const heir = OWNER === 'metacontroller-0' ? 'metacontroller-1' : 'metacontroller-0';
  const rest = QUARTERS.map(([name, start, end]) => [name === OWNER ? heir : name, start, end] as const);
  const hold = (at: number, rows: readonly (readonly [string, number, number])[], who: string): Line => {
    const mine = rows.filter(([name]) => name === who).map(([, start, end]) => [start, end] as const);
    return held(at, `${who}/1`, mine);
  };
  const alive = NAMES.flatMap((name) => {
    const lastMs = name === OWNER ? crash.diedMs : crash.servedMs + 100;
    const count = Math.ceil(lastMs / (lease.windowMs / 2));
    return Array.from({ length: count }, (_, i) => renewal(50 + (i * lease.windowMs) / 2, `${name}/1`));
  });
  return [
    ...alive,
    table(100, 1, THIRDS),
    ...NAMES.map((name) => hold(110, THIRDS, name)),
    table(1000, 2, QUARTERS),
    ...NAMES.map((name) => hold(1030, QUARTERS, name)),
    ...writes(1500),
    table(crash.diedMs + lease.leaseMs, 3, rest),
    ...NAMES.filter((name) => name !== OWNER).map((name) => hold(crash.servedMs, rest, name)),
  ];
}

function judge(servedMs: number, lease: Facts['lease'], more: readonly Line[] = []): ReadonlyMap<string, boolean> {
  const diedMs = 3000;
  const span = { startWallMs: 900, endWallMs: 2000 };
  const kill = { replica: OWNER, wallMs: diedMs };
  const wave = { ...span, rawSeconds: 1, waveSeconds: 2, hookCalls: PARENTS, shares: [] };
  const { figures } = figuresOf({
    lease,
    entries: log(...play(lease, { diedMs, servedMs }), ...more),
    set: SET,
    parents: PARENTS,
    fewerChildren: 0,
    evidence: { wave, restart: kill, takeover: kill, scaleOut: span, edits: 1, lostEdits: 0 },
  });
  return new Map(figures.map((figure) => [figure.metric, isMet(figure)]));
}

const SHORT = { leaseMs: 5000, windowMs: 3250 };
const LONG = { leaseMs: 15_000, windowMs: 11_000 };

test('all is well: every figure that had something to measure meets its goal', () => {
  const figures = judge(9900, SHORT);
  assert.equal(
    [...figures].filter(([, isFine]) => !isFine).map(([metric]) => metric),
    [],
  );
});

test('what a crash may take comes from the lease of the set', () => {
  assert.is(judge(3000 + 7100, SHORT).get('unowned_crash_max'), false);
  assert.is(judge(3000 + 16_900, LONG).get('unowned_crash_max'), true);
  assert.is(judge(3000 + 17_100, LONG).get('unowned_crash_max'), false);
});

test('a write while another one holds the slot is told', () => {
  assert.is(judge(9900, SHORT, writes(1600, OWNER)).get('double_owners'), false);
});
