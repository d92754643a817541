import * as assert from 'uvu/assert';

import { startPaging, stepPaging } from '../../../src/kube/paging.ts';
import type { PagingState } from '../../../src/kube/paging.ts';
import { suite } from '../../suite.ts';
import { thing } from './objects.ts';

const test = suite('kube paging');

type Paging = PagingState & { readonly type: 'Paging' };
const page = (name: string, token?: string): Parameters<typeof stepPaging>[1] => ({
  type: 'Page',
  items: [thing({ name, version: 1 })],
  resourceVersion: '9',
  token,
});

test('joins the pages of one snapshot', () => {
  const middle = stepPaging(startPaging(1), page('a', 't')) as Paging;
  assert.is(middle.token, 't');
  const end = stepPaging(middle, page('b'));
  assert.is(end.type, 'Complete');
  assert.equal(
    end.items.map((item) => item.metadata.name),
    ['a', 'b'],
  );
});

test('starts over when the snapshot has expired, and gives up paging after three times', () => {
  let state: Paging = startPaging(1);
  for (const limit of [1, 1, 0]) {
    state = stepPaging(stepPaging(state, page('old', 't')) as Paging, { type: 'Expired' }) as Paging;
    assert.equal([state.limit, state.token, state.items.length], [limit, undefined, 0]);
  }
  const end = stepPaging(state, page('new'));
  assert.equal(
    end.items.map((item) => item.metadata.name),
    ['new'],
    'pages of two snapshots are never mixed',
  );
});
