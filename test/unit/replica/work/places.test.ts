/** Objects whose slot somebody changed by hand: nobody looks at a root where its children may be missing. */
import * as assert from 'uvu/assert';
import { controllerOf, groupResourceOf, keyOf, type KubeObject, type Resource } from '../../../../src/kube/types.ts';
import type { WriteRequest } from '../../../../src/kube/types.ts';
import type { RootKind } from '../../../../src/replica/intake/slot-rule.ts';
import type { FencedWriter, StoreReader } from '../../../../src/replica/ports.ts';
import { Places } from '../../../../src/replica/work/places.ts';
import { judge } from '../../../../src/replica/work/verify.ts';
import { slotOf } from '../../../../src/protocol/slots.ts';
import { silentLogger } from '../../../../src/telemetry/logger.ts';
import { suite } from '../../../suite.ts';

const test = suite('places');

const LABEL = 'shardkeeper.io/slot';
const resource = (plural: string, kind: string): Resource => ({
  group: 'x.io',
  version: 'v1',
  plural,
  kind,
  namespaced: true,
  hasStatus: true,
});
const APPS = resource('apps', 'App');
const SETS = resource('sets', 'Set');
const PODS = resource('pods', 'Pod');
const HOME = slotOf('ns/app');
const AWAY = (HOME + 1) % 4096;

/** App -> Set -> Pod; Apps and Sets are roots. */
const kindOf = (each: Resource, children: readonly Resource[]): RootKind => ({
  resource: each,
  groupResource: groupResourceOf(each),
  selectors: [''],
  children,
  sinceMs: undefined,
});
const KINDS = [kindOf(APPS, [SETS]), kindOf(SETS, [PODS])];

function object(
  of: Resource,
  name: string,
  more: { readonly slot?: number | string; readonly owner?: KubeObject },
): KubeObject {
  const { slot, owner } = more;
  return {
    apiVersion: 'x.io/v1',
    kind: of.kind,
    metadata: {
      namespace: 'ns',
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      ...(slot === undefined ? {} : { labels: { [LABEL]: String(slot) } }),
      ...(owner === undefined
        ? {}
        : {
            ownerReferences: [
              {
                apiVersion: 'x.io/v1',
                kind: owner.kind,
                name: owner.metadata.name,
                uid: owner.metadata.uid ?? '',
                controller: true,
              },
            ],
          }),
    },
  };
}

/** What the caches show, and what is written. */
function bench(cached: readonly KubeObject[], live: readonly KubeObject[] = cached) {
  const all = (objects: readonly KubeObject[], kind: string): readonly KubeObject[] =>
    objects.filter((each) => each.kind.toLowerCase() === kind.replace(/s\.x\.io$/, ''));
  const reader: StoreReader = {
    get: (kind, key) => all(cached, kind).find(({ metadata }) => keyOf(metadata) === key),
    ownedBy: (kind, uid) => all(cached, kind).filter(({ metadata }) => controllerOf(metadata)?.uid === uid),
    orphans: () => [],
  };
  const writes: string[] = [];
  const writer: FencedWriter = {
    send: async (request: WriteRequest) => {
      if (request.verb !== 'patch') throw new Error('a patch is expected');
      const { metadata } = request.patch as { metadata: { labels: Record<string, string> } };
      writes.push(`${request.ref.name} ${metadata.labels[LABEL]}`);
      return object(PODS, 'answer', {});
    },
    getLive: async (of, { name }) => live.find((each) => each.kind === of.kind && each.metadata.name === name),
  };
  const places = new Places({ client: { getPath: async () => ({}) }, log: silentLogger, reader, slotLabel: LABEL });
  places.kinds(KINDS);
  return { writes, settle: (root: KubeObject) => places.settle(root, writer) };
}

test('where all is well nothing is written', async () => {
  const app = object(APPS, 'app', { slot: HOME });
  const set = object(SETS, 'app-set', { slot: HOME, owner: app });
  const pod = object(PODS, 'app-pod', { slot: HOME, owner: set });
  const { settle, writes } = bench([app, set, pod]);
  assert.is(await settle(app), true);
  assert.is(await settle(set), true);
  assert.equal(writes, []);
});

