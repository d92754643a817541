import * as assert from 'uvu/assert';
import { compile, type Sources } from '../../../src/cli/config/compile.ts';
import { envOf, flagOf, type Setting } from '../../../src/cli/config/setting.ts';
import { ENGINE_SETTINGS, MANAGER_SETTINGS } from '../../../src/cli/config/settings.ts';
import { hasCode, messageOf } from '../../../src/lib/errors.ts';
import { suite } from '../../suite.ts';

const SETTINGS: readonly Setting[] = [
  { key: 'logLevel', schema: { type: 'string', enum: ['debug', 'info'] }, fallback: 'info', help: 'how much' },
  { key: 'workers', schema: { type: 'integer', minimum: 1, maximum: 8 }, fallback: 4, help: 'how many' },
  { key: 'restartInPlace', schema: { type: 'boolean' }, fallback: false, help: 'yes or no' },
  { key: 'set', schema: { type: 'string' }, required: true, help: 'which set' },
];

const file = (text: string): NonNullable<Sources['file']> => ({ name: 'engine.yaml', text });

function problems(sources: Sources): string[] {
  try {
    compile(SETTINGS, sources);
  } catch (error) {
    assert.ok(hasCode(error, 'InvalidConfiguration'));
    return messageOf(error, 10_000).split('\n');
  }
  return [];
}

const test = suite('configuration');

test('one name, three spellings', () => {
  assert.is(flagOf(SETTINGS[0] as Setting), 'log-level');
  assert.is(envOf(SETTINGS[0] as Setting), 'SHARDKEEPER_LOG_LEVEL');
  assert.is(envOf({ key: 'name', env: 'POD_NAME', schema: { type: 'string' }, help: '' }), 'POD_NAME');
});

test('a flag wins over the environment, that over the file, that over the default', () => {
  const env = { SHARDKEEPER_WORKERS: '3', SHARDKEEPER_SET: 'a' };
  assert.equal(compile(SETTINGS, { flags: { workers: '2' }, env, file: file('workers: 5') })['workers'], 2);
  assert.equal(compile(SETTINGS, { flags: {}, env, file: file('workers: 5') })['workers'], 3);
  assert.equal(compile(SETTINGS, { flags: { set: 'a' }, env: {}, file: file('workers: 5') })['workers'], 5);
  assert.equal(compile(SETTINGS, { flags: { set: 'a' }, env: {} })['workers'], 4);
});

test('an empty variable counts as unset', () => {
  assert.equal(compile(SETTINGS, { flags: { set: 'a' }, env: { SHARDKEEPER_WORKERS: '' } })['workers'], 4);
});

test('text becomes the type of the setting', () => {
  const out = compile(SETTINGS, {
    flags: { restartInPlace: true },
    env: { SHARDKEEPER_SET: 'true', SHARDKEEPER_WORKERS: '7' },
  });
  assert.equal(out, { logLevel: 'info', workers: 7, restartInPlace: true, set: 'true' });
});

test('everything that is wrong is told at once, with its origin and what is allowed', () => {
  const found = problems({
    flags: { logLevel: 'loud' },
    env: { SHARDKEEPER_WORKERS: 'many' },
    file: file('restartInPlace: 3'),
  });
  assert.is(found.length, 4);
  assert.ok(found.some((line) => line.startsWith('set is not set: give --set, or SHARDKEEPER_SET')));
  assert.ok(found.some((line) => line.includes('--log-level: "loud" is not one of debug, info')));
  assert.ok(found.some((line) => line.includes('SHARDKEEPER_WORKERS: "many" is not of type integer')));
  assert.ok(found.some((line) => line.includes('engine.yaml:1:1: restartInPlace: 3 is not of type boolean')));
});

test('numbers outside their bounds are refused', () => {
  assert.is(problems({ flags: { set: 'a', workers: '9' }, env: {} }).length, 1);
  assert.is(problems({ flags: { set: 'a', workers: '1.5' }, env: {} }).length, 1);
  assert.is(problems({ flags: { set: 'a', workers: '8' }, env: {} }).length, 0);
});

test('an unknown key in the file names its place and the likely key', () => {
  const [line] = problems({ flags: { set: 'a' }, env: {}, file: file('workers: 2\nlog-level: debug\n') });
  assert.is(line, 'engine.yaml:2:1: log-level is not a setting: did you mean logLevel?');
});

test('a file that is no YAML map is refused, also with duplicate keys', () => {
  assert.is(problems({ flags: { set: 'a' }, env: {}, file: file('- 1') }).length, 1);
  assert.is(problems({ flags: { set: 'a' }, env: {}, file: file('workers: 1\nworkers: 2') }).length, 1);
  assert.is(problems({ flags: { set: 'a' }, env: {}, file: file('') }).length, 0);
});

test('the real settings have unique spellings and a help line', () => {
  for (const settings of [MANAGER_SETTINGS, ENGINE_SETTINGS]) {
    assert.is(new Set(settings.map(flagOf)).size, settings.length);
    assert.is(new Set(settings.map(envOf)).size, settings.length);
    for (const setting of settings) assert.ok(setting.help.endsWith('.') || setting.help.endsWith(')'), setting.key);
  }
});
