/** kubectl against a control plane of the test's own: what a person types, and what that person reads. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import { kubectlPath, startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';

export const PROJECT_ROOT = new URL('../../../', import.meta.url).pathname;
/** The first start of a control plane on a machine may have to build it. */
export const FILE_TIMEOUT_MS = 900_000;
export const OWN_CRDS = ['crd/controllershardsets.shardkeeper.io', 'crd/controllershards.shardkeeper.io'];

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Kubectl {
  /** Runs kubectl in the project's root; `input` goes to stdin. Never throws on a refusal. */
  readonly run: (args: readonly string[], input?: unknown) => Promise<Result>;
  /** Like `run`, but fails the test unless kubectl succeeds. Returns stdout. */
  readonly ok: (args: readonly string[], input?: unknown) => Promise<string>;
  /** Merge patch of `resource` (`kind/name`), of its status if `status` is among the fields. */
  readonly patch: (resource: string, fields: Readonly<Record<string, unknown>>) => Promise<Result>;
}

export interface Bench {
  readonly plane: ControlPlane;
  readonly kubectl: Kubectl;
  readonly stop: () => Promise<void>;
}

/** A control plane with our CRDs in it. `controllerManager`: see ControlPlaneOptions; here the default is false. */
export async function startBench(options: { readonly controllerManager?: boolean } = {}): Promise<Bench> {
  const plane = await startControlPlane({ controllerManager: options.controllerManager ?? false, audit: 'off' });
  const kubectl = kubectlFor(await kubectlPath(), plane.kubeconfig);
  try {
    await kubectl.ok(['apply', '--server-side', '-k', 'crds']);
    await kubectl.ok(['wait', '--for=condition=Established', '--timeout=60s', ...OWN_CRDS]);
  } catch (error) {
    await plane.stop();
    throw error;
  }
  return { plane, kubectl, stop: () => plane.stop() };
}

function kubectlFor(program: string, kubeconfig: string): Kubectl {
  const run = async (args: readonly string[], input?: unknown): Promise<Result> => {
    // --cache-dir: discovery of another test's cluster on the same port would be believed for hours.
    const flags = [`--kubeconfig=${kubeconfig}`, `--cache-dir=${kubeconfig}.cache`];
    const child = spawn(program, [...flags, ...args], { cwd: PROJECT_ROOT, stdio: 'pipe' });
    child.stdin.end(input === undefined ? '' : typeof input === 'string' ? input : JSON.stringify(input));
    const exited = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? -1));
    });
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    return { code, stdout, stderr };
  };
  const ok = async (args: readonly string[], input?: unknown): Promise<string> => {
    const { code, stdout, stderr } = await run(args, input);
    assert.is(code, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const patch: Kubectl['patch'] = (resource, fields) =>
    run([
      'patch',
      resource,
      ...('status' in fields ? ['--subresource=status'] : []),
      '--type=merge',
      `--patch=${JSON.stringify(fields)}`,
    ]);
  return { run, ok, patch };
}

/** The write was refused, and the refusal names the field and holds the words. */
export function assertRefused(result: Result, ...words: readonly string[]): void {
  assert.is.not(result.code, 0, 'the write was accepted');
  assert.match(result.stderr, /is invalid/);
  for (const word of words) assert.ok(result.stderr.includes(word), `"${word}" is not in: ${result.stderr}`);
}

/** The columns of `kubectl get` output: header -> cell, for a table of one row. Cells are separated by two blanks or more. */
export function columnsOf(output: string): Readonly<Record<string, string>> {
  const [header = '', row = '', ...rest] = output.trimEnd().split('\n');
  assert.equal(rest, [], 'more than one row');
  const starts = [...header.matchAll(/\S+/g)].map((found) => found.index);
  return Object.fromEntries(
    starts.map((start, index) => {
      const end = starts[index + 1];
      return [header.slice(start, end).trim(), row.slice(start, end).trim()];
    }),
  );
}
