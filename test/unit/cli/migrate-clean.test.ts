import * as assert from 'uvu/assert';
import { SLOT_LABEL } from '../../../src/api/names.ts';
import { BackTally } from '../../../src/cli/migrate/back-report.ts';
import { clean, type CleanOptions } from '../../../src/cli/migrate/clean.ts';
import { pagesOf, type Page } from '../../../src/cli/migrate/pages.ts';
import { ApiError, type ApiErrorCode } from '../../../src/kube/api-error.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { KubeObject, WriteRequest } from '../../../src/kube/types.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { suite } from '../../suite.ts';

const test = suite('migrate: one object, one list');

function version(resourceVersion: string, labels: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'web', resourceVersion, labels } };
}

const labelled = version('1', { [SLOT_LABEL]: '7', app: 'web' });

/** Timers fire at once: what counts is what is asked in which order. */
const hasty: Clock = {
  monotonicMs: () => 0,
  wallMs: () => 0,
  setTimer: (_delayMs, fn) => {
    queueMicrotask(fn);
    return { cancel: () => {} };
  },
};

interface Script {
  /** One for each write; undefined = it succeeds. */
  readonly writes: readonly (ApiErrorCode | undefined)[];
  /** One for each read. */
  readonly reads?: readonly (KubeObject | ApiErrorCode)[];
}

function play({ writes, reads = [] }: Script): CleanOptions & { readonly sent: WriteRequest[] } {
  const sent: WriteRequest[] = [];
  const left = { writes: [...writes], reads: [...reads] };
  const fail = (code: ApiErrorCode): never => {
    throw new ApiError(code, { code, answered: true });
  };
  const client: CleanOptions['client'] = {
    getPath: async () => {
      const next = left.reads.shift();
      return typeof next === 'string' ? fail(next) : next;
    },
    send: async (request) => {
      sent.push(request);
      const code = left.writes.shift();
      return code === undefined ? labelled : fail(code);
    },
  };
  const random = { next: () => 0.5, id: () => '' };
  const { signal } = new AbortController();
  return { client, clock: hasty, random, signal, slotLabels: [SLOT_LABEL], dryRun: false, sent };
}

const patchOf = (request: WriteRequest | undefined): unknown => (request?.verb === 'patch' ? request.patch : undefined);

test('after a conflict the patch is made for the version that is there now', async () => {
  const options = play({ writes: ['Conflict', undefined], reads: [version('2', { [SLOT_LABEL]: '7' })] });
  assert.is((await clean(CONFIG_MAPS, labelled, options)).type, 'Done');
  assert.equal(options.sent.map(patchOf), [
    [
      { op: 'replace', path: '/metadata/resourceVersion', value: '1' },
      { op: 'remove', path: '/metadata/labels/shardkeeper.io~1slot' },
    ],
    [
      { op: 'replace', path: '/metadata/resourceVersion', value: '2' },
      { op: 'remove', path: '/metadata/labels' },
    ],
  ]);
});

test('who was faster may have cleaned it, or deleted it', async () => {
  const cleaned = play({ writes: ['Conflict'], reads: [version('2', { app: 'web' })] });
  assert.equal(await clean(CONFIG_MAPS, labelled, cleaned), { type: 'Clean' });
  const gone = play({ writes: ['Conflict'], reads: ['NotFound'] });
  assert.equal(await clean(CONFIG_MAPS, labelled, gone), { type: 'Clean' });
  assert.equal(await clean(CONFIG_MAPS, labelled, play({ writes: ['NotFound'] })), { type: 'Clean' });
});

test('a refusal is not repeated; a busy server is asked again, a bounded number of times', async () => {
  const refused = play({ writes: ['Forbidden'] });
  const left = await clean(CONFIG_MAPS, labelled, refused);
  assert.equal(left, { type: 'Left', object: 'configmaps shop/web', code: 'Forbidden', message: 'Forbidden' });
  assert.is(refused.sent.length, 1);
  const busy = play({
    writes: Array.from({ length: 100 }, () => 'ServerError'),
    reads: Array.from({ length: 100 }, () => labelled),
  });
  assert.is((await clean(CONFIG_MAPS, labelled, busy)).type, 'Left');
  assert.is(busy.sent.length, 8);
});

test('nothing is sent for what is not ours', async () => {
  const options = play({ writes: [] });
  assert.equal(await clean(CONFIG_MAPS, version('1', { app: 'web' }), options), { type: 'Clean' });
  assert.equal(options.sent, []);
});

test('pages: an expired token begins the list anew, and says so', async () => {
  const list = (names: readonly string[], token: string): object => ({
    metadata: { continue: token },
    items: names.map((name) => ({ metadata: { name } })),
  });
  const answers: (object | 'Gone')[] = [list(['a'], 't'), 'Gone', list(['a'], 'u'), list(['b'], '')];
  const paths: string[] = [];
  const getPath = async (path: string): Promise<unknown> => {
    paths.push(path);
    const answer = answers.shift();
    if (answer === 'Gone') throw new ApiError('Gone', { code: 'Gone', answered: true });
    return answer;
  };
  const pages: Page[] = [];
  const { signal } = new AbortController();
  for await (const page of pagesOf({ getPath }, { resource: CONFIG_MAPS, signal })) pages.push(page);
  assert.equal(
    pages.map((page) => (page.type === 'Again' ? 'Again' : page.items.map(({ metadata }) => metadata.name).join())),
    ['a', 'Again', 'a', 'b'],
  );
  assert.equal(
    paths.map((path) => /continue=(.*)/.exec(path)?.[1] ?? ''),
    ['', 't', '', 'u'],
  );
});

test('the tally: complete only when nothing is left, and a list that begins anew counts what is left anew', () => {
  const tally = new BackTally();
  const ours = { labels: ['x'], annotations: [], finalizers: [], fieldManagers: ['y', 'z'] };
  const rest = { dryRun: false, slotLabels: [], interrupted: false, replicasCameBack: [] };
  tally.add('configmaps', { type: 'Done', ours });
  assert.ok(tally.report(rest).complete);
  tally.add('configmaps', { type: 'Left', object: 'configmaps shop/web', code: 'Forbidden', message: '' });
  assert.is(tally.report(rest).leftCount, 1);
  assert.not.ok(tally.report(rest).complete);
  tally.forgetLeft('configmaps');
  assert.ok(tally.report(rest).complete);
  assert.equal(tally.report(rest).removed, { labels: 1, annotations: 0, finalizers: 0, fieldManagers: 2 });
  assert.not.ok(tally.report({ ...rest, interrupted: true }).complete);
  assert.not.ok(tally.report({ ...rest, replicasCameBack: ['ops/web-0'] }).complete);
});
