import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { systemClock } from '../../../src/lib/clock.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import { movement, slotCounts, summarizeGaps, tablesBetween, type Kill } from '../../../src/testing/audit/index.ts';
import type { Editor } from '../../../src/testing/load/editor.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import {
  allArrived,
  editing,
  judge,
  kill,
  LEASE_MS,
  report,
  REQUEST_TIMEOUT_MS,
  serve,
  SET,
  settled,
  shardsOf,
  startStage,
  tableOf,
  type Stage,
} from './stage.ts';

const test = suite('SIGKILL while people edit', { timeoutMs: 180_000 });

const PARENTS = 100;
const EDITS_PER_SECOND = 20;
/** The longest pause of a process that the protocol reckons with. */
const STALL_MAX_MS = 500;
const TAKEOVER_MS = LEASE_MS + 2000;
/** For machines that do other things too. */
const NOISE_MS = 1000;
const CRD = new URL('../../../crds/shardkeeper/controllershards.yaml', import.meta.url);

let stage: Stage;
let editor: Editor;
const kills: Kill[] = [];

test.before(async () => {
  stage = await startStage(PARENTS, { labelled: true });
  await serve(stage);
  editor = editing(stage, stage.names, EDITS_PER_SECOND);
});
test.after(async () => {
  await editor?.stop();
  await stage.installation.stop();
});

test('an owner that is restarted in place goes on with what it had', async () => {
  const { installation } = stage;
  const replica = 'metacontroller-1';
  const killed = kill(stage, replica);
  kills.push(killed);
  await restarted(replica);
  await installation.ready(3);
  const endMs = systemClock.wallMs();
  await eventually('its gaps are over', async () =>
    (await restartGaps(killed)).every((gap) => gap.endMs !== undefined),
  );
  const { timeline } = await judge(stage, kills);
  const list = await restartGaps(killed);
  assert.ok(list.length > 0, 'it owned something');
  assert.ok(list.every((gap) => gap.kind === 'Restart' && gap.to === replica));
  assert.is(movement(tablesBetween(timeline.tables, killed.atMs, endMs)).moved, 0, 'nothing was moved');
  const next = timeline.lives.find((life) => life.process.replica === replica && life.registeredMs > killed.atMs);
  assert.ok(next !== undefined);
  const startUpMs = (next?.registeredMs ?? Number.NaN) - killed.atMs;
  const maxMs = Math.max(...list.map((gap) => gap.ms));
  report({ restart_start_up_ms: startUpMs, restart_unowned_max_ms: maxMs });
  const boundMs = startUpMs + REQUEST_TIMEOUT_MS + STALL_MAX_MS + NOISE_MS;
  assert.ok(maxMs <= boundMs, `${maxMs} ms without an owner; at most ${boundMs} ms`);
  assert.ok(maxMs <= TAKEOVER_MS, 'it is no worse than being replaced');
});

test('an owner that does not come back is replaced within the lease and two seconds', async () => {
  const { kubelet, ready } = stage.installation;
  const replica = 'metacontroller-2';
  kubelet.holdBack(replica);
  const killed = kill(stage, replica);
  kills.push(killed);
  await eventually('nobody waits for it any more', async () =>
    (await tableOf(stage)).every(({ owner, awaiting }) => owner !== replica && !awaiting.includes(replica)),
  );
  const crashGaps = async () => (await judge(stage, kills)).gaps.filter((gap) => gap.kind === 'Crash');
  await eventually('its gaps are over', async () => (await crashGaps()).every((gap) => gap.endMs !== undefined));
  const list = await crashGaps();
  const { objects } = await judge(stage, kills);
  const { count, maxMs } = summarizeGaps(list, objects);
  report({ crash_gaps: count, crash_unowned_max_ms: maxMs });
  assert.ok(count > 0, 'it owned something');
  assert.ok(list.every((gap) => gap.from === replica && gap.to !== replica));
  assert.ok(maxMs <= TAKEOVER_MS + NOISE_MS, `${maxMs} ms without an owner`);
  kubelet.release(replica);
  await ready(3);
});

