/**
 * Golden transcripts: each scenario tells a story, and the story must be the one on file. `UPDATE=1 node test/run.ts
 * test/golden` rewrites them; read the difference before you commit it.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';

export type Scenarios = Readonly<Record<string, () => { readonly text: () => string }>>;

/** One test per scenario, against `<folder>/<name>.txt`, and one that no transcript has lost its scenario. */
export function transcripts(title: string, folder: URL, scenarios: Scenarios): void {
  const golden = suite(`${title}, golden`);
  for (const [name, run] of Object.entries(scenarios)) {
    golden(name, () => {
      const file = new URL(`${name}.txt`, folder);
      const text = run().text();
      if (process.env['UPDATE'] === '1') writeFileSync(file, text);
      assert.ok(existsSync(file), `${name}.txt is missing`);
      assert.fixture(text, readFileSync(file, 'utf8'));
    });
  }
  golden('every transcript has a scenario', () => {
    const expected = Object.keys(scenarios).map((name) => `${name}.txt`);
    assert.equal(readdirSync(folder).toSorted(), expected.toSorted());
  });
}
