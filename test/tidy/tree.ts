/** The repository as the rules see it: text files by path. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path relative to the root, with `/`, to text. */
export type Tree = ReadonlyMap<string, string>;

const SKIPPED_FOLDERS = new Set(['.git', 'node_modules', 'dist', 'coverage', '.cache', 'vendor']);
const TEXT = /(\.(ts|js|json|md|ya?ml|sh|mod|sum|txt)|(^|\/)(Makefile|LICENSE|Dockerfile|run|\.npmrc|\.gitignore))$/;

export function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) visit(path);
      else if (entry.isFile() && TEXT.test(path)) tree.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  visit('');
  return tree;
}

/** `src/a/b.ts` -> `src/a`. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Without comments: whole-line and trailing `//`, and blocks that begin a line. */
export function code(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}

/** Everything that a TypeScript file imports or re-exports, types and dynamic imports included. */
export function importsOf(text: string): string[] {
  return [...code(text).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map((match) => match[1] ?? '');
}

/** The path that a relative import of `from` means. */
export function resolveImport(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}
