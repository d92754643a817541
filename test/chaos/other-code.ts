/** Pods that run another Shardkeeper than the one of this folder: the previous commit's, or one with a newer protocol. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ChaosStage } from './stage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const ARCHIVE_BYTES_MAX = 256 * 1024 * 1024;

/** A folder with `src/`, `package.json` and the installed packages. */
export interface Code {
  readonly main: string;
  readonly remove: () => Promise<void>;
}

/** The code of this folder. */
export const TODAY: Pick<Code, 'main'> = { main: path.join(ROOT, 'src/cli/main.ts') };

/** As it was committed `back` commits ago; undefined when that is not known here (a shallow clone, no repository). */
export async function codeOfCommit(back: number): Promise<Code | undefined> {
  const revision = `HEAD~${back}`;
  const known = await run('git', ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
  if (!known) return undefined;
  return folderWith(async (folder) => {
    const file = path.join(folder, 'code.tar');
    await run('git', ['archive', `--output=${file}`, revision, 'src', 'package.json'], {
      cwd: ROOT,
      maxBuffer: ARCHIVE_BYTES_MAX,
    });
    await run('tar', ['-xf', file, '-C', folder]);
  });
}

/** The code of this folder, following a newer protocol by one. */
export async function codeWithNewerProtocol(): Promise<Code> {
  return folderWith(async (folder) => {
    await cp(path.join(ROOT, 'src'), path.join(folder, 'src'), { recursive: true });
    await cp(path.join(ROOT, 'package.json'), path.join(folder, 'package.json'));
    const file = path.join(folder, 'src/protocol/table.ts');
    const text = await readFile(file, 'utf8');
    const newer = text.replace(
      /^export const PROTOCOL = (\d+);$/m,
      (_, n: string) => `export const PROTOCOL = ${Number(n) + 1};`,
    );
    if (newer === text) throw new Error('src/protocol/table.ts does not say which protocol it is');
    await writeFile(file, newer);
  });
}

async function folderWith(fill: (folder: string) => Promise<void>): Promise<Code> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'shardkeeper-code-')));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await fill(folder);
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  } catch (error) {
    await remove();
    throw error;
  }
  return { main: path.join(folder, 'src/cli/main.ts'), remove };
}

/** What `shardkeeper` is for pods that start from now on; `except`: by pod name. */
export async function install(
  { installation }: ChaosStage,
  { main }: Pick<Code, 'main'>,
  except: Readonly<Record<string, Pick<Code, 'main'>>> = {},
): Promise<void> {
  const start = (file: string): string => `exec '${process.execPath}' '${file}' "$@"`;
  const cases = Object.entries(except).map(([pod, other]) => `${pod}) ${start(other.main)} ;;`);
  const text = ['#!/bin/sh', 'case "$POD_NAME" in', ...cases, `*) ${start(main)} ;;`, 'esac', ''].join('\n');
  await writeFile(path.join(installation.controlPlane.directory, 'bin/shardkeeper'), text, { mode: 0o755 });
}
