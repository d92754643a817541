/**
 * Structural schemas of CustomResourceDefinitions, compiled to functions: they prune what is not specified, fill defaults in
 * and validate, in one problems.
 *
 * Guarantees: nothing is changed in place; a value that needs no change is returned itself; what is the same object as in
 * the stored version (`before`) was checked when it was stored and is not problemsed again.
 */

import { assertNever } from '../../../lib/assert.ts';

/** The part of OpenAPI that the project's definitions use. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

/** Puts what is wrong into `problems`, each beginning with its field below the value. */
export type Check = (value: unknown, before: unknown, problems: string[]) => unknown;
type Members = Readonly<Record<string, unknown>>;

/** The root: apiVersion, kind and metadata are the API server's own and stay as they are. */
export function compileSchema(schema: Schema): Check {
  const { apiVersion: _, kind: __, metadata: ___, ...properties } = schema.properties ?? {};
  const open: Schema = {};
  return compile({ ...schema, properties: { apiVersion: open, kind: open, metadata: open, ...properties } });
}

function compile(schema: Schema): Check {
  switch (schema.type) {
    case 'object':
      return compileObject(schema);
    case 'array':
      return compileArray(schema);
    case 'string':
      return compileString(schema);
    case 'integer':
    case 'number':
      return compileNumber(schema);
    case 'boolean':
      return (value, _, problems) => {
        if (typeof value !== 'boolean') wrong(problems, value, 'must be of type boolean');
        return value;
      };
    case undefined:
      return (value) => value;
    default:
      return assertNever(schema.type);
  }
}

function wrong(problems: string[], value: unknown, why: string): void {
  const shown =
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'array' : 'object') : String(value);
  problems.push(`: Invalid value: ${shown}: ${why}`);
}

/** The names of fields are only put together where something is wrong. */
function prefix(problems: string[], from: number, step: string): void {
  for (let i = from; i < problems.length; i += 1) problems[i] = `${step}${problems[i]}`;
}

interface Member {
  readonly name: string;
  readonly check: Check;
  readonly fallback: unknown;
  readonly required: boolean;
}

function compileObject(schema: Schema): Check {
  const { properties = {}, required = [], additionalProperties, maxProperties } = schema;
  if (additionalProperties !== undefined) return compileMap(compile(additionalProperties), maxProperties);
  const members: readonly Member[] = Object.entries(properties).map(([name, property]) => ({
    name,
    check: compile(property),
    fallback: property.default,
    required: required.includes(name),
  }));
  const names = new Set(Object.keys(properties));
  return (value, before, problems) => {
    if (value === before && value !== undefined) return value;
    if (!isMembers(value)) {
      wrong(problems, value, 'must be of type object');
      return value;
    }
    const old: Members = isMembers(before) ? before : {};
    let changed: Record<string, unknown> | undefined;
    for (const name in value) {
      if (names.has(name) && value[name] !== undefined) continue;
      changed ??= { ...value };
      delete changed[name];
    }
    for (const { name, check, fallback, required: isRequired } of members) {
      const given = value[name] ?? (fallback === undefined ? value[name] : undefined);
      if (given === undefined && fallback === undefined) {
        if (isRequired) problems.push(`.${name}: Required value`);
        continue;
      }
      const start = given === undefined ? fallback : given;
      const known = old[name];
      if (start === known && start === value[name]) continue;
      const found = problems.length;
      const result = check(start, known, problems);
      if (problems.length > found) prefix(problems, found, `.${name}`);
      if (result === value[name]) continue;
      changed ??= { ...value };
      changed[name] = result;
    }
    return changed ?? value;
  };
}

function compileMap(check: Check, maxProperties = Infinity): Check {
  return (value, before, problems) => {
    if (value === before && value !== undefined) return value;
    if (!isMembers(value)) {
      wrong(problems, value, 'must be of type object');
      return value;
    }
    const names = Object.keys(value);
    if (names.length > maxProperties) wrong(problems, value, `must have at most ${maxProperties} properties`);
    for (const name of names) {
      const found = problems.length;
      check(value[name], undefined, problems);
      if (problems.length > found) prefix(problems, found, `.${name}`);
    }
    return value;
  };
}

function compileArray(schema: Schema): Check {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema;
  const check = compile(items);
  const keys = schema['x-kubernetes-list-map-keys'];
  return (value, before, problems) => {
    if (value === before && value !== undefined) return value;
    if (!Array.isArray(value)) {
      wrong(problems, value, 'must be of type array');
      return value;
    }
    if (value.length < minItems) wrong(problems, value, `must have at least ${minItems} items`);
    if (value.length > maxItems) wrong(problems, value, `must have at most ${maxItems} items`);
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    let changed: unknown[] | undefined;
    for (let i = 0; i < value.length; i += 1) {
      const item: unknown = value[i];
      if (item === old[i]) continue;
      const found = problems.length;
      const result = check(item, old[i], problems);
      if (problems.length > found) prefix(problems, found, `[${i}]`);
      if (result === item) continue;
      changed ??= [...(value as unknown[])];
      changed[i] = result;
    }
    if (keys !== undefined) checkKeys(value, keys, problems);
    return changed ?? value;
  };
}

function checkKeys(items: readonly unknown[], keys: readonly string[], problems: string[]): void {
  const seen = new Set<string>();
  for (const item of items) {
    const key = keys.map((name) => (isMembers(item) ? String(item[name]) : '')).join('/');
    if (seen.has(key)) wrong(problems, key, 'Duplicate value');
    seen.add(key);
  }
}

/** RFC 3339. */
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

function compileString(schema: Schema): Check {
  const { minLength = 0, maxLength = Infinity, format } = schema;
  const allowed = schema.enum;
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  return (value, _, problems) => {
    if (typeof value !== 'string') {
      wrong(problems, value, 'must be of type string');
      return value;
    }
    if (value.length < minLength) wrong(problems, value, `should be at least ${minLength} chars long`);
    if (value.length > maxLength) wrong(problems, value, `may not be longer than ${maxLength}`);
    if (allowed !== undefined && !allowed.includes(value)) wrong(problems, value, 'Unsupported value');
    if (pattern !== undefined && !pattern.test(value)) wrong(problems, value, `should match ${pattern.source}`);
    if (format === 'date-time' && !DATE_TIME.test(value)) wrong(problems, value, 'must be of type date-time');
    return value;
  };
}

function compileNumber(schema: Schema): Check {
  const { minimum = -Infinity, maximum = Infinity, type } = schema;
  return (value, _, problems) => {
    if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) {
      wrong(problems, value, `must be of type ${String(type)}`);
      return value;
    }
    if (value < minimum) wrong(problems, value, `should be greater than or equal to ${minimum}`);
    if (value > maximum) wrong(problems, value, `should be less than or equal to ${maximum}`);
    return value;
  };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
