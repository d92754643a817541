/** A whole installation with the fence and the slot guard on: nobody who may act is refused, in calm and in a crash. */
import { readFile } from 'node:fs/promises';
import * as assert from 'uvu/assert';
import { isSuccess, isWrite, type AuditEntry, type Kill } from '../../../src/testing/audit/index.ts';
import { createWebApps } from '../../../src/testing/load/webapps.ts';
import type { Editor } from '../../../src/testing/load/editor.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import {
  aboutParents,
  allArrived,
  editing,
  judge,
  kill,
  NAMESPACE,
  report,
  serve,
  SET,
  settled,
  startStage,
  tableOf,
  type Stage,
} from '../installation/stage.ts';

const test = suite('scaling and a crash with the fence and the slot guard on', { timeoutMs: 180_000 });

const PARENTS = 100;
const EDITS_PER_SECOND = 20;

let stage: Stage;
let editor: Editor;
const kills: Kill[] = [];

test.before(async () => {
  // Unlabelled: intake has to label them, mostly in slots that are not its own.
  stage = await startStage(PARENTS, { labelled: false, components: ['fence', 'slot-guard'] });
  await createWebApps(stage.client, { namespace: NAMESPACE, count: PARENTS, labelled: false });
  await serve(stage);
  editor = editing(stage, stage.names, EDITS_PER_SECOND);
});
test.after(async () => {
  await editor?.stop();
  await stage.installation.stop();
});

test('three replicas, four, two, while people edit', async () => {
  await scale(4);
  await stage.installation.ready(4);
  await scale(2);
  await stage.installation.ready(2);
});

test('a crash: the others take over', async () => {
  await scale(3);
  await stage.installation.ready(3);
  const replica = 'metacontroller-2';
  stage.installation.kubelet.holdBack(replica);
  kills.push(kill(stage, replica));
  await eventually('nobody waits for it any more', async () =>
    (await tableOf(stage)).every(({ owner, awaiting }) => owner !== replica && !awaiting.includes(replica)),
  );
  stage.installation.kubelet.release(replica);
  await stage.installation.ready(3);
});

test('every edit arrives, no object had two owners, and no object paid for a refusal', async () => {
  await allArrived(editor);
  await settled(stage);
  const { doubleOwners, entries, judged } = await judge(stage, kills);
  assert.equal(doubleOwners, []);
  assert.ok(judged > editor.edits(), `only ${judged} writes to judge`);
  const stats = await stage.installation.hook.stats();
  assert.is(stats.fewerChildren, 0, stats.fewerChildrenOf.join(', '));
  const writes = aboutParents(entries, 0).filter(isWrite);
  const refused = writes.filter(({ code, responseObject }) => code === 403 || isOfPolicy(responseObject));
  report({ edits: editor.edits(), writes: writes.length, refused_and_sent_again: refused.length });
  assert.equal(
    refused.filter((entry) => !isSentAgain(entry, writes)),
    [],
    'who is refused has its answer within two seconds of the grant',
  );
  assert.equal(await complaints(), [], 'the fence is no error of an object');
});

/** The same process wrote the same object with success soon after. */
function isSentAgain(entry: AuditEntry, writes: readonly AuditEntry[]): boolean {
  return writes.some(
    (later) =>
      isSuccess(later) &&
      later.startMs >= entry.startMs &&
      later.startMs <= entry.startMs + 2500 &&
      later.resource === entry.resource &&
      later.name === entry.name &&
      later.process?.incarnation === entry.process?.incarnation,
  );
}

function isOfPolicy(answer: unknown): boolean {
  return JSON.stringify(answer ?? '').includes('ValidatingAdmissionPolicy');
}

/** What replicas logged about refusals by the fence. */
async function complaints(): Promise<readonly string[]> {
  const { kubelet } = stage.installation;
  const replicas = kubelet.list().filter(({ name }) => name.startsWith(`${SET}-`));
  const logs = await Promise.all(replicas.map(({ name }) => readFile(kubelet.logPath(name), 'utf8')));
  return logs.flatMap((log) => log.split('\n')).filter((line) => line.includes('shardkeeper-fence'));
}

async function scale(replicas: number): Promise<void> {
  const { kubectl, namespace } = stage.installation;
  await kubectl(['scale', `statefulset/${SET}`, `--replicas=${replicas}`, '-n', namespace]);
}
