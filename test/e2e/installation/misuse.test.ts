import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { SHARD_SETS } from '../../../src/kube/resources.ts';
import { isWrite, loadAuditLog } from '../../../src/testing/audit/index.ts';
import { kubectlPath, startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';
import { freePorts } from '../../../src/testing/cluster/ports.ts';
import { kubectlWith } from '../../../src/testing/installation/index.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';

const MAIN = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = ['metacontroller', '--namespace=default', '--name=engine-0'];

const usage = suite('shardkeeper metacontroller, wrongly configured', { timeoutMs: 60_000 });

usage('refuses a value that is not allowed: exit code 2, the flag, the value, what is allowed', async () => {
  const { code, stderr } = await run([...COMMAND, '--set=x', '--log-level=loud', '--workers=0']);
  assert.is(code, 2);
  assert.match(stderr, /--log-level: "loud" is not one of .*\binfo\b/);
  assert.match(stderr, /--workers: 0 must be >= 1/);
});

usage('refuses to guess its set: exit code 2, the flag and the variable that name it', async () => {
  const { code, stderr } = await run(COMMAND);
  assert.is(code, 2);
  assert.match(stderr, /--set\b/);
  assert.match(stderr, /\bSHARDKEEPER_SET\b/);
});

usage('refuses a flag that it does not know', async () => {
  const { code, stderr } = await run([...COMMAND, '--set=x', '--worker=3']);
  assert.is(code, 2);
  assert.match(stderr, /--worker\b/);
  assert.match(stderr, /--workers\b/, 'and names the one that may have been meant');
});

usage('refuses a configuration file that it cannot read, and names it', async () => {
  const { code, stderr } = await run([...COMMAND, '--set=x', '--config=/does/not/exist.yaml']);
  assert.is(code, 2);
  assert.match(stderr, /--config \/does\/not\/exist\.yaml/);
});

const test = suite('shardkeeper metacontroller without its ControllerShardSet', { timeoutMs: 120_000 });

let controlPlane: ControlPlane;
let engine: ChildProcess | undefined;

test.before(async () => {
  controlPlane = await startControlPlane();
  const kubectl = kubectlWith(await kubectlPath({}), controlPlane.kubeconfig);
  await kubectl(['apply', '--server-side', '-k', `${ROOT}/crds/shardkeeper`]);
  await kubectl(['wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all']);
});
test.after(async () => {
  engine?.kill('SIGKILL');
  await controlPlane.stop();
});

test('waits, is alive and not ready, names SHARDKEEPER_SET, touches nothing, and ends in order', async () => {
  const [port = 0] = await freePorts(1);
  const flags = [`--health-address=127.0.0.1:${port}`, '--metrics-address=0'];
  const child = spawn(process.execPath, [MAIN, ...COMMAND, ...flags], {
    env: { PATH: process.env['PATH'], KUBECONFIG: controlPlane.kubeconfig, SHARDKEEPER_SET: SHARD_SETS.plural },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  engine = child;
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => {
    log += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  await eventually('it says what is missing', () => log.includes('there is no such ControllerShardSet'));
  const line = log.split('\n').find((one) => one.includes('there is no such ControllerShardSet')) ?? '';
  const { remedy, set } = JSON.parse(line) as { readonly remedy: string; readonly set: string };
  assert.match(remedy, /SHARDKEEPER_SET/);
  assert.is(set, `default/${SHARD_SETS.plural}`);
  assert.is((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  assert.ok((await fetch(`http://127.0.0.1:${port}/readyz`)).status >= 500);
  assert.is(child.exitCode, null, 'it waits');
  child.kill('SIGTERM');
  assert.is(await ended, 0);
  const entries = await loadAuditLog(controlPlane.auditLogPath ?? '');
  const own = entries.filter((entry) => entry.component === 'metacontroller');
  assert.ok(own.length > 0, 'it looked for its set');
  assert.equal(own.filter(isWrite), []);
});

interface Outcome {
  readonly code: number;
  readonly stderr: string;
}

function run(args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'] }, timeout: 20_000 };
    const child = execFile(process.execPath, [MAIN, ...args], options, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    );
  });
}
