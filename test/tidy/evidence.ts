/** docs/failures.md says which test shows what: each file and each name that it gives is there. */
import type { Rule } from './rules.ts';
import type { Tree } from './tree.ts';

const DOCUMENT = 'docs/failures.md';
const FILE = /`((?:test|src|kustomize|crds|examples|docs)\/[\w./-]+)`/g;
/** Titles of tests follow their file, in curly quotes. */
const TITLED = /`((?:test|src)\/[\w./-]+)`((?:,? “[^”]+”)+)/g;
const TITLE = /“([^”]+)”/g;

/** What is named by its kind alone, as in "scenarios `a` and `b`": where it is, and what stands there. */
const KINDS: Readonly<Record<string, { readonly path: string; readonly textOf: (name: string) => string }>> = {
  scenario: { path: 'test/chaos/scenarios', textOf: (name) => `name: '${name}'` },
  mutation: { path: 'src/testing/sim/mutations', textOf: (name) => `name: '${name}'` },
  transcript: { path: 'test/golden', textOf: (name) => `'${name}': () =>` },
};

export const evidenceExists: Rule = (tree) => {
  const text = tree.get(DOCUMENT);
  if (text === undefined) return [];
  const findings = [
    ...missingFiles(tree, text),
    ...missingTitles(tree, text),
    ...missingNames(tree, text),
    ...wrongMarks(tree, text),
  ];
  return findings.map((what) => `${DOCUMENT}: ${what}`);
};

function missingFiles(tree: Tree, text: string): readonly string[] {
  const isThere = (path: string): boolean =>
    tree.has(path) || [...tree.keys()].some((other) => other.startsWith(`${path.replace(/\/$/, '')}/`));
  return firstGroups(text, FILE)
    .filter((path) => !isThere(path))
    .map((path) => `there is no ${path}`);
}

function missingTitles(tree: Tree, text: string): readonly string[] {
  return [...text.matchAll(TITLED)].flatMap(([, path = '', titles = '']) =>
    firstGroups(titles, TITLE)
      .filter((title) => !["'", '"', '`'].some((quote) => stands(tree, { path, text: quote + title + quote })))
      .map((title) => `${path} has no test “${title}”`),
  );
}

function missingNames(tree: Tree, text: string): readonly string[] {
  return Object.entries(KINDS).flatMap(([kind, { path, textOf }]) => {
    const lists = new RegExp(String.raw`\b${kind}s?((?:,?(?: and)? \`[\w-]+\`°?)+)`, 'gi');
    return firstGroups(text, lists)
      .flatMap((list) => firstGroups(list, /`([^`]+)`/g))
      .filter((name) => !stands(tree, { path, text: textOf(name) }))
      .map((name) => `there is no ${kind} ${name}`);
  });
}

/** A scenario is marked by ° exactly when it is not played in CI. */
function wrongMarks(tree: Tree, text: string): readonly string[] {
  const entries = [...tree]
    .filter(([path]) => path.startsWith(`${KINDS['scenario']?.path ?? ''}/`))
    .flatMap(([, content]) => [...content.matchAll(/\bname: '([a-z0-9-]+)'((?:(?!\bname: ')[\s\S])*)/g)])
    .map(([, name = '', rest = '']) => ({ name, isOnlyFull: rest.includes('notInCi: true') }));
  return entries.flatMap(({ name, isOnlyFull }) => {
    const wrong = isOnlyFull ? new RegExp(`\`${name}\`(?!°)`) : new RegExp(`\`${name}\`°`);
    return wrong.test(text) ? [`${name} is ${isOnlyFull ? 'not ' : ''}played in CI`] : [];
  });
}

function firstGroups(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group);
}

/** In the file, or in one of the folder. */
function stands(tree: Tree, { path, text }: { readonly path: string; readonly text: string }): boolean {
  const folder = `${path.replace(/\/$/, '')}/`;
  return [...tree].some(([other, content]) => (other === path || other.startsWith(folder)) && content.includes(text));
}
