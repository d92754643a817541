/** The repository's rules about its code. Each returns what is wrong, one line per finding. */
import { AMBIENT, GENERATED, ROOMS } from '../../tools/rooms.ts';
import { code, folderOf, importsOf, resolveImport, type Tree } from './tree.ts';

export type Rule = (tree: Tree) => string[];

const LINES_MAX = 400;

const AMBIENT_USES: readonly { readonly kind: keyof typeof AMBIENT; readonly pattern: RegExp }[] = [
  {
    kind: 'time',
    pattern:
      /\bDate\.now\b|\bnew Date\(|\bperformance\.|(?<![.\w])(?:globalThis\.)?set(?:Timeout|Interval|Immediate)\(|hrtime|AbortSignal\.timeout/,
  },
  { kind: 'time', pattern: /['"](?:node:)?timers(?:\/promises)?['"]/ },
  { kind: 'randomness', pattern: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b/ },
  { kind: 'environment', pattern: /\bprocess\.(?:env|argv)\b/ },
];

/** Rooms import only the rooms below them, and the packages that are theirs. */
export const importDirections: Rule = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const [, name = ''] = path.split('/');
    const room = ROOMS[name];
    if (room === undefined) return [];
    const allowed = packagesFor(path);
    return importsOf(text).flatMap((specifier) => {
      if (specifier.startsWith('.')) {
        const [top, other = ''] = resolveImport(path, specifier).split('/');
        if (top !== 'src') return [`${path}: imports ${specifier}, outside src/`];
        return other === name || room.rooms.includes(other) ? [] : [`${path}: ${name}/ must not import ${other}/`];
      }
      if (room.pure === true) return [`${path}: ${name}/ is pure and must not import ${specifier}`];
      if (specifier.startsWith('node:') || allowed.some((prefix) => specifier.startsWith(prefix))) return [];
      return [`${path}: must not import the package ${specifier}`];
    });
  });

/** Every folder of src/ is a room of the table, so that the rules apply to it. */
export const roomsAreKnown: Rule = (tree) => {
  const folders = new Set(
    sources(tree).flatMap(([path]) => (path.split('/').length > 2 ? [path.split('/')[1] ?? ''] : [])),
  );
  return [...folders].filter((name) => !(name in ROOMS)).map((name) => `src/${name}/ is not in tools/rooms.ts`);
};

/** Time, randomness and environment are parameters. */
export const nothingAmbient: Rule = (tree) =>
  sources(tree).flatMap(([path, text]) =>
    AMBIENT_USES.flatMap(({ kind, pattern }) => {
      const found = pattern.exec(code(text));
      if (found === null || AMBIENT[kind].some((place) => path.startsWith(`src/${place}`))) return [];
      return [`${path}: ${found[0]} is ambient ${kind}`];
    }),
  );

/** Only programs are put together from the system's clock and randomness; all else is handed its own. */
export const systemPartsAreInjected: Rule = (tree) =>
  sources(tree).flatMap(([path, text]) => {
    const found = /\bsystem(?:Clock|Random)\b/.exec(code(text));
    const composes = ROOMS[path.split('/')[1] ?? '']?.composes === true;
    return found === null || composes ? [] : [`${path}: take ${found[0]} as a parameter`];
  });

/**
 * Each room says what it is in the block comment that opens its index.ts (or main.ts); each folder in a room says it
 * there too, or in the comment that opens one of its files.
 */
export const foldersHaveHeaders: Rule = (tree) => {
  const folders = Map.groupBy(sources(tree), ([path]) => folderOf(path));
  return [...folders].flatMap(([folder, files]) => {
    if (folder === 'src') return [];
    const opened = files.filter(([, text]) => /^(#!.*\n)?\/\*\*/.test(text)).map(([path]) => path);
    const isRoom = folder.split('/').length === 2;
    const header = opened.some((path) => !isRoom || /\/(index|main)\.ts$/.test(path));
    return header ? [] : [`${folder}/: no block comment that says what the folder is`];
  });
};

export const filesAreSmall: Rule = (tree) =>
  typescript(tree).flatMap(([path, text]) => {
    const lines = text.split('\n').length - 1;
    return lines > LINES_MAX ? [`${path}: ${lines} lines, at most ${LINES_MAX}`] : [];
  });

export const filesAreKebabCase: Rule = (tree) =>
  typescript(tree).flatMap(([path]) =>
    /(^|\/)[a-z0-9]+(-[a-z0-9]+)*(\.(test|config))?\.ts$/.test(path) ? [] : [`${path}: the name is not kebab-case`],
  );

/** A focused test hides all others; a note to self is an issue that nobody sees. */
export const nothingLeftOver: Rule = (tree) =>
  typescript(tree).flatMap(([path, text]) =>
    [
      /\b(?:test|it|suite)\.only\b/,
      /\b(?:TO(?:)DO|FIX(?:)ME|X(?:)XX)\b/,
      /\bdebugger;/,
      /@ts-(?:ignore|nocheck)\b/,
    ].flatMap((pattern) => {
      const found = pattern.exec(path.startsWith('test/unit/runner/') ? '' : text);
      return found === null ? [] : [`${path}: ${found[0]}`];
    }),
  );

/** client-node takes over half a second to import: unit tests reach none of it, not even through others. */
export const unitTestsAreLight: Rule = (tree) =>
  [...tree.keys()]
    .filter((path) => /^test\/unit\/.*\.test\.ts$/.test(path))
    .flatMap((path) => {
      const chain = pathToPackage({ tree, name: '@kubernetes/client-node', seen: new Set() }, [path]);
      return chain === undefined ? [] : [`${path}: imports client-node by ${chain.slice(1).join(' -> ')}`];
    });

/** The strict runner only sees suites made by test/suite.ts. (At the start of a line: tests also hold code as text.) */
export const suitesAreOurs: Rule = (tree) =>
  typescript(tree).flatMap(([path, text]) => {
    if (!path.startsWith('test/') || path === 'test/suite.ts') return [];
    const found = /^(?:import|export|const)\b[^'"]*['"](uvu(?!\/assert)[^'"]*)['"]/m.exec(text);
    return found === null ? [] : [`${path}: imports ${found[1]} instead of test/suite.ts`];
  });

interface Search {
  readonly tree: Tree;
  readonly name: string;
  readonly seen: Set<string>;
}

/** Depth first over static imports of values. */
function pathToPackage(search: Search, chain: readonly string[]): string[] | undefined {
  const path = chain.at(-1) ?? '';
  const text = search.tree.get(path);
  if (text === undefined || search.seen.has(path)) return undefined;
  search.seen.add(path);
  const values = code(text)
    .replaceAll(/\b(?:import|export) type\b[^;]*;/g, '')
    .replaceAll(/\bimport\(/g, '');
  for (const specifier of importsOf(values)) {
    if (specifier.startsWith(search.name)) return [...chain, search.name];
    if (!specifier.startsWith('.')) continue;
    const found = pathToPackage(search, [...chain, resolveImport(path, specifier)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function packagesFor(path: string): readonly string[] {
  const room = ROOMS[path.split('/')[1] ?? ''];
  const places = Object.entries(room?.packages ?? {});
  return places.filter(([place]) => path.startsWith(`src/${place}/`)).flatMap(([, packages]) => packages);
}

function typescript(tree: Tree): [path: string, text: string][] {
  return [...tree].filter(([path]) => path.endsWith('.ts') && !path.startsWith(GENERATED));
}

function sources(tree: Tree): [path: string, text: string][] {
  return typescript(tree).filter(([path]) => path.startsWith('src/'));
}
