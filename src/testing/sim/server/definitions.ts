/** The project's own CustomResourceDefinitions, read from `crds/` and compiled once per process. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

import { assert } from '../../../lib/assert.ts';
import { isRecord } from '../../../kube/record.ts';
import { compileSchema, type Check, type Schema } from './schema.ts';

export interface Definition {
  readonly schema: Check;
  readonly selectableFields: readonly string[];
  readonly hasScale: boolean;
}

const FOLDER = new URL('../../../../crds/shardkeeper/', import.meta.url);
const known = new Map<string, Definition | undefined>();

/** Undefined when this project defines no such resource. */
export function definitionOf(plural: string): Definition | undefined {
  if (!known.has(plural)) known.set(plural, read(plural));
  return known.get(plural);
}

function read(plural: string): Definition | undefined {
  if (plural !== 'controllershardsets' && plural !== 'controllershards') return undefined;
  const document: unknown = parse(readFileSync(new URL(`${plural}.yaml`, FOLDER), 'utf8'));
  const version = at(document, 'spec', 'versions', '0');
  const schema = at(version, 'schema', 'openAPIV3Schema');
  assert(isRecord(schema), `crds/: ${plural} has no schema`);
  const fields = at(version, 'selectableFields');
  const paths = Array.isArray(fields) ? fields.map((field) => String(at(field, 'jsonPath')).slice(1)) : [];
  return {
    schema: compileSchema(schema as Schema),
    selectableFields: paths,
    hasScale: at(version, 'subresources', 'scale') !== undefined,
  };
}

function at(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value;
  for (const step of path) here = typeof here === 'object' && here !== null ? Reflect.get(here, step) : undefined;
  return here;
}
