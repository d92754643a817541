/**
 * Generates `src/api/gen/` (TypeScript types and ajv validators) from `crds/`, the single source of both.
 *
 *     node tools/generate-api.ts             write src/api/gen
 *     node tools/generate-api.ts --check     change nothing; exit 1 and name the files if src/api/gen is stale
 *
 * The generator's output is made to fit this project's compiler settings and Node's type stripping. It is deterministic.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { generate } from '@kubernetes-models/crd-generate';

/** By require: the generator's ES module build does not load in Node. */
const crdGenerate = createRequire(import.meta.url)('@kubernetes-models/crd-generate') as {
  readonly generate: typeof generate;
};

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, 'src', 'api', 'gen');
const HEADER = '// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.\n';

/** Paths of all files below `directory`, relative to it, sorted. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** The CRD files of the project, in a fixed order. */
function crdFiles(): string[] {
  return filesBelow(join(ROOT, 'crds'))
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'))
    .map((name) => join(ROOT, 'crds', name));
}

/** The API server reads `format: duration` as Go does ("10s"), ajv as ISO 8601 ("PT10S"): the validators leave it out. */
function withoutDurations(crd: string): string {
  return crd.replaceAll(/^ *format: duration\n/gm, '');
}

/** Makes generated TypeScript fit: file extensions, type-only imports, erasable class fields, annotated statics. */
function fit(source: string): string {
  return source
    .replaceAll(/(from "\.[^"]*\/_schemas\/[^"]+)"/g, '$1.js"')
    .replaceAll(/(from "\.(?:(?!_schemas)[^"])*?)(?<!\.js)"/g, '$1.ts"')
    .replace('import { IObjectMeta }', 'import type { IObjectMeta }')
    .replace('import { ValidateFunc }', 'import type { ValidateFunc }')
    .replace('Model, ModelData,', 'Model, type ModelData,')
    .replace(
      /^static is = createTypeMetaGuard<(\w+)>/m,
      'static is: (value: unknown) => value is $1 = createTypeMetaGuard<$1>',
    )
    .replaceAll(/^ {2}"(\w+)"\?: (I\w+)\["\1"\];/gm, '  declare "$1"?: Exclude<$2["$1"], undefined>;')
    .replaceAll(/^ {2}"(\w+)": (I\w+)\["\1"\];/gm, '  declare "$1": $2["$1"];');
}

/** Generates everything into `directory`, which must be empty. */
async function generateInto(directory: string): Promise<void> {
  const input = crdFiles().map((file) => withoutDurations(readFileSync(file, 'utf8')));
  await quietly(() => crdGenerate.generate({ input: input.join('\n---\n'), outputPath: directory }));
  for (const name of filesBelow(directory)) {
    const file = join(directory, name);
    const source = readFileSync(file, 'utf8');
    const fitted = name.startsWith('_schemas') ? source : fit(source);
    writeFileSync(file, `${HEADER}${fitted.trimEnd()}\n`);
  }
}

/** The generator logs every file that it writes, here into a temporary directory: noise, and misleading. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => undefined;
  try {
    await work();
  } finally {
    console.log = log;
  }
}

/** Names of files that differ between two directories, with what is wrong about each in `actual`. */
function differences(expected: string, actual: string): string[] {
  const wanted = new Set(filesBelow(expected));
  const present = new Set(filesBelow(actual));
  const found = [...new Set([...wanted, ...present])].toSorted().map((name) => {
    if (!present.has(name)) return `missing: ${name}`;
    if (!wanted.has(name)) return `not generated any more: ${name}`;
    const same = readFileSync(join(expected, name), 'utf8') === readFileSync(join(actual, name), 'utf8');
    return same ? '' : `differs: ${name}`;
  });
  return found.filter((line) => line !== '');
}

async function main(check: boolean): Promise<number> {
  const fresh = mkdtempSync(join(tmpdir(), 'shardkeeper-api-'));
  try {
    await generateInto(fresh);
    mkdirSync(TARGET, { recursive: true });
    if (!check) {
      rmSync(TARGET, { recursive: true });
      cpSync(fresh, TARGET, { recursive: true });
      return 0;
    }
    const stale = differences(fresh, TARGET);
    if (stale.length === 0) return 0;
    console.error(
      `src/api/gen does not agree with crds/:\n  ${stale.join('\n  ')}\nRun "npm run generate" and commit the result.`,
    );
    return 1;
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

process.exitCode = await main(process.argv.includes('--check'));
