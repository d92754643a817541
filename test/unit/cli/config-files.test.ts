/** config/: the samples are valid, and the schemas are those of the program. `UPDATE=1` rewrites the schemas. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { compile } from '../../../src/cli/config/compile.ts';
import { fileSchemaOf } from '../../../src/cli/config/setting.ts';
import { ENGINE_SETTINGS, MANAGER_SETTINGS } from '../../../src/cli/config/settings.ts';
import { suite } from '../../suite.ts';

const FOLDER = new URL('../../../config/', import.meta.url);
const DAEMONS = { manager: MANAGER_SETTINGS, engine: ENGINE_SETTINGS };

const test = suite('configuration files');

for (const [name, settings] of Object.entries(DAEMONS)) {
  test(`${name}.yaml is a valid configuration`, () => {
    const text = readFileSync(new URL(`${name}.yaml`, FOLDER), 'utf8');
    assert.not.throws(() => compile(settings, { flags: {}, env: {}, file: { name: `${name}.yaml`, text } }));
  });

  test(`${name}.schema.json is what the program takes`, () => {
    const file = new URL(`${name}.schema.json`, FOLDER);
    const schema = fileSchemaOf(settings, `shardkeeper ${name === 'engine' ? 'metacontroller' : name}`);
    if (process.env['UPDATE'] === '1') writeFileSync(file, `${JSON.stringify(schema, undefined, 2)}\n`);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')), schema);
  });
}
