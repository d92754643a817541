/** The static checks as tests, so that one runner gives one total. Each is the npm script of the same name. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from './suite.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CHECKS = ['format:check', 'lint', 'types', 'dead-code', 'verify-generate', 'build'];
const OUTPUT_MAX_CHARS = 8000;

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const PATH = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);

const test = suite('static', { timeoutMs: 180_000 });

for (const name of CHECKS) {
  const script = scripts[name];
  if (script === undefined) throw new Error(`package.json has no script "${name}"`);
  test(name, async () => {
    const { code, output } = await shell(script);
    if (code !== 0) throw new Error(`\`npm run ${name}\` (${script}) failed:\n${output}`);
  });
}

function shell(script: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(script, {
      cwd: ROOT,
      shell: true,
      env: { ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + String(chunk)).slice(-OUTPUT_MAX_CHARS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
