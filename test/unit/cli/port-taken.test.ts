/** A daemon whose second port is taken must end, not live on half open: liveness would never restart it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { suite } from '../../suite.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));

const test = suite('a taken port');

test('ends the daemon with the flag and the remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const metrics = `127.0.0.1:${port}`;
  const args = [
    'manager',
    '--namespace',
    'a',
    '--name',
    'b',
    '--health-address',
    '127.0.0.1:0',
    '--metrics-address',
    metrics,
  ];
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'], env: {} });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  taken.close();
  assert.is(code, 2);
  assert.match(errors, `--metrics-address ${metrics}`);
  assert.match(errors, 'give another address');
});
