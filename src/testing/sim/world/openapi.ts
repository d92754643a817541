/** What the API server says of our kinds at `/openapi`: the manager reads it before anything else. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { GROUP, SHARD_KIND, SHARD_PLURAL, SHARD_SET_KIND, SHARD_SET_PLURAL, VERSION } from '../../../api/names.ts';

const FOLDER = new URL('../../../../crds/shardkeeper/', import.meta.url);

interface Definition {
  readonly spec: { readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[] };
}

function schemaOf(plural: string, kind: string): object {
  const { spec } = parse(readFileSync(new URL(`${plural}.yaml`, FOLDER), 'utf8')) as Definition;
  const known = { 'x-kubernetes-group-version-kind': [{ group: GROUP, version: VERSION, kind }] };
  return { ...spec.versions[0]?.schema.openAPIV3Schema, ...known };
}

let paths: Readonly<Record<string, unknown>> | undefined;

/** Answers of `getPath`. */
export function openApiPaths(): Readonly<Record<string, unknown>> {
  paths ??= {
    [`/openapi/v3/apis/${GROUP}/${VERSION}`]: {
      components: {
        schemas: { set: schemaOf(SHARD_SET_PLURAL, SHARD_SET_KIND), shard: schemaOf(SHARD_PLURAL, SHARD_KIND) },
      },
    },
  };
  return paths;
}
