/**
 * Golden transcripts of the manager's machine. `UPDATE=1 node test/run.ts test/golden/protocol-manager` rewrites them; read the
 * difference before you commit it.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../../suite.ts';
import { SCENARIOS } from './scenarios.ts';

const FOLDER = new URL('./transcripts/', import.meta.url);
const update = process.env['UPDATE'] === '1';
const golden = suite('manager machine, golden');

for (const [name, run] of Object.entries(SCENARIOS)) {
  golden(name, () => {
    const file = new URL(`${name}.txt`, FOLDER);
    const text = run().text();
    if (update) writeFileSync(file, text);
    assert.ok(existsSync(file), `${name}.txt is missing`);
    assert.fixture(text, readFileSync(file, 'utf8'));
  });
}

golden('every transcript has a scenario', () => {
  const expected = Object.keys(SCENARIOS).map((name) => `${name}.txt`);
  assert.equal(readdirSync(FOLDER).toSorted(), expected.toSorted());
});
