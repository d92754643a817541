/** Scenario 9: no manager for a long time, and two at once. */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { SHARD_SET_PLURAL } from '../../../src/api/names.ts';
import { isSuccess, isWrite, type AuditEntry } from '../../../src/testing/audit/entry.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, never, told } from '../figures.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { takenOver as untilTakenOver } from '../facts.ts';
import { lasted, underEdits } from '../under-edits.ts';

const AWAY_MS: Readonly<Record<Form, number>> = { short: 8_000, full: 600_000 };
/** Of a process, until it does its work. */
const START_MS = 5_000;
/** How long it took is a figure; that it never comes is an error. */
const PATIENCE = { patienceMs: 120_000 };
const DEPLOYMENT = 'deployment/shardkeeper-manager';

/** Crashes and scaling happen meanwhile; replicas that are restarted in place need no manager. */
async function managerAway(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  const { kubelet } = stage.installation;
  const [restarted = '', killed = ''] = await stage.replicas();
  const manager = await stage.leader();
  const undo = (): void => {
    kubelet.release(manager);
    kubelet.release(killed);
  };
  return underEdits(
    stage,
    async () => {
      kubelet.holdBack(manager);
      stage.signal(manager, 'SIGKILL');
      const awayMs = systemClock.wallMs();
      stage.signal(restarted, 'SIGKILL');
      await eventually(
        'the restarted replica works again, without a manager',
        async () => {
          const calls = await stage.hook.calls(awayMs + 500);
          return calls.some(({ process, answered }) => process.replica === restarted && answered);
        },
        PATIENCE,
      );
      const restart = lasted('restart_in_place_after', awayMs, stage.requestTimeoutMs + 2_000 + START_MS);
      kubelet.holdBack(killed);
      stage.signal(killed, 'SIGKILL');
      await stage.scale(4);
      await sleep(systemClock, awayMs + AWAY_MS[form] - systemClock.wallMs());
      const backMs = systemClock.wallMs();
      kubelet.release(manager);
      await untilTakenOver(stage, killed);
      const covered = lasted('all_served_after_its_return', backMs, 2 * stage.leaseMs + 5_000 + START_MS);
      kubelet.release(killed);
      await stage.ready(4);
      await stage.scale(3);
      return () => [restart, covered];
    },
    { undo },
  );
}

/** The leader is stopped until the other one leads, and goes on in the belief that it leads still; slots move meanwhile. */
async function twoManagers(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubectl, namespace } = stage.installation;
  const scaleManagers = (count: number): Promise<string> =>
    kubectl(['scale', DEPLOYMENT, `--replicas=${count}`, '-n', namespace]);
  await scaleManagers(2);
  await kubectl(['rollout', 'status', DEPLOYMENT, '-n', namespace, '--timeout=60s']);
  const first = await stage.leader();
  let stopped = false;
  const undo = async (): Promise<void> => {
    if (stopped) stage.signal(first, 'SIGCONT');
    stopped = false;
    await scaleManagers(1);
  };
  return underEdits(
    stage,
    async () => {
      stage.signal(first, 'SIGSTOP');
      stopped = true;
      const stoppedMs = systemClock.wallMs();
      await stage.scale(4);
      await eventually('the other manager leads', async () => (await stage.leader()) !== first, PATIENCE);
      const led = lasted('other_manager_leads_after', stoppedMs, null);
      // In the middle of what the other one does now.
      stage.signal(first, 'SIGCONT');
      stopped = false;
      await stage.ready(4);
      await stage.scale(3);
      await stage.ready(3);
      const endMs = systemClock.wallMs();
      return (judgement) => [
        led,
        ...afterTheOther(judgement, { first, stoppedMs, endMs }),
        told('table_writes_refused', refusedTableWrites(judgement, stoppedMs)),
        told('slots_moved_beyond_the_least', judgement.moved - judgement.least),
      ];
    },
    { undo },
  );
}

/** Once the other one has written a table, what the stopped one knows is old: its CAS fails. */
function afterTheOther(
  judgement: Judgement,
  { first, stoppedMs, endMs }: { readonly first: string; readonly stoppedMs: number; readonly endMs: number },
): readonly Figure[] {
  const byOther = tablesOf(judgement, stoppedMs, (pod) => pod !== first);
  const sinceMs = byOther[0]?.endMs ?? Number.POSITIVE_INFINITY;
  const byStopped = tablesOf(judgement, sinceMs, (pod) => pod === first).filter(({ startMs }) => startMs < endMs);
  return [
    atLeast('tables_of_the_other_manager', byOther.length, { goal: 1 }),
    never('tables_of_the_stopped_manager', byStopped.length),
  ];
}

function tableWrites({ evidence }: Judgement, fromMs: number): Judgement['evidence']['entries'] {
  return evidence.entries.filter(
    (entry) =>
      entry.startMs >= fromMs &&
      entry.resource === SHARD_SET_PLURAL &&
      entry.subresource === 'status' &&
      isWrite(entry),
  );
}

/** Tables of any process of this pod, or of all others. */
function tablesOf(judgement: Judgement, fromMs: number, wrote: (pod: string) => boolean): readonly AuditEntry[] {
  return tableWrites(judgement, fromMs).filter((entry) => isSuccess(entry) && wrote(entry.process?.replica ?? ''));
}

function refusedTableWrites(judgement: Judgement, fromMs: number): number {
  return tableWrites(judgement, fromMs).filter((entry) => !isSuccess(entry)).length;
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'manager-away',
    about: 'no manager for 10 minutes (8 s in the short form), with crashes and scaling, then it is back',
    needs: {},
    notInCi: true,
    run: managerAway,
  },
  {
    name: 'two-managers',
    about: 'a leader that was stopped goes on beside the one that leads now, while slots move',
    needs: {},
    run: twoManagers,
  },
];
