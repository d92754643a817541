import * as assert from 'uvu/assert';
import { ApiError } from '../../../../src/kube/api-error.ts';
import type { ApiErrorCode } from '../../../../src/kube/api-error.ts';
import type { KubeClient, KubeObject } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { isShardkeeperError } from '../../../../src/lib/errors.ts';
import { createReferences } from '../../../../src/metacontroller/kernel/read-references.ts';
import type { Reference, References } from '../../../../src/metacontroller/hook/references.ts';
import { suite } from '../../../suite.ts';

const test = suite('references of hooks');

const secret: Reference = { kind: 'Secret', namespace: 'n', name: 's' };

interface Api {
  gets: string[];
  object: KubeObject;
  fails: ApiErrorCode | undefined;
}

let clock: FakeClock;
let api: Api;
let references: References;

function version(resourceVersion: string, data: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'n', uid: 'u', resourceVersion }, data };
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

test.before.each(() => {
  clock = new FakeClock();
  api = { gets: [], object: version('1', { token: base64('abc') }), fails: undefined };
  const get: KubeClient['get'] = async ({ plural }, { namespace, name }) => {
    api.gets.push(`${plural} ${namespace ?? ''}/${name}`);
    if (api.fails !== undefined) throw new ApiError('hunter2', { code: api.fails, answered: true });
    return api.object;
  };
  references = createReferences({ client: { get }, clock });
});

async function messageFor(reference: Reference): Promise<string> {
  try {
    await references.read(reference);
  } catch (error) {
    if (isShardkeeperError(error) && error.code === 'HookCredentials' && error.cause === undefined)
      return error.message;
    throw error;
  }
  throw new Error('it was read');
}

test('one GET for many who ask at once, and for 30 s', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => references.read(secret)));
  assert.equal([...(first ?? [])], [['token', 'abc']]);
  assert.ok(others.every((other) => other === first));
  clock.advance(29_999);
  await references.read(secret);
  assert.equal(api.gets, ['secrets n/s']);
  clock.advance(1);
  assert.ok((await references.read(secret)) === first, 'the same map while nothing changed');
  api.object = version('2', { token: base64('def') });
  clock.advance(30_000);
  assert.is((await references.read(secret)).get('token'), 'def');
  assert.is(api.gets.length, 3);
});

test('a ConfigMap is not decoded, and what has no data has no keys', async () => {
  api.object = version('1', { token: 'abc' });
  const map: Reference = { ...secret, kind: 'ConfigMap' };
  assert.is((await references.read(map)).get('token'), 'abc');
  assert.equal(api.gets, ['configmaps n/s']);
  const { data: _, ...without } = api.object;
  api.object = without as KubeObject;
  assert.is((await references.read(secret)).size, 0);
});

test('a doubt reads again, but not more often than every other second', async () => {
  await references.read(secret);
  references.doubt(secret);
  await references.read(secret);
  assert.is(api.gets.length, 2);
  references.doubt(secret);
  await references.read(secret);
  assert.is(api.gets.length, 2);
  clock.advance(2000);
  for (let asked = 0; asked < 5; asked += 1) {
    references.doubt(secret);
    await references.read(secret);
  }
  assert.is(api.gets.length, 3);
});

test('what is missing or forbidden says so, and is asked for again after a pause', async () => {
  api.fails = 'NotFound';
  assert.match(await messageFor(secret), 'Secret n/s does not exist');
  api.fails = undefined;
  assert.match(await messageFor(secret), 'Secret n/s does not exist');
  clock.advance(2000);
  assert.is((await references.read(secret)).get('token'), 'abc');
  api.fails = 'Forbidden';
  clock.advance(30_000);
  assert.match(await messageFor(secret), 'may not read Secret n/s');
  assert.is(api.gets.length, 3);
});

test('an API server that cannot be reached takes nothing away, and its words are not repeated', async () => {
  api.fails = 'Unavailable';
  assert.not.match(await messageFor(secret), 'hunter2');
  api.fails = undefined;
  clock.advance(2000);
  await references.read(secret);
  api.fails = 'Timeout';
  clock.advance(30_000);
  assert.is((await references.read(secret)).get('token'), 'abc');
});

test('what nobody wants any more is forgotten', async () => {
  await references.read(secret);
  clock.advance(300_001);
  await references.read({ ...secret, name: 'other' });
  api.fails = 'Unavailable';
  await messageFor(secret);
});
