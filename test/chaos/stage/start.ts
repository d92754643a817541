/** Brings up a stage: an installation, its parents, the scenarios' hook, the judge's ears. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { followAuditLog, isAboutObjects, type Kill } from '../../../src/testing/audit/index.ts';
import { startInstallation, type Installation } from '../../../src/testing/installation/index.ts';
import { startEditor, type Editor } from '../../../src/testing/load/editor.ts';
import { createNamespace, createWebApps, webAppName } from '../../../src/testing/load/webapps.ts';
import { eventually } from '../../eventually.ts';
import { chaosHookOf } from '../hook/hook.ts';
import { judge } from '../judge.ts';
import type { Form, Needs } from '../scenario.ts';
import type { ChaosStage, Judgement, StartStage } from '../stage.ts';
import { overlayFor } from './overlay.ts';
import { NAMESPACE, unserved } from './parents.ts';
import { isSettled, leaderOf, readyReplicas, SET, shardSetOf } from './set.ts';

const PARENTS: Readonly<Record<Form, number>> = { short: 200, full: 500 };
const REPLICAS = 3;
/** A hundred edits a second fill two cores: that is for the scenario that asks for them. */
const EDITS_PER_SECOND: Readonly<Record<Form, number>> = { short: 20, full: 25 };
/** Of the environment: another rate whatever the scenario wants, to find out what a rate costs. */
const EDITS = Number(process.env['EDITS'] ?? '') || undefined;
const ARRIVAL_MS = 60_000;
const LOOK_MS = 100;
const READY_MS = 120_000;
const ACCUSATIONS_MAX = 3;
const HOOK_PROGRAM = fileURLToPath(new URL('../hook/program.ts', import.meta.url));

/** Errors: those of `startInstallation`; nothing is left running then. */
export const startStage: StartStage = async (needs, form) => {
  const installation = await install(needs);
  try {
    return await furnish(installation, needs, form);
  } catch (error) {
    await installation.stop();
    throw error;
  }
};

async function install(needs: Needs): Promise<Installation> {
  const overlay = await overlayFor(needs);
  try {
    return await startInstallation({
      audit: 'contents',
      hookProgram: HOOK_PROGRAM,
      faultyNetwork: needs.faultyNetwork ?? false,
      components: [
        ...(needs.workload === 'Deployment' ? (['deployment'] as const) : []),
        ...(needs.fence === true ? (['fence', 'slot-guard'] as const) : []),
      ],
      ...(overlay === undefined ? {} : { overlay }),
    });
  } finally {
    if (overlay !== undefined) await rm(overlay, { recursive: true, force: true });
  }
}

