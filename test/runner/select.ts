/** Which test files a command line means, and how they may share the machine. */
import { existsSync, globSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** Files of these kinds use the real control plane: one at a time, after all others. */
const SERIAL_KINDS = ['conformance', 'e2e', 'demo'];
/** They use one each, too, and wait most of the time: two at a time, after all others. */
const PAIRED_KIND = 'chaos';

export interface Selection {
  /** May run side by side. */
  readonly parallel: readonly string[];
  readonly serial: readonly string[];
  readonly paired: readonly string[];
}

export interface SelectOptions {
  /** The project's root. */
  readonly root: string;
  /** Kinds (`unit`), files of `test/` (`tidy`), folders or files. None: all. */
  readonly filters: readonly string[];
}

/** Throws when a filter selects nothing: a mistyped name must not be green. */
export function select(options: SelectOptions): Selection {
  const files = new Set(
    options.filters.length === 0
      ? find(options.root, 'test')
      : options.filters.flatMap((filter) => matching(options.root, filter)),
  );
  const sorted = [...files].sort();
  return {
    parallel: sorted.filter((file) => ![...SERIAL_KINDS, PAIRED_KIND].includes(kindOf(file))),
    serial: SERIAL_KINDS.flatMap((kind) => sorted.filter((file) => kindOf(file) === kind)),
    paired: sorted.filter((file) => kindOf(file) === PAIRED_KIND),
  };
}

/** `test/unit/lib/json.test.ts` -> `unit`; `test/tidy.test.ts` -> `tidy`. */
export function kindOf(file: string): string {
  return file.split('/')[1]?.replace('.test.ts', '') ?? '';
}

function matching(root: string, filter: string): string[] {
  if (filter === '') throw new Error('an empty filter selects nothing');
  for (const candidate of [filter, `test/${filter}`, `test/${filter}.test.ts`]) {
    const path = resolve(root, candidate);
    if (!existsSync(path)) continue;
    if (statSync(path).isFile()) return [relative(root, path)];
    const files = find(root, candidate);
    if (files.length > 0) return files;
  }
  throw new Error(`no test files match "${filter}" (looked for ${filter}, test/${filter}, test/${filter}.test.ts)`);
}

function find(root: string, folder: string): string[] {
  return globSync(`${folder.replace(/\/$/, '')}/**/*.test.ts`, { cwd: root, exclude: ['**/node_modules/**'] });
}
