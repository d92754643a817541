/** One run: faults and safety first, then rest and convergence. */
import type { RunResult } from '../ports.ts';
import { restWithinMs } from '../judge/index.ts';
import { seededRandom } from '../schedule/index.ts';
import { Cluster } from './cluster.ts';
import { Life } from './life.ts';
import { Performer } from './perform.ts';
import { planOf } from './plan.ts';
import type { Story } from './story.ts';

export interface SimulateOptions {
  /** Default: drawn from the seed. */
  readonly story?: Story;
  /** Keep the whole log, not only its end. */
  readonly wholeLog?: boolean;
  /** End with the first breach of one of these properties: for who expects one. */
  readonly stopAt?: readonly string[];
}

const LEAST_MS = 120_000;
/** Edits go on for a while after the faults. */
const EDITS_AFTER_MS = 5_000;
const POLL_MS = 500;
/** So long must it last. */
const REST_MS = 3_000;
const LOG_LINES = 60;

/**
 * Runs the production manager and replicas through a story. Equal seeds and options, equal results. Never rejects for what the
 * product does: that is a breach.
 */
export async function simulate(seed: number, options: SimulateOptions = {}): Promise<RunResult> {
  const random = seededRandom(seed);
  const traceLimit = Error.stackTraceLimit;
  // A good part of a run's time otherwise, for stacks that nobody reads.
  if (options.wholeLog !== true) Error.stackTraceLimit = 0;
  const story = options.story ?? planOf(random.fork());
  const cluster = new Cluster(story, random);
  const { scheduler, findings, log } = cluster;
  const life = new Life(cluster);
  const over = (): boolean => findings.breaches.some(({ property }) => options.stopAt?.includes(property) === true);
  const performer = new Performer(cluster, life);
  const onRejection = (error: unknown): void => findings.breach('Bug', `nobody caught: ${textOf(error)}`);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onRejection);
  try {
    cluster.furnish();
    const faultsEndMs = performer.schedule(story.steps);
    life.begin();
    await scheduler.run(faultsEndMs, over);
    performer.end();
    log.say('world', 'no fault is left');
    await scheduler.run(Math.max(faultsEndMs + EDITS_AFTER_MS, 0), over);
    life.editing = false;
    const lacks = over() ? undefined : await converge(cluster, faultsEndMs + restWithinMs(cluster.timing), over);
    if (lacks !== undefined) findings.breach('P2', lacks);
    await scheduler.run(Math.max(scheduler.nowMs(), story.leastMs ?? LEAST_MS), over);
  } catch (error) {
    findings.breach('Bug', textOf(error));
  } finally {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onRejection);
    Error.stackTraceLimit = traceLimit;
  }
  return {
    seed,
    breaches: findings.breaches,
    ms: scheduler.nowMs(),
    faults: performer.faults,
    judgedService: cluster.service.judged,
    logHash: log.hash(),
    log: options.wholeLog === true ? log.lines : log.lines.slice(-LOG_LINES),
  };
}

/** Runs until nothing has been missing for a while; what is missing still when the time is over. */
async function converge(cluster: Cluster, untilMs: number, over: () => boolean): Promise<string | undefined> {
  const { scheduler, log } = cluster;
  let resting = false;
  let restMs = 0;
  for (;;) {
    const lacks = cluster.missing();
    if (lacks === undefined && !resting) log.say('world', 'is at rest');
    resting = lacks === undefined;
    restMs = resting ? restMs + POLL_MS : 0;
    if (restMs > REST_MS || over()) return undefined;
    if (scheduler.nowMs() >= untilMs) return lacks ?? 'rest: it does not last';
    await scheduler.run(scheduler.nowMs() + POLL_MS, over);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
