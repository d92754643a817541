/** The play: brings up the installation, runs the acts, judges, prints the figures, cleans up. */
import { delimiter, dirname } from 'node:path';
import { systemClock } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import { systemRandom } from '../../lib/random.ts';
import { startInstallation, type Installation } from '../../testing/installation/index.ts';
import { startEditor } from '../../testing/load/editor.ts';
import { webAppName } from '../../testing/load/webapps.ts';
import { asJsonLines, asTable, isMet, type Figure } from './figure.ts';
import { judge } from './judge.ts';
import { playRestart, playScaleOut, playTakeover } from './moves-acts.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { PARENTS_NAMESPACE, type Stage } from './stage.ts';
import { playWave } from './wave-act.ts';

export interface DemoOptions {
  readonly parents: number;
  /** Leave everything running until Ctrl-C. */
  readonly keep: boolean;
  /** End with figures as JSON lines on stdout. */
  readonly json: boolean;
}

const EDITS_PER_SECOND = 25;
const ARRIVAL_MS = 60_000;
/** Figures that a busy machine can spoil: told, and not held against the demo. The others are promises. */
const TIMINGS: ReadonlySet<string> = new Set(['wave_over_raw', 'unowned_planned_p99']);
const FAILED = 1;
const INTERRUPTED = 130;

/** Resolves to the exit code. */
export async function runDemo(flags: Readonly<Record<string, string | boolean | undefined>>): Promise<number> {
  const options = compileOptions(flags);
  const narrator = createNarrator(process.stderr, systemClock);
  const interrupted = Promise.withResolvers<'Interrupted'>();
  const interrupt = (): void => interrupted.resolve('Interrupted');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  narrator.act('Shardkeeper: a controller in three replicas, on a real API server');
  const starting = startInstallation({ step: narrator.step });
  const playing = starting.then((installation) => play(installation, narrator, options));
  const outcome = await Promise.race([playing.catch((error: unknown) => ({ error })), interrupted.promise]);
  if (outcome === 'Interrupted') return abandon(starting, narrator);
  const installation = await starting.catch(() => undefined);
  if ('error' in outcome) {
    await installation?.stop();
    throw outcome.error;
  }
  print(options, outcome);
  if (options.keep && installation !== undefined) await keepRunning(installation, narrator, interrupted.promise);
  narrator.step('Stopping everything');
  await installation?.stop();
  const missed = outcome.filter((figure) => !isMet(figure));
  if (missed.some(isSpoilt)) {
    narrator.fact('A timing goal was missed. They are for a machine that does nothing else: see docs/performance.md.');
  }
  return missed.every(isSpoilt) ? 0 : FAILED;
}

/** Too slow, on whatever machine. A figure that had nothing to measure is no matter of speed. */
function isSpoilt({ metric, value }: Figure): boolean {
  return TIMINGS.has(metric) && !Number.isNaN(value);
}

async function play(installation: Installation, narrator: Narrator, options: DemoOptions): Promise<readonly Figure[]> {
  const clock = systemClock;
  const random = systemRandom;
  const { client } = installation;
  const stage: Stage = { installation, client, narrator, clock, random, parents: options.parents };
  await narrator.progress(() => 'waiting until the set is Ready with 3 replicas', installation.ready(3));
  const wave = await playWave(stage);
  const names = Array.from({ length: options.parents }, (_, number) => webAppName(number));
  const editor = startEditor({
    client,
    clock,
    random,
    namespace: PARENTS_NAMESPACE,
    names,
    editsPerSecond: EDITS_PER_SECOND,
  });
  const scaleOut = await playScaleOut(stage);
  const restart = await playRestart(stage);
  const takeover = await playTakeover(stage);
  await editor.stop();
  const missing = await narrator.progress(() => 'waiting until the last edit has arrived', arrived(editor.missing));
  narrator.fact(`${editor.edits()} edits meanwhile; ${missing.length} did not arrive.`);
  narrator.act('The audit log is judged');
  return judge(stage, { wave, scaleOut, restart, takeover, lostEdits: missing.length, edits: editor.edits() });
}

/** Names whose edit is missing still when patience ends. */
async function arrived(missing: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const deadline = systemClock.monotonicMs() + ARRIVAL_MS;
  for (;;) {
    const names = await missing();
    if (names.length === 0 || systemClock.monotonicMs() > deadline) return names;
  }
}

function print(options: DemoOptions, figures: readonly Figure[]): void {
  if (options.json) process.stdout.write(asJsonLines('demo', figures));
  else process.stdout.write(`\n${asTable(figures)}\n\n`);
}

async function keepRunning(installation: Installation, narrator: Narrator, end: Promise<unknown>): Promise<void> {
  const { namespace, controlPlane, kubectlProgram } = installation;
  const folder = dirname(kubectlProgram);
  const isOnPath = (process.env['PATH'] ?? '').split(delimiter).includes(folder);
  narrator.act('Everything keeps running until Ctrl-C. In another terminal:');
  for (const line of [
    ...(isOnPath ? [] : [`export PATH=${folder}:$PATH`]),
    `export KUBECONFIG=${controlPlane.kubeconfig}`,
    `kubectl get controllershards -n ${namespace} --watch`,
    `kubectl describe controllershard metacontroller-0 -n ${namespace}`,
    `kubectl scale statefulset/metacontroller --replicas=2 -n ${namespace}`,
    `kubectl delete pod metacontroller-1 -n ${namespace}`,
    `kubectl patch webapp ${webAppName(0)} -n ${PARENTS_NAMESPACE} --type=merge -p '{"spec":{"greeting":"hi"}}'`,
  ]) {
    narrator.output(line);
  }
  await end;
}

async function abandon(starting: Promise<Installation>, narrator: Narrator): Promise<number> {
  narrator.step('Interrupted: stopping everything');
  await starting.then((installation) => installation.stop()).catch((error: unknown) => narrator.fact(messageOf(error)));
  // What was under way fails now that its cluster is gone: nobody needs to hear of it.
  process.exit(INTERRUPTED);
}

function compileOptions(flags: Readonly<Record<string, string | boolean | undefined>>): DemoOptions {
  const parents = Number(flags['parents']);
  if (!Number.isInteger(parents) || parents < 1 || parents > 100_000) {
    const text = `--parents: "${String(flags['parents'])}" is not a whole number from 1 to 100000`;
    throw new ShardkeeperError(text, { code: 'InvalidConfiguration' });
  }
  return { parents, keep: flags['keep'] === true, json: flags['json'] === true };
}