async function furnish(installation: Installation, needs: Needs, form: Form): ReturnType<StartStage> {
  const { client } = installation;
  const names = Array.from({ length: PARENTS[form] }, (_, number) => webAppName(number));
  await installation.ready(REPLICAS);
  await createNamespace(client, NAMESPACE);
  await createWebApps(client, { namespace: NAMESPACE, count: names.length, labelled: true });
  await installation.applyController();
  await eventually(
    'every parent has its child and its status',
    async () => (await unserved(client, names)).length === 0,
    {
      everyMs: LOOK_MS,
      patienceMs: READY_MS,
    },
  );
  const { lease } = (await shardSetOf(client, installation.namespace)).spec;
  const hook = await chaosHookOf(installation.hook);
  const log = followAuditLog(installation.controlPlane.auditLogPath ?? '');
  const kills: Kill[] = [];
  const edit: ChaosStage['edit'] = (options = {}) =>
    startEditor({
      client,
      clock: systemClock,
      random: systemRandom,
      namespace: NAMESPACE,
      names: options.names ?? names,
      editsPerSecond: EDITS ?? options.editsPerSecond ?? EDITS_PER_SECOND[form],
    });
  return {
    installation,
    hook,
    client,
    names,
    edit,
    arrived,
    namespace: NAMESPACE,
    form,
    leaseMs: lease.durationSeconds * 1000,
    windowMs: lease.durationSeconds * 1000 - lease.fenceMarginMilliseconds,
    requestTimeoutMs: lease.requestTimeoutMilliseconds,
    replicas: () => readyReplicas(client, installation.namespace),
    scale: (replicas) => scale(installation, needs.workload ?? 'StatefulSet', replicas),
    ready: (replicas) => untilReady(installation, replicas),
    signal: (pod, signal) => {
      const atMs = systemClock.wallMs();
      if (!installation.kubelet.signal(pod, signal)) throw new Error(`pod ${pod} has no process to signal`);
      if (signal === 'SIGKILL') kills.push({ replica: pod, atMs });
      return atMs;
    },
    leader: () => leaderOf(client, installation.namespace),
    judge: async (fromMs, options = {}) => {
      const verdict = judge({
        fromMs,
        entries: await log.read(),
        calls: await hook.calls(),
        parents: names,
        namespace: installation.namespace,
        windowMs: lease.durationSeconds * 1000 - lease.fenceMarginMilliseconds,
        transitMs: lease.requestTimeoutMilliseconds,
        kills: [...kills, ...(options.kills ?? [])],
      });
      accuse(verdict);
      return verdict;
    },
    forget: (beforeMs) => {
      log.forget(beforeMs, (entry) => !isAboutObjects(entry));
      hook.forget(beforeMs);
    },
    stop: () => installation.stop(),
  };
}

/** For whoever has to find out why: the first few of each kind. */
function accuse({ evidence }: Judgement): void {
  const { holds, lives } = evidence.timeline;
  for (const one of [...evidence.violations.slice(0, ACCUSATIONS_MAX), ...evidence.late.slice(0, ACCUSATIONS_MAX)]) {
    process.stderr.write(`  guilty: ${JSON.stringify(one)}\n`);
    process.stderr.write(`  who held the slot: ${JSON.stringify(holds.get(one.slot)?.slice(-ACCUSATIONS_MAX))}\n`);
  }
  const guilty = evidence.violations.length + evidence.late.length > 0;
  for (const life of guilty ? lives : []) {
    process.stderr.write(
      `  a life: ${JSON.stringify({ ...life, renewalsMs: life.renewalsMs.slice(-ACCUSATIONS_MAX) })}\n`,
    );
  }
  for (const one of evidence.unasked.slice(0, ACCUSATIONS_MAX)) {
    process.stderr.write(`  nobody had edited it: ${JSON.stringify(one)}\n`);
  }
}

async function scale({ kubectl, namespace }: Installation, kind: string, replicas: number): Promise<void> {
  await kubectl(['scale', `${kind.toLowerCase()}/${SET}`, `--replicas=${replicas}`, '-n', namespace]);
}

async function untilReady({ client, namespace, ready }: Installation, replicas: number): Promise<void> {
  await ready(replicas);
  let found = '';
  const isWhole = async (): Promise<boolean> => {
    const names = await readyReplicas(client, namespace);
    const set = await shardSetOf(client, namespace);
    found = `${names.join(' ')}: ${JSON.stringify(set.status?.assignment?.ranges)}`;
    return names.length === replicas && isSettled(set);
  };
  await eventually(`${replicas} replicas are Ready and nothing moves`, isWhole, {
    everyMs: LOOK_MS,
    patienceMs: READY_MS,
  }).catch((cause: unknown) => {
    throw new Error(`there are not ${replicas} replicas that are Ready while nothing moves: ${found}`, { cause });
  });
}

async function arrived(editor: Editor): Promise<readonly string[]> {
  await editor.stop();
  const deadlineMs = systemClock.monotonicMs() + ARRIVAL_MS;
  for (;;) {
    const missing = await editor.missing();
    if (missing.length === 0 || systemClock.monotonicMs() > deadlineMs) return missing;
    await sleep(systemClock, LOOK_MS);
  }
}
