/** `shardkeeper migrate`: flags in, a report and an exit code out. */
import { createInterface } from 'node:readline/promises';
import { createKubeClient } from '../../kube/client.ts';
import { loadClusterAccess } from '../../kube/config.ts';
import type { ClusterAccess } from '../../kube/access.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { KubeClient } from '../../kube/types.ts';
import { systemClock } from '../../lib/clock.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { systemRandom } from '../../lib/random.ts';
import { silentMetrics } from '../../telemetry/metrics.ts';
import { version } from '../version.ts';
import { goBack } from './back.ts';
import { compileFlags, type Compiled, type MigrateFlags, type Output } from './flags.ts';
import { check } from './check.ts';
import { backText, checkText, printed } from './print.ts';
import { Progress } from './progress.ts';

const EXIT = { nothingInTheWay: 0, somethingInTheWay: 1, interrupted: 130 } as const;
const REQUEST_TIMEOUT_MS = 15_000;
const READ_TIMEOUT_MS = 60_000;

interface Session {
  readonly client: KubeClient;
  readonly access: ClusterAccess;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly output: Output;
}

/** Resolves to the exit code. Errors: `InvalidConfiguration`, `ReplicasRun`, those of finding the cluster, ApiError. */
export async function runMigrate(flags: MigrateFlags): Promise<number> {
  const compiled = compileFlags(flags);
  const clock = systemClock;
  const { kubeconfig, context, output } = flags;
  const access = await loadClusterAccess({
    clock,
    env: process.env,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
  });
  if (compiled.type === 'Back' && !(await isConfirmed(compiled, access))) return EXIT.somethingInTheWay;
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  // A second one ends the process at once.
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const client = createKubeClient({
    access,
    clock,
    metrics: silentMetrics,
    userAgent: `shardkeeper/${version().version} (migrate)`,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    readTimeoutMs: READ_TIMEOUT_MS,
    ...(compiled.type === 'Back' ? { writeConnections: compiled.concurrency } : {}),
  });
  const progress = new Progress({ clock, tell });
  try {
    return await perform(compiled, { client, access, progress, output, signal: interruption.signal });
  } catch (error) {
    if (!interruption.signal.aborted || !isApiError(error, 'Aborted')) throw error;
    tell('interrupted');
    return EXIT.interrupted;
  } finally {
    progress.close();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await client.close();
  }
}

async function perform(compiled: Compiled, session: Session): Promise<number> {
  const { client, signal, progress, output } = session;
  if (compiled.type === 'Check') {
    const found = await check({ client, clock: systemClock, signal, flags: compiled, progress, tell });
    await print(printed(found, output, () => checkText(found)));
    return found.ready ? EXIT.nothingInTheWay : EXIT.somethingInTheWay;
  }
  const report = await goBack({
    ...compiled,
    client,
    clock: systemClock,
    random: systemRandom,
    signal,
    tell,
    progress,
  });
  await print(printed(report, output, () => backText(report)));
  if (report.interrupted) return EXIT.interrupted;
  return report.complete ? EXIT.nothingInTheWay : EXIT.somethingInTheWay;
}

/** Nothing is taken away by a command that was only tried out. */
async function isConfirmed(back: Compiled & { readonly type: 'Back' }, access: ClusterAccess): Promise<boolean> {
  if (back.yes || back.dryRun) return true;
  if (process.stdin.isTTY !== true) {
    const text =
      'migrate --back changes objects in the whole cluster: add --yes to confirm it, or --dry-run to see what it would do';
    throw new ShardkeeperError(text, { code: 'InvalidConfiguration', terminal: true });
  }
  const question = `Take away what Shardkeeper added to the objects of ${access.server}? Type yes: `;
  const isYes = (await answerTo(question)).trim() === 'yes';
  if (!isYes) tell('nothing was done');
  return isYes;
}

/** '' when the answer is Ctrl-C or the end of the input. */
async function answerTo(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((resolve) => {
      reader.once('close', () => resolve(''));
      reader.question(question).then(resolve, () => resolve(''));
    });
  } finally {
    reader.close();
  }
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Whole, even into a pipe that is read slowly. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}
