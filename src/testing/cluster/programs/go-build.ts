/** Builds programs with Go and shows what it is doing. */
import { spawn } from 'node:child_process';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import type { Clock } from '../../../lib/clock.ts';
import { ShardkeeperError } from '../../../lib/errors.ts';
import { withLock, type Environment } from './cache.ts';
import { goBuildFlags, GO_MODULES, type BuildRecipe, type ProgramName } from './catalogue.ts';

export interface GoBuildOptions {
  readonly recipe: BuildRecipe;
  /** Where the programs end up. */
  readonly target: string;
  readonly names: readonly ProgramName[];
  readonly env: Environment;
  /** Where Go is looked for after PATH. */
  readonly goDirectories: readonly string[];
  readonly clock: Clock;
  readonly progress: (line: string) => void;
}

const QUIET_MS = 2_000;
const REPORT_INTERVAL_MS = 10_000;
/** Enough of Go's complaints to see what is wrong. */
const OUTPUT_LINES_MAX = 40;

/** Builds what of `names` is not in `target` yet. Two processes that do this at once build only once. */
export async function goBuild(options: GoBuildOptions): Promise<void> {
  const lock = `${options.target}.lock`;
  const onWait = (holder: string, seconds: number): void =>
    options.progress(
      `another process is building the control plane (${holder}); waiting for it, ${seconds}s so far, lock file ${lock}`,
    );
  await withLock(lock, { clock: options.clock, onWait }, async () => {
    const missing: ProgramName[] = [];
    for (const name of options.names) {
      if (!(await isExecutable(path.join(options.target, name)))) missing.push(name);
    }
    if (missing.length === 0) return;
    const go = await findGo(options);
    if (go === undefined) throw goMissing(missing);
    await buildAll(go, missing, options);
  });
}

async function buildAll(go: string, missing: readonly ProgramName[], options: GoBuildOptions): Promise<void> {
  const staging = path.join(options.target, `.building-${process.pid}`);
  const started = options.clock.monotonicMs();
  let told = false;
  const report = (what: string, packages: number): void => {
    const seconds = Math.round((options.clock.monotonicMs() - started) / 1000);
    const note = told ? '' : ` (first build, about 6 minutes on two cores; cached in ${options.target})`;
    told = true;
    options.progress(`building ${what} with Go: ${packages} packages compiled, ${seconds} s${note}`);
  };
  await mkdir(staging, { recursive: true });
  try {
    for (const module of GO_MODULES) {
      const wanted = missing.filter((name) => module.packages[name] !== undefined);
      for (const name of wanted) {
        const packagePath = module.packages[name] ?? '';
        const flags = goBuildFlags(module.folder, options.recipe.kubernetesVersion);
        const args = ['build', '-v', '-mod=readonly', ...flags, '-o', path.join(staging, name), packagePath];
        await runGo(go, args, {
          ...options,
          cwd: path.join(options.recipe.modules, module.folder),
          report: (n) => report(name, n),
        });
        await rename(path.join(staging, name), path.join(options.target, name));
      }
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

interface GoRun extends GoBuildOptions {
  readonly cwd: string;
  readonly report: (packages: number) => void;
}

async function runGo(go: string, args: readonly string[], run: GoRun): Promise<void> {
  const env = { ...run.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' };
  const child = spawn(go, args, { cwd: run.cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `exit ${signal ?? code}`));
  });
  let packages = 0;
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (/^[\w.-]+(\/[\w.~-]+)*$/.test(line)) packages += 1;
    else output.splice(0, output.push(line) - OUTPUT_LINES_MAX);
  });
  const report = (): void => {
    run.report(packages);
    timer = run.clock.setTimer(REPORT_INTERVAL_MS, report);
  };
  let timer = run.clock.setTimer(QUIET_MS, report);
  const problem = await ended;
  timer.cancel();
  if (problem === '') return;
  throw new ShardkeeperError(`go ${args.join(' ')} in ${run.cwd} failed: ${problem}\n${output.join('\n')}`, {
    code: 'BuildFailed',
  });
}

async function findGo({ env, goDirectories }: GoBuildOptions): Promise<string | undefined> {
  const directories = [...(env['PATH'] ?? '').split(path.delimiter), ...goDirectories];
  for (const directory of directories) {
    const candidate = path.join(directory, 'go');
    if (directory !== '' && (await isExecutable(candidate))) return candidate;
  }
  return undefined;
}

export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function goMissing(names: readonly ProgramName[]): ShardkeeperError {
  return new ShardkeeperError(
    [
      `${names.join(', ')}: not built yet, and Go was not found in PATH. One of these three helps:`,
      '  1. install Go 1.26 or newer (https://go.dev/dl/): everything is then built once and cached;',
      '  2. set KUBEBUILDER_ASSETS to a folder with kube-apiserver and etcd (and kube-controller-manager, if you want workloads);',
      '  3. use a cluster that you have, through KUBECONFIG (no audit log, no restarts of the control plane).',
    ].join('\n'),
    { code: 'GoMissing', terminal: true },
  );
}