test('a root at a wrong slot is sent home and not looked at, what came with it first, leaves before branches', async () => {
  const app = object(APPS, 'app', { slot: AWAY });
  const set = object(SETS, 'app-set', { slot: AWAY, owner: app });
  const pod = object(PODS, 'app-pod', { slot: AWAY, owner: set });
  const { settle, writes } = bench([app, set, pod]);
  assert.is(await settle(app), false);
  assert.equal(writes, [`app-pod ${HOME}`, `app-set ${HOME}`, `app ${HOME}`]);
});

test('a child at a wrong slot, or with none, is brought to its root', async () => {
  const app = object(APPS, 'app', { slot: HOME });
  const { settle, writes } = bench([
    app,
    object(SETS, 'away', { slot: AWAY, owner: app }),
    object(SETS, 'none', { owner: app }),
    object(SETS, 'home', { slot: HOME, owner: app }),
  ]);
  assert.is(await settle(app), true);
  assert.equal(writes, [`away ${HOME}`, `none ${HOME}`]);
});

test('a root that is owned follows its owner, which is read where it is not known', async () => {
  const app = object(APPS, 'app', { slot: HOME });
  const set = object(SETS, 'app-set', { slot: AWAY, owner: app });
  const known = bench([app, set]);
  assert.is(await known.settle(set), false);
  assert.equal(known.writes, [`app-set ${HOME}`]);
  const unknown = bench([set], [app, set]);
  assert.is(await unknown.settle(set), false);
  assert.equal(unknown.writes, [`app-set ${HOME}`]);
});

test('a root whose owner is itself at a wrong slot waits for it', async () => {
  const app = object(APPS, 'app', { slot: AWAY });
  const set = object(SETS, 'app-set', { slot: HOME, owner: app });
  const { settle, writes } = bench([set], [app, set]);
  await settle(set).then(
    () => assert.unreachable(),
    (error: unknown) => assert.is((error as { code: string }).code, 'Strayed'),
  );
  assert.equal(writes, []);
});

test('a root whose owner is gone stays where it is', async () => {
  const set = object(SETS, 'app-set', { slot: HOME, owner: object(APPS, 'app', {}) });
  const { settle, writes } = bench([set], [set]);
  assert.is(await settle(set), true);
  assert.is(await bench([set], [object(APPS, 'app', {}), set]).settle(set), true, 'its owner has no slot');
  assert.equal(writes, []);
});

test('what vanished: gone, another root’s, without its slot, elsewhere, or the root itself', () => {
  const app = object(APPS, 'app', { slot: HOME });
  const other = object(APPS, 'other', { slot: AWAY });
  const expected = { root: { groupResource: 'apps.x.io', key: 'ns/app' }, slot: HOME, slotLabel: LABEL };
  const finding = (before: KubeObject, of: Resource, live: KubeObject | undefined): string => {
    const { metadata } = before;
    const vanished = {
      resource: of,
      key: keyOf(metadata),
      uid: metadata.uid,
      owner: controllerOf(metadata)?.uid,
      slot: HOME,
    };
    return judge(vanished, live, expected).type;
  };
  const set = object(SETS, 's', { slot: HOME, owner: app });
  assert.is(finding(set, SETS, undefined), 'Gone');
  assert.is(finding(set, SETS, set), 'Visible');
  assert.is(finding(set, SETS, object(SETS, 's', { owner: app })), 'Strayed');
  assert.is(finding(set, SETS, object(SETS, 's', { slot: 'none', owner: app })), 'Strayed');
  assert.is(finding(set, SETS, object(SETS, 's', { slot: AWAY, owner: app })), 'Strayed');
  assert.is(finding(set, SETS, object(SETS, 's', { slot: AWAY, owner: other })), 'Gone');
  assert.is(finding(set, SETS, { ...set, metadata: { ...set.metadata, uid: 'new' } }), 'Gone');
  assert.is(finding(app, APPS, object(APPS, 'app', { slot: AWAY })), 'Left');
  assert.is(finding(app, APPS, object(APPS, 'app', {})), 'Strayed');
});
