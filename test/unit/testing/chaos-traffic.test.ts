import * as assert from 'uvu/assert';

import type { SeenRequest } from '../../../src/testing/faults/index.ts';
import { doubleWatches, isRead, peakPerSecond } from '../../chaos/traffic.ts';
import { suite } from '../../suite.ts';

const test = suite('chaos: traffic of a replica');

const seen = (wallMs: number, method = 'GET'): SeenRequest => ({
  wallMs,
  method,
  path: '/x',
  watch: false,
  answered: undefined,
});

test('the peak is that of any second, from a time on, of what counts', () => {
  const requests = [seen(0), seen(1), seen(2), seen(5_000), seen(5_400), seen(5_999), seen(6_000), seen(6_001, 'PUT')];
  assert.is(peakPerSecond(requests, 0, isRead), 3);
  assert.is(peakPerSecond(requests, 100, isRead), 3);
  assert.is(peakPerSecond(requests, 5_500, isRead), 2);
  assert.is(
    peakPerSecond(requests, 0, ({ method }) => method === 'PUT'),
    1,
  );
  assert.is(peakPerSecond([], 0, isRead), 0);
});

test('two watches of one selection are one too many, whatever version each began with', () => {
  const path = (selector: string, version: number): string =>
    `/api/v1/configmaps?watch=1&labelSelector=${selector}&resourceVersion=${version}`;
  assert.is(doubleWatches([path('a', 1), path('b', 1), '/api/v1/pods?watch=1']), 0);
  assert.is(doubleWatches([path('a', 1), path('a', 7), path('b', 1)]), 1);
});
