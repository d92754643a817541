/** Which test files a command line means, and how they may share the machine. */
import { existsSync, globSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * Kinds that use the real control plane, after all others and in this order; each file starts one. Those with figures of speed run
 * alone; the others look at answers, or wait for leases most of the time.
 */
const WITH_CONTROL_PLANE = [
  { kinds: ['conformance'], atOnce: 2 },
  { kinds: ['e2e', 'demo', 'chaos'], atOnce: 1 },
] as const;

export interface Selection {
  /** Need no control plane, and may run side by side. */
  readonly parallel: readonly string[];
  /** One after the other. */
  readonly withControlPlane: readonly Phase[];
}

export interface Phase {
  readonly files: readonly string[];
  readonly atOnce: number;
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
  const withControlPlane = WITH_CONTROL_PLANE.map(({ kinds, atOnce }) => ({
    atOnce,
    files: kinds.flatMap((kind) => sorted.filter((file) => kindOf(file) === kind)),
  })).filter((phase) => phase.files.length > 0);
  const taken = new Set(withControlPlane.flatMap((phase) => phase.files));
  return { withControlPlane, parallel: sorted.filter((file) => !taken.has(file)) };
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
