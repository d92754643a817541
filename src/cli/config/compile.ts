/**
 * Compiles options once: flags win over the environment, the environment over the file, the file over the fallbacks.
 *
 * Errors: code `InvalidConfiguration`, one line per problem; each names where the value came from (flag, variable, or
 * file with line and column), the value and what is allowed. Everything wrong is told at once.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isMap, LineCounter, parseDocument } from 'yaml';
import { ShardkeeperError } from '../../lib/errors.ts';
import { envOf, fileSchemaOf, flagOf, type Setting } from './setting.ts';

export type Value = string | number | boolean;

export interface Sources {
  /** Flags that were given, by setting key; text as typed. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly file?: { readonly name: string; readonly text: string };
}

interface Found {
  readonly value: unknown;
  /** E.g. `--log-level`, `SHARDKEEPER_LOG_LEVEL`, `engine.yaml:3:5: logLevel`. */
  readonly origin: string;
}

export function compile(settings: readonly Setting[], sources: Sources): Readonly<Record<string, Value | undefined>> {
  const problems: string[] = [];
  const fromFile = sources.file === undefined ? new Map<string, Found>() : readFile(sources.file, problems);
  const found = new Map<string, Found>();
  for (const setting of settings) {
    const value = pick(setting, sources, fromFile);
    if (value !== undefined) found.set(setting.key, value);
    else if (setting.required === true) problems.push(missing(setting));
  }
  for (const [key, { origin }] of fromFile) {
    if (settings.every((setting) => setting.key !== key)) problems.push(unknownKey(key, origin, settings));
  }
  problems.push(...validate(settings, found));
  if (problems.length > 0) {
    throw new ShardkeeperError(problems.join('\n'), { code: 'InvalidConfiguration', terminal: true });
  }
  return Object.fromEntries([...found].map(([key, { value }]) => [key, value as Value]));
}

function pick(setting: Setting, sources: Sources, fromFile: ReadonlyMap<string, Found>): Found | undefined {
  const flag = sources.flags[setting.key];
  if (flag !== undefined) return { value: coerce(setting, flag), origin: `--${flagOf(setting)}` };
  const env = sources.env[envOf(setting)];
  if (env !== undefined && env !== '') return { value: coerce(setting, env), origin: envOf(setting) };
  const file = fromFile.get(setting.key);
  if (file !== undefined) return file;
  return setting.fallback === undefined ? undefined : { value: setting.fallback, origin: 'the default' };
}

/** Text from a flag or the environment in the type of the setting; left alone when it is none, for the schema to refuse. */
function coerce(setting: Setting, text: string | boolean): unknown {
  if (typeof text === 'boolean') return text;
  if (setting.schema.type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (setting.schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function readFile(file: { readonly name: string; readonly text: string }, problems: string[]): Map<string, Found> {
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines });
  const found = new Map<string, Found>();
  for (const error of document.errors) problems.push(`${file.name}: ${error.message.split('\n', 1)[0] ?? ''}`);
  if (document.errors.length > 0 || document.contents === null) return found;
  if (!isMap(document.contents)) {
    problems.push(`${file.name}: must hold a map of settings, such as "logLevel: debug"`);
    return found;
  }
  for (const { key, value } of document.contents.items) {
    const name = String(key);
    const range = (key as { readonly range?: readonly [number, ...number[]] }).range;
    const { line, col } = lines.linePos(range?.[0] ?? 0);
    const plain: unknown = (value as { toJSON?: () => unknown } | null)?.toJSON?.() ?? null;
    found.set(name, { value: plain, origin: `${file.name}:${line}:${col}: ${name}` });
  }
  return found;
}

function validate(settings: readonly Setting[], found: ReadonlyMap<string, Found>): string[] {
  const known = new Set(settings.map((setting) => setting.key));
  const data = Object.fromEntries([...found].filter(([key]) => known.has(key)).map(([key, { value }]) => [key, value]));
  const check = new Ajv2020({ allErrors: true, verbose: true }).compile(fileSchemaOf(settings, 'settings'));
  if (check(data)) return [];
  return (check.errors ?? []).map((error) => {
    const origin = found.get(error.instancePath.slice(1))?.origin ?? error.instancePath;
    return `${origin}: ${JSON.stringify(error.data)} ${requirement(error)}`;
  });
}

function requirement(error: ErrorObject): string {
  const { keyword, params, message } = error as ErrorObject<string, Record<string, unknown>>;
  if (keyword === 'enum') return `is not one of ${(params['allowedValues'] as string[]).join(', ')}`;
  if (keyword === 'type') return `is not of type ${String(params['type'])}`;
  return message ?? keyword;
}

function missing(setting: Setting): string {
  return `${setting.key} is not set: give --${flagOf(setting)}, or ${envOf(setting)}, or ${setting.key} in the configuration file (${setting.help})`;
}

function unknownKey(key: string, origin: string, settings: readonly Setting[]): string {
  const hint = settings.find((setting) => setting.key.toLowerCase() === key.toLowerCase().replaceAll(/[-_]/g, ''));
  return `${origin} is not a setting${hint === undefined ? `; known: ${settings.map((s) => s.key).join(', ')}` : `: did you mean ${hint.key}?`}`;
}
