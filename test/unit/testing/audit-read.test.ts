import * as assert from 'uvu/assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hasCode } from '../../../src/lib/errors.ts';
import { toEntry } from '../../../src/testing/audit/entry.ts';
import { loadAuditLog } from '../../../src/testing/audit/read.ts';
import { suite } from '../../suite.ts';
import { rawLine, write } from './audit-log.ts';

const test = suite('audit: reading');

let directory = '';
test.before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'audit-'));
});
test.after(() => rm(directory, { recursive: true }));

async function load(text: string): Promise<readonly string[]> {
  const file = path.join(directory, 'audit.log');
  await writeFile(file, text);
  return (await loadAuditLog(file)).map((entry) => entry.name);
}
const line = (at: number, slot: number): string => JSON.stringify(rawLine(write(at, 'a/1', slot)));

test('sorts by the time of receipt', async () => {
  assert.equal(await load(`${line(20, 2)}\n${line(10, 1)}\n`), ['o-1', 'o-2']);
});

test('forgives a torn last line, and takes a whole one without its end', async () => {
  assert.equal(await load(`${line(10, 1)}\n${line(20, 2).slice(0, 40)}`), ['o-1']);
  assert.equal(await load(`${line(10, 1)}\n${line(20, 2)}`), ['o-1', 'o-2']);
});

test('does not overlook a broken line in the middle', async () => {
  try {
    await load(`${line(10, 1).slice(0, 40)}\n${line(20, 2)}\n`);
    assert.unreachable();
  } catch (error) {
    assert.ok(hasCode(error, 'InvalidAuditLog'));
  }
});

test('reads who, what and when', () => {
  const entry = toEntry(
    rawLine({ ...write(1.25, 'web-0/5f2c', 7), took: 3, query: 'fieldManager=metacontroller&timeout=1s' }),
  );
  assert.equal(entry?.process, { replica: 'web-0', incarnation: '5f2c' });
  assert.is(entry?.component, 'metacontroller');
  assert.is(entry?.fieldManager, 'metacontroller');
  assert.is(entry?.dryRun, false);
  assert.equal(Math.round(((entry?.endMs ?? 0) - (entry?.startMs ?? 0)) * 1000), 3000);
  assert.is(Math.round(((entry?.startMs ?? 0) % 1) * 1000), 250, 'microseconds are kept');
});

test('an incarnation counts only when the User-Agent names the pod of the token', () => {
  const raw = rawLine(write(1, 'web-0/5f2c', 7));
  const entry = toEntry({ ...raw, userAgent: 'shardkeeper/0.1.0 (metacontroller; web-1; 5f2c)' });
  assert.equal(entry?.process, { replica: 'web-0', incarnation: '' });
});

test('other stages are not entries', () => {
  assert.is(toEntry({ ...rawLine(write(1, 'a/1', 1)), stage: 'ResponseStarted' }), undefined);
});
