/** kubectl as a function: what it printed, or an error that says what was typed and what it answered. */
import { execFile } from 'node:child_process';
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
