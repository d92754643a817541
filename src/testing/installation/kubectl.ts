/** kubectl as a function: what it printed, or an error that says what was typed and what it answered. */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ShardkeeperError } from '../../lib/errors.ts';

/** Runs kubectl; resolves to its standard output. Errors: code `KubectlFailed`. */
export type Kubectl = (args: readonly string[], input?: string) => Promise<string>;

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export function kubectlWith(program: string, kubeconfig: string): Kubectl {
  return (args, input) =>
    new Promise((resolve, reject) => {
      const options = { env: { ...process.env, KUBECONFIG: kubeconfig }, maxBuffer: OUTPUT_BYTES_MAX };
      const child = execFile(program, [...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else {
          const text = `kubectl ${args.join(' ')}: ${stderr.trim().slice(0, 2000)}`;
          reject(new ShardkeeperError(text, { code: 'KubectlFailed', cause: error }));
        }
      });
      child.stdin?.end(input ?? '');
    });
}

/** Runs kubectl until `signal` aborts, and hands on each line of its standard output. */
export type KubectlStream = (
  args: readonly string[],
  onLine: (line: string) => void,
  signal: AbortSignal,
) => Promise<void>;

export function kubectlStreamWith(program: string, kubeconfig: string): KubectlStream {
  return async (args, onLine, signal) => {
    if (signal.aborted) return;
    const child = spawn(program, [...args], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    signal.addEventListener('abort', () => child.kill(), { once: true });
    createInterface({ input: child.stdout }).on('line', onLine);
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
  };
}