test('a manager that is killed in the middle of a scale-up comes back and finishes it', async () => {
  const { installation } = stage;
  const { kubectl, kubelet, namespace } = installation;
  const manager = kubelet.list().find((pod) => pod.name.startsWith('shardkeeper-manager-'))?.name ?? '';
  const startMs = systemClock.wallMs();
  await kubectl(['scale', `statefulset/${SET}`, '--replicas=4', '-n', namespace]);
  await eventually('the newcomer runs', () => kubelet.pidOf('metacontroller-3') !== undefined, { everyMs: 5 });
  const { atMs } = kill(stage, manager);
  await restarted(manager);
  // A manager that has just begun gives slots only to whom it has seen renew: for a moment there is nothing to do.
  await eventually('the newcomer has its share', async () => {
    const rows = (await tableOf(stage)).filter(({ owner }) => owner === 'metacontroller-3');
    return rows.reduce((sum, { start, end }) => sum + end - start + 1, 0) === SLOT_COUNT / 4;
  });
  await installation.ready(4);
  const { timeline } = await judge(stage, kills);
  const tables = tablesBetween(timeline.tables, startMs, systemClock.wallMs());
  const atKill = tablesBetween(timeline.tables, atMs, atMs).at(-1);
  const atEnd = tables.at(-1);
  assert.ok(atKill !== undefined && atEnd !== undefined);
  if (atKill === undefined || atEnd === undefined) return;
  assert.ok((slotCounts(atKill).get('metacontroller-3') ?? 0) < SLOT_COUNT / 4, 'it was killed before it was done');
  assert.is(slotCounts(atEnd).get('metacontroller-3'), SLOT_COUNT / 4);
  const { moved, least } = movement(tables);
  report({
    manager_back_ms: (tables.find((table) => table.startMs > atMs)?.startMs ?? Number.NaN) - atMs,
    moved,
    least,
  });
  assert.ok(moved <= 1.1 * least, `${moved} slots moved, ${least} had to`);
});

test('every edit arrives, and no object had two owners', async () => {
  await allArrived(editor);
  await settled(stage);
  const { doubleOwners, judged, gaps, timeline } = await judge(stage, kills);
  report({ edits: editor.edits(), owner_writes_judged: judged });
  assert.equal(doubleOwners, []);
  assert.ok(judged > editor.edits(), `only ${judged} writes to judge`);
  assert.equal(
    gaps.filter((gap) => gap.endMs === undefined),
    [],
    'nothing is unowned at the end',
  );
  assert.not.ok(timeline.tables.at(-1)?.owners.includes(''));
  const stats = await stage.installation.hook.stats();
  assert.is(stats.fewerChildren, 0, stats.fewerChildrenOf.join(', '));
});

test('kubectl get controllershards shows the columns that the CRD promises', async () => {
  const { kubectl, namespace } = stage.installation;
  const crd = parse(await readFile(CRD, 'utf8')) as Crd;
  const columns = crd.spec.versions[0]?.additionalPrinterColumns.filter(({ priority = 0 }) => priority === 0) ?? [];
  await eventually('the shards tell all slots and objects', async () => {
    const shards = await shardsOf(stage);
    const total = (of: 'slots' | 'objects'): number => shards.reduce((sum, { status }) => sum + (status?.[of] ?? 0), 0);
    return total('slots') === SLOT_COUNT && total('objects') === PARENTS;
  });
  const [header = '', ...lines] = (await kubectl(['get', 'controllershards', '-n', namespace])).trimEnd().split('\n');
  assert.equal(
    header.split(/ {2,}/).map((cell) => cell.trim()),
    ['NAME', ...columns.map(({ name }) => name.toUpperCase())],
  );
  assert.is(header.replaceAll(/ +/g, ' '), 'NAME SET PHASE LEASE SLOTS RANGES OBJECTS GEN AGE');
  const rows = lines.map((line) => line.split(/ {2,}/));
  assert.equal(
    rows.map((row) => row[0]),
    [0, 1, 2, 3].map((ordinal) => `metacontroller-${ordinal}`),
  );
  for (const row of rows) {
    assert.equal(row.slice(1, 5), [SET, 'Active', 'Live', '1024']);
    assert.match(row[5] ?? '', /^\d+-\d+(,\d+-\d+)*$/);
    assert.is(row.length, columns.length + 1, `a column of "${row.join(' | ')}" is empty`);
  }
});

interface Crd {
  readonly spec: {
    readonly versions: readonly {
      readonly additionalPrinterColumns: readonly { readonly name: string; readonly priority?: number }[];
    }[];
  };
}

async function restartGaps(killed: Kill) {
  const { gaps } = await judge(stage, kills);
  return gaps.filter((gap) => gap.from === killed.replica && gap.startMs >= killed.atMs);
}

/** The kubelet has started a new process in the same pod, and it is Ready. */
async function restarted(podName: string): Promise<void> {
  const pod = () => stage.installation.kubelet.list().find((one) => one.name === podName);
  await eventually(`${podName} runs again`, () => (pod()?.restarts ?? 0) > 0 && pod()?.ready === true);
}
