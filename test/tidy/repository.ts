/** Rules about files that are not code: nothing of the machine they were written on, links that lead somewhere. */
import { dirname } from 'node:path';
import { folderOf, type Tree } from './tree.ts';

/** Parents too common to say anything about a machine. */
const COMMON_PARENTS = new Set(['/', '/tmp', '/var', '/opt', '/srv', '/mnt', '/usr', '/home', '/root']);
const REGISTRY = /\b(?:registry\.(?!k8s\.io)[a-z0-9-]+\.[a-z]+|[a-z0-9.-]*npm(?:js|mirror)\.(?:org|com))\b/i;

/** No path of a developer's machine. `root` is where this repository lies. Tests may make up homes. */
export function noMachinePaths(tree: Tree, root: string): string[] {
  const parent = dirname(root);
  const homes = [/(?<![\w.-])\/(?:home|Users)\/[a-z]\w*/, /(?<![\w.-])\/root\/\w/];
  return [
    ...search(tree, [absolute(COMMON_PARENTS.has(parent) ? root : parent)], () => false),
    ...search(tree, homes, (path) => path.startsWith('test/')),
  ];
}

/** Which registry packages come from is the business of who installs. */
export function noRegistryHosts(tree: Tree): string[] {
  return search(tree, [REGISTRY, /"resolved": "http/], (path) => path.startsWith('test/tidy'));
}

/** Relative links of Markdown files lead to files, and `#fragments` to headings. */
export function linksResolve(tree: Tree, exists: (path: string) => boolean): string[] {
  return [...tree]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) =>
      [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].flatMap((match) => {
        const problem = brokenLink(tree, { from: path, target: match[1] ?? '', exists });
        return problem === undefined ? [] : [`${path}: ${problem}`];
      }),
    );
}

interface Link {
  readonly from: string;
  readonly target: string;
  readonly exists: (path: string) => boolean;
}

function brokenLink(tree: Tree, { from, target, exists }: Link): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [file = '', fragment] = target.split('#', 2);
  const path = file === '' ? from : normalise(`${folderOf(from)}/${decodeURIComponent(file)}`);
  if (!tree.has(path) && !exists(path)) return `no file ${path} (link ${target})`;
  if (fragment === undefined || !path.endsWith('.md')) return undefined;
  return anchors(tree.get(path) ?? '').has(fragment) ? undefined : `no heading #${fragment} in ${path}`;
}

/** The ids that a Markdown host gives to headings. */
function anchors(text: string): Set<string> {
  const ids = new Set([...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map((match) => match[1] ?? ''));
  for (const match of prose(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const id = (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let unique = id;
    for (let n = 1; ids.has(unique); n += 1) unique = `${id}-${n}`;
    ids.add(unique);
  }
  return ids;
}

/** Without fenced code, whose brackets are not links and whose `#` are not headings. */
function prose(text: string): string {
  return text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
}

function normalise(path: string): string {
  return decodeURIComponent(new URL(path, 'file:///').pathname).replaceAll(/^\/+|\/+$/g, '');
}

function search(tree: Tree, patterns: readonly RegExp[], except: (path: string) => boolean): string[] {
  return [...tree].flatMap(([path, text]) =>
    patterns.flatMap((pattern) => {
      const found = except(path) ? null : pattern.exec(text);
      return found === null ? [] : [`${path}: ${found[0]}`];
    }),
  );
}

function absolute(path: string): RegExp {
  return new RegExp(String.raw`(?<![\w.-])${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}\/`);
}
