import * as assert from 'uvu/assert';
import { WEBAPPS, parentNameOf } from '../../../src/testing/load/webapps.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { countRequests, isOfPod, isSuccess, restlessness, totalOf } from '../../../src/testing/audit/index.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import {
  aboutParents,
  auditLog,
  judge,
  NAMESPACE,
  report,
  serve,
  settled,
  shardsOf,
  startStage,
  writesOf,
  type Stage,
} from './stage.ts';

const test = suite('a wave on three replicas, then nothing, then edits', { timeoutMs: 120_000 });

const PARENTS = 300;
const EDITED = 40;
const IDLE_MS = 12_000;
const CALM_MS = 2000;
/**
 * Too many requests. A busy machine's API server turns some away after a quarter of their timeout in its queue; each is
 * sent again, after another look by the hook. They are counted apart, so that the others can be held to what they cost.
 */
const REFUSED = 429;
/** Per parent. */
const REFUSED_MAX = 0.5;

let stage: Stage;

test.before(async () => {
  stage = await startStage(PARENTS, { labelled: true });
});
test.after(() => stage.installation.stop());

test('costs at most 2.2 requests and 2.1 hook calls per parent', async () => {
  const fromMs = systemClock.wallMs();
  await serve(stage);
  const calls = await stage.installation.hook.quiet();
  const entries = await auditLog(stage);
  const window = { fromMs, toMs: systemClock.wallMs() };
  const requests = countRequests(entries, window, (entry) => isOfEngine(entry) && entry.code !== REFUSED);
  const refused = totalOf(countRequests(entries, window, (entry) => isOfEngine(entry) && entry.code === REFUSED));
  const perParent = totalOf(requests) / PARENTS;
  report({
    requests_per_parent: perParent,
    hook_calls_per_parent: calls / PARENTS,
    refused_per_parent: refused / PARENTS,
  });
  const writes = writesOf(aboutParents(entries, fromMs)).filter(isSuccess);
  assert.is(writes.length, 2 * PARENTS, 'one child and one status per parent');
  assert.ok(perParent <= 2.2, `${perParent} requests per parent: ${JSON.stringify(requests)}`);
  assert.ok(calls >= PARENTS, `${calls} hook calls for ${PARENTS} parents`);
  assert.ok(calls - refused <= 2.1 * PARENTS, `${calls} hook calls for ${PARENTS} parents`);
  assert.ok(refused <= REFUSED_MAX * PARENTS, `${refused} requests were refused: more is sent than can be taken`);
});

test('is shared by all three, each object by one', async () => {
  await eventually('the shards count all parents', async () => {
    const counts = (await shardsOf(stage)).map((shard) => shard.status?.objects ?? 0);
    return counts.length === 3 && counts.every((count) => count > 0) && sum(counts) === PARENTS;
  });
  const { doubleOwners, judged, entries } = await judge(stage);
  assert.equal(doubleOwners, []);
  assert.is(judged, 2 * PARENTS);
  const writers = new Set(writesOf(aboutParents(entries, 0)).map((entry) => entry.process?.replica ?? ''));
  assert.equal([...writers].toSorted(), ['metacontroller-0', 'metacontroller-1', 'metacontroller-2']);
});

test('leaves an idle system: no write but Leases, no LIST', async () => {
  await eventually(
    'the pods have written nothing but Leases for a while',
    async () => {
      const now = systemClock.wallMs();
      return restlessness(await auditLog(stage), { fromMs: now - CALM_MS, toMs: now }).length === 0;
    },
    { everyMs: 500 },
  );
  const callsBefore = (await stage.installation.hook.stats()).calls;
  const fromMs = systemClock.wallMs();
  await sleep(systemClock, IDLE_MS); // what is looked at is this time itself
  const window = { fromMs, toMs: systemClock.wallMs() };
  const entries = await auditLog(stage);
  assert.equal(restlessness(entries, window), []);
  assert.is((await stage.installation.hook.stats()).calls, callsBefore, 'nobody is called');
  const renewals = countRequests(entries, window, (entry) => isOfPod(entry) && entry.resource === 'leases');
  report({ lease_requests_per_second: (totalOf(renewals) * 1000) / IDLE_MS });
  // Four processes renew: without these the log would be silent about everything else too.
  assert.ok(totalOf(renewals) >= 4 * (IDLE_MS / 1000) * 0.5, JSON.stringify(renewals));
});

test('an edit costs at most two writes', async () => {
  const names = stage.names.slice(0, EDITED);
  const callsBefore = (await stage.installation.hook.stats()).calls;
  const fromMs = systemClock.wallMs();
  for (const name of names) await patchParent(name, { spec: { greeting: `edited ${name}` } });
  await settled(stage);
  const calls = (await stage.installation.hook.quiet()) - callsBefore;
  const requests = aboutParents(await auditLog(stage), fromMs);
  const perName = Map.groupBy(requests, (entry) => parentNameOf(entry.name));
  report({ requests_per_edit: requests.length / EDITED, hook_calls_per_edit: calls / EDITED });
  assert.equal([...perName.keys()].toSorted(), names.toSorted(), 'nothing else is touched');
  for (const [name, list] of perName) {
    const asked = list.map((entry) => `${entry.verb} ${entry.resource}/${entry.subresource}`).toSorted();
    assert.is(asked.length, 2, `${name}: ${asked.join(', ')}`);
    assert.ok(
      asked.some((text) => text.endsWith('configmaps/')) && asked.some((text) => text.endsWith('webapps/status')),
    );
  }
});

test('a hook that wants nothing new costs no request', async () => {
  const names = stage.names.slice(0, EDITED);
  const callsBefore = (await stage.installation.hook.stats()).calls;
  const fromMs = systemClock.wallMs();
  for (const name of names) await patchParent(name, { metadata: { annotations: { 'example.com/note': 'seen' } } });
  await eventually('the hook was asked about each', async () => {
    return (await stage.installation.hook.stats()).calls >= callsBefore + EDITED;
  });
  await stage.installation.hook.quiet();
  assert.equal(aboutParents(await auditLog(stage), fromMs), []);
});

test('no call ever showed fewer children than an earlier one', async () => {
  const stats = await stage.installation.hook.stats();
  assert.is(stats.parents, PARENTS);
  assert.is(stats.fewerChildren, 0, stats.fewerChildrenOf.join(', '));
  assert.is(stats.failed, 0);
});

function isOfEngine(entry: { readonly user: string }): boolean {
  return entry.user.endsWith(':metacontroller');
}

async function patchParent(name: string, patch: unknown): Promise<void> {
  const ref = { namespace: NAMESPACE, name };
  await stage.client.send({ verb: 'patch', resource: WEBAPPS, ref, patchType: 'merge', patch });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
