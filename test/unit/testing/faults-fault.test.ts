import * as assert from 'uvu/assert';

import { arrivals, EMPTY_LINE, push, type DelayLine } from '../../../src/testing/faults/delay-line.ts';
import {
  answerOf,
  blocksConnecting,
  frozen,
  isWatch,
  NO_FAULT,
  treatmentOf,
  type Fault,
} from '../../../src/testing/faults/fault.ts';
import { suite } from '../../suite.ts';

const test = suite('faults: what a fault means');

const get = { method: 'GET', path: '/apis/shardkeeper.io/v1alpha1/namespaces/n/controllershardsets/s' };
const watch = { method: 'GET', path: '/api/v1/pods?watch=1&allowWatchBookmarks=true' };

test('a watch is known by its query', () => {
  assert.is(isWatch(watch), true);
  assert.is(isWatch(get), false);
  assert.is(isWatch({ method: 'GET', path: '/api/v1/pods?labelSelector=watch%3D1' }), false);
});

test('a line cut in one direction holds that one only, and lets nobody connect', () => {
  const fault: Fault = { type: 'Hold', toServer: false, toClient: true };
  assert.equal(treatmentOf(fault, get), { holdToServer: false, holdToClient: true, delayToServerMs: 0 });
  assert.is(blocksConnecting(fault), true);
  assert.is(blocksConnecting(NO_FAULT), false);
});

test('a fault for watches only leaves the rest and new connections alone', () => {
  const fault = frozen(isWatch);
  assert.is(treatmentOf(fault, watch).holdToClient, true);
  assert.is(treatmentOf(fault, get).holdToClient, false);
  assert.is(treatmentOf(fault, undefined).holdToServer, false);
  assert.is(blocksConnecting(fault), false);
});

test('an answer is a whole Kubernetes error of its length', () => {
  const answer = answerOf({ type: 'Answer', status: 429, retryAfterSeconds: 2 }, get);
  const [head = '', body = ''] = (answer?.text ?? '').split('\r\n\r\n');
  assert.match(head, /^HTTP\/1\.1 429 Too Many Requests\r\n/);
  assert.match(head, /\r\nRetry-After: 2(\r\n|$)/);
  assert.match(head, new RegExp(`\\r\\nContent-Length: ${body.length}(\\r\\n|$)`));
  const { kind, code, reason } = JSON.parse(body) as Record<string, unknown>;
  assert.equal({ kind, code, reason }, { kind: 'Status', code: 429, reason: 'TooManyRequests' });
  assert.is(answerOf({ type: 'Answer', status: 503, only: isWatch }, get), undefined);
});

function line(...dueMs: readonly number[]): DelayLine<number> {
  let all: DelayLine<number> = EMPTY_LINE;
  for (const due of dueMs) all = push(all, due, due);
  return all;
}

test('what is under way arrives when its time has come, in order', () => {
  const first = arrivals(line(1, 5, 9), 5, false);
  assert.equal(first.arrived, [1, 5]);
  assert.is(first.wakeAtMs, 9);
  assert.equal(arrivals(first.line, 9, false), { line: EMPTY_LINE, arrived: [9], wakeAtMs: undefined });
});

test('nothing overtakes what is delayed, also when it is due earlier', () => {
  const { arrived, wakeAtMs } = arrivals(line(8, 2), 5, false);
  assert.equal(arrived, []);
  assert.is(wakeAtMs, 8);
});

test('what is held stays, whatever the time', () => {
  const held = arrivals(line(1, 2), 100, true);
  assert.equal(held.arrived, []);
  assert.is(held.wakeAtMs, undefined);
  assert.equal(arrivals(held.line, 100, false).arrived, [1, 2]);
});
