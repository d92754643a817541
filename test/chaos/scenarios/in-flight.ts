/** Scenarios 8 and 13: a call is in flight in a range that moves, and the new owner dies, or the call never ends. */
import { systemClock } from '../../../src/lib/clock.ts';
import type { SlotRange } from '../../../src/protocol/ranges.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import { WEBAPPS } from '../../../src/testing/load/webapps.ts';
import { eventually } from '../../eventually.ts';
import { atMost, pooled, told } from '../figures.ts';
import { pinTo, rowOf, unpin } from '../pinned.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { slotOfParent, unserved } from '../stage/parents.ts';
import { underEdits, unownedCrashMax } from '../under-edits.ts';

const PATIENCE = { patienceMs: 60_000, everyMs: 20 };
/** Slots on each side of the one whose parent has a call in flight. */
const AROUND = 40;
/** `spec.handoff.drainTimeoutSeconds` of the stage; the timeout of the hook (10 s) usually ends the call before. */
const DRAIN_MS = 20_000;

interface PlannedMove {
  readonly parent: string;
  readonly slot: number;
  readonly source: string;
  readonly target: string;
  readonly range: SlotRange;
}

/** A parent, a range around its slot within one row, its owner, and another replica. */
async function pickMove(stage: ChaosStage): Promise<PlannedMove> {
  for (const parent of stage.names) {
    const slot = slotOfParent(parent);
    const range = { start: slot - AROUND, end: slot + AROUND };
    const row = range.start < 0 || range.end >= SLOT_COUNT ? undefined : await rowOf(stage, slot);
    if (row === undefined || row.start > range.start || row.end < range.end) continue;
    const target = (await stage.replicas()).find((name) => name !== row.owner);
    if (target !== undefined) return { parent, slot, range, target, source: row.owner };
  }
  throw new Error('no parent has enough slots of its owner around it');
}

/** Edits the parent and waits until the hook has its call. */
async function callInFlight({ client, namespace, hook }: ChaosStage, parent: string): Promise<void> {
  const fromMs = systemClock.wallMs();
  const patch = { spec: { greeting: 'in flight when its slot moves' } };
  const ref = { namespace, name: parent };
  await client.send({ verb: 'patch', resource: WEBAPPS, ref, patchType: 'merge', patch });
  await eventually('its call is in flight', async () =>
    (await hook.calls(fromMs)).some((call) => call.parent === parent && call.endMs === undefined),
  );
}

/** T2 is written, one slot still drains at the source, and the new owner dies: the slot goes back or on. */
async function destinationDies(stage: ChaosStage): Promise<readonly Figure[]> {
  const { installation } = stage;
  const { parent, slot, source, target, range } = await pickMove(stage);
  return underEdits(
    stage,
    async () => {
      await stage.hook.behave({ delaysMs: { [parent]: 8_000 } });
      await callInFlight(stage, parent);
      await pinTo(stage, target, range);
      await eventually(
        'the slot has its new owner and waits for the old one',
        async () => {
          const row = await rowOf(stage, slot);
          return row?.owner === target && row.awaiting.includes(source);
        },
        PATIENCE,
      );
      installation.kubelet.holdBack(target);
      stage.signal(target, 'SIGKILL');
      const diedMs = systemClock.wallMs();
      await unpin(stage);
      await stage.hook.behave({ delaysMs: {} });
      await eventually(
        'the slot is with somebody who lives',
        async () => {
          const row = await rowOf(stage, slot);
          return row !== undefined && row.owner !== target && row.awaiting.length === 0;
        },
        PATIENCE,
      );
      const settled = told('slot_settled_after', systemClock.wallMs() - diedMs, 'ms');
      installation.kubelet.release(target);
      return (judgement) => [settled, unownedCrashMax(stage, judgement)];
    },
    {
      undo: async () => {
        installation.kubelet.release(target);
        await unpin(stage);
        await stage.hook.behave({ delaysMs: {} });
      },
    },
  );
}

/** Scenario 13: a call that never ends while its range moves holds up its own slot, and only for as long as a drain may take. */
async function hungHook(stage: ChaosStage): Promise<readonly Figure[]> {
  const { parent, slot, target, range } = await pickMove(stage);
  return underEdits(
    stage,
    async () => {
      await stage.hook.behave({ hang: [parent] });
      await callInFlight(stage, parent);
      await pinTo(stage, target, range);
      await eventually(
        'the range has its new owner',
        async () => (await rowOf(stage, slot))?.owner === target,
        PATIENCE,
      );
      const movedMs = systemClock.wallMs();
      await eventually(
        'only the slot of the call that hangs is waited for',
        async () => {
          const edges = await Promise.all([rowOf(stage, range.start), rowOf(stage, range.end)]);
          return edges.every((row) => row?.owner === target && row.awaiting.length === 0);
        },
        PATIENCE,
      );
      const others = told('rest_of_the_range_after', systemClock.wallMs() - movedMs, 'ms');
      await eventually(
        'the slot of the call that hangs is let go',
        async () => (await rowOf(stage, slot))?.awaiting.length === 0,
        PATIENCE,
      );
      const own = atMost('its_slot_after', systemClock.wallMs() - movedMs, {
        goal: DRAIN_MS + 2_000,
        unit: 'ms',
        speed: true,
      });
      await stage.hook.behave({ hang: [] });
      await eventually('it is served', async () => (await unserved(stage.client, [parent])).length === 0, PATIENCE);
      return (judgement) => [
        others,
        own,
        pooled(
          'planned_gap_p99_of_others',
          judgement.evidence.planned.filter((gap) => gap.parent !== parent).map(({ ms }) => ms),
          { share: 0.99, goal: 100 },
        ),
      ];
    },
    {
      undo: async () => {
        await unpin(stage);
        await stage.hook.behave({ hang: [] });
      },
    },
  );
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'destination-dies',
    about: 'the new owner dies while the old one still drains a slot',
    needs: {},
    notInCi: true,
    run: destinationDies,
  },
  {
    name: 'hook-hangs-in-a-move',
    about: 'a hook call hangs for ever while its range moves',
    needs: {},
    run: hungHook,
  },
];
