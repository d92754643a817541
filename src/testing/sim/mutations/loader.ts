/**
 * Loads the project once more, with one mutation in it, beside the project as it is: a module whose URL says `?mutation=NAME`
 * imports everything of `src/` under the same name, and what the mutation names is changed before its types are stripped. The
 * production code knows nothing of it.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dirname } from 'node:path';
import { assert } from '../../../lib/assert.ts';
import { type Mutation, patched } from './mutation.ts';

const SRC_URL = `${pathToFileURL(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))).href}/`;
const KEY = 'mutation';

/** Files of `src/` without their types, by path below it. */
const stripped = new Map<string, string>();

/** After this, `importMutated` works in this thread. Each mutation may be loaded once. */
export function installLoader(mutations: readonly Mutation[]): void {
  const byName = new Map(mutations.map((mutation) => [mutation.name, mutation]));
  assert(byName.size === mutations.length, 'two mutations have one name');
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const resolved = nextResolve(specifier, context);
      const name = nameIn(context.parentURL);
      if (name === undefined || !isOurs(resolved.url)) return resolved;
      return { ...resolved, url: `${resolved.url}?${KEY}=${name}` };
    },
    load: (url, context, nextLoad) => {
      const name = nameIn(url);
      const mutation = name === undefined ? undefined : byName.get(name);
      if (mutation === undefined) return nextLoad(url, context);
      return { format: 'module', source: sourceOf(pathBelowSrc(url), mutation), shortCircuit: true };
    },
  });
}

/** A module of `src/` (a path below it), and all that it needs, with the mutation. */
export async function importMutated(file: string, name: string): Promise<unknown> {
  return import(`${SRC_URL}${file}?${KEY}=${name}`);
}

function sourceOf(file: string, mutation: Mutation): string {
  const text = readFileSync(new URL(file, SRC_URL), 'utf8');
  if (mutation.patches.some((patch) => patch.file === file)) return stripTypeScriptTypes(patched(text, file, mutation));
  const known = stripped.get(file) ?? stripTypeScriptTypes(text);
  stripped.set(file, known);
  return known;
}

function nameIn(url: string | undefined): string | undefined {
  if (url?.startsWith(SRC_URL) !== true) return undefined;
  return new URL(url).searchParams.get(KEY) ?? undefined;
}

/** Generated JavaScript and everything outside of `src/` is shared. */
function isOurs(url: string): boolean {
  return url.startsWith(SRC_URL) && url.endsWith('.ts');
}

function pathBelowSrc(url: string): string {
  return new URL(url).pathname.slice(new URL(SRC_URL).pathname.length);
}
