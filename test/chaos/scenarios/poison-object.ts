/** Scenario 13: an object that ends each replica that touches it. */
import { QUARANTINE_ANNOTATION } from '../../../src/api/names.ts';
import { CORE_EVENTS, SHARDS } from '../../../src/kube/resources.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { WEBAPPS } from '../../../src/testing/load/webapps.ts';
import { answerTo, eventually } from '../../eventually.ts';
import { atLeast, atMost, never, told } from '../figures.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { unserved } from '../stage/parents.ts';
import { shardSetOf } from '../stage/set.ts';
import { safety } from '../verdict.ts';

const PATIENCE = { patienceMs: 120_000, everyMs: 50 };
/** One suspicion, two trials; and one for each other replica that the slots may pass through before a process is back. */
const CRASHES_MAX = 3 + 2;

/** Kills whoever calls the hook for the poison, while it does: to the next process this is what an OOM kill looks like. */
async function killCallers(stage: ChaosStage, poison: string, signal: AbortSignal): Promise<number> {
  const fromMs = systemClock.wallMs();
  const killed = new Set<string>();
  await eventually(
    'the poison does not end replicas any more',
    async () => {
      for (const { parent, process, endMs } of await stage.hook.calls(fromMs)) {
        if (parent !== poison || endMs !== undefined || killed.has(process.incarnation)) continue;
        killed.add(process.incarnation);
        stage.signal(process.replica, 'SIGKILL');
      }
      return signal.aborted;
    },
    PATIENCE,
  );
  return killed.size;
}

async function run(stage: ChaosStage): Promise<readonly Figure[]> {
  const { client, namespace, names } = stage;
  const [poison = '', ...rest] = names;
  const fromMs = systemClock.wallMs();
  await stage.hook.behave({ hang: [poison] });
  const editor = stage.edit({ names: rest });
  const over = new AbortController();
  const killing = killCallers(stage, poison, over.signal);
  // Whoever waits for it later hears of it; until then nobody does.
  killing.catch(() => undefined);
  await touch(stage, poison);
  const found = await answerTo('the set says that an object is in quarantine', () => quarantineOf(stage), PATIENCE);
  const visibleMs = systemClock.wallMs() - fromMs;
  await stage.ready(3);
  over.abort();
  const crashes = await killing;
  const events = await eventually('there is an event on the object', () => isTold(stage, poison), PATIENCE).then(
    () => 1,
    () => 0,
  );
  const lost = await stage.arrived(editor);
  const unservedOthers = await unserved(client, rest);
  // Cured: who takes the mark away has it tried at once.
  await stage.hook.behave({ hang: [] });
  const curedMs = systemClock.wallMs();
  const patch = { metadata: { annotations: { [QUARANTINE_ANNOTATION]: null } } };
  await client.send({ verb: 'patch', resource: WEBAPPS, ref: { namespace, name: poison }, patchType: 'merge', patch });
  await eventually('the cured object is served', async () => (await unserved(client, [poison])).length === 0, PATIENCE);
  const servedMs = systemClock.wallMs() - curedMs;
  await eventually('nothing is in quarantine', async () => (await quarantineOf(stage)) === undefined, PATIENCE);
  const verdict = await stage.judge(fromMs);
  return [
    ...safety(verdict, { lost: lost.length, edits: editor.edits() }),
    atLeast('crashes_caused', crashes, { goal: 1 }),
    atMost('crashes', crashes, { goal: CRASHES_MAX }),
    told('visible_after', visibleMs, 'ms'),
    atLeast('quarantined', found, { goal: 1 }),
    never('quarantined_others', Math.max(0, found - 1)),
    atLeast('events_on_the_object', events, { goal: 1 }),
    never('other_objects_unserved', unservedOthers.length),
    atMost('cured_to_served', servedMs, { goal: 2_000, unit: 'ms' }),
  ];
}

/** An edit of its spec. */
async function touch({ client, namespace }: ChaosStage, name: string): Promise<void> {
  const patch = { spec: { greeting: 'poison' } };
  await client.send({ verb: 'patch', resource: WEBAPPS, ref: { namespace, name }, patchType: 'merge', patch });
}

/** How many objects live replicas have in quarantine, once the set says so. */
async function quarantineOf({ client, installation: { namespace } }: ChaosStage): Promise<number | undefined> {
  const { status } = await shardSetOf(client, namespace);
  if (status?.conditions?.every(({ type }) => type !== 'Quarantined') ?? true) return undefined;
  const { items } = await client.list(SHARDS, { namespace });
  const counts = items.map((item) => (item['status'] as { readonly quarantined?: number } | undefined)?.quarantined);
  return counts.reduce<number>((sum, count = 0) => sum + count, 0);
}

async function isTold({ client, namespace }: ChaosStage, name: string): Promise<boolean> {
  const { items } = await client.list(CORE_EVENTS, { namespace });
  return items.some(
    (event) =>
      event['reason'] === 'Quarantined' && (event['involvedObject'] as { readonly name?: string }).name === name,
  );
}

export const scenarios: readonly Scenario[] = [
  { name: 'poison-object', about: 'an object that ends each replica that touches it', needs: {}, run },
];
