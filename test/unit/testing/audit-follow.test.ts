import * as assert from 'uvu/assert';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { followAuditLog } from '../../../src/testing/audit/follow.ts';
import { suite } from '../../suite.ts';
import { rawLine, write } from './audit-log.ts';

const test = suite('audit: following a log');

let directory = '';
test.before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'audit-'));
});
test.after(() => rm(directory, { recursive: true }));

const line = (at: number, slot: number): string => `${JSON.stringify(rawLine(write(at, 'ä/1', slot)))}\n`;

test('a line that is torn, even within a character, is read once it is whole', async () => {
  const file = path.join(directory, 'torn.log');
  const second = Buffer.from(line(10, 1));
  const cut = second.indexOf(Buffer.from('ä')) + 1;
  const follower = followAuditLog(file);
  const names = async (): Promise<readonly unknown[]> =>
    (await follower.read()).map(({ name, process }) => [name, process?.replica]);
  await appendFile(file, line(20, 2));
  await appendFile(file, second.subarray(0, cut));
  assert.equal(await names(), [['o-2', 'ä']]);
  await appendFile(file, second.subarray(cut));
  assert.equal(await names(), [
    ['o-1', 'ä'],
    ['o-2', 'ä'],
  ]);
  assert.is((await names()).length, 2, 'nothing is read twice');
});

test('a log of many chunks is whole', async () => {
  const file = path.join(directory, 'long.log');
  const lines = Array.from({ length: 6000 }, (_, at) => line(at, at));
  assert.ok(lines.join('').length > 2 ** 21);
  await appendFile(file, lines.join(''));
  const entries = await followAuditLog(file).read();
  assert.equal(
    entries.map(({ name }) => name),
    lines.map((_, at) => `o-${at}`),
  );
});

test('what is forgotten does not come back; what is to be kept stays', async () => {
  const file = path.join(directory, 'forget.log');
  const follower = followAuditLog(file);
  await appendFile(file, line(10, 1) + line(20, 2) + line(30, 3));
  const entries = await follower.read();
  follower.forget(entries[2]?.startMs ?? 0, ({ name }) => name === 'o-1');
  await appendFile(file, line(40, 4));
  assert.equal(
    (await follower.read()).map(({ name }) => name),
    ['o-1', 'o-3', 'o-4'],
  );
});
