/**
 * People who keep editing: a steady rate of edits on random parents, each remembered, so that afterwards it can be told
 * whether every last edit arrived in the child.
 */
import { isApiError } from '../../kube/api-error.ts';
import { CONFIG_MAPS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject } from '../../kube/types.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { childNameOf, WEBAPPS } from './webapps.ts';

export interface EditorOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly namespace: string;
  readonly names: readonly string[];
  readonly editsPerSecond: number;
}

export interface Editor {
  readonly edits: () => number;
  /** Ends editing; resolves when the last edit is answered. */
  readonly stop: () => Promise<void>;
  /** Names whose child does not show the last edit, from one LIST of the children. */
  readonly missing: () => Promise<readonly string[]>;
}

/** Edits under way at once at the most: a slow API server slows the editor instead of piling up requests. */
const OPEN_MAX = 64;

export function startEditor(options: EditorOptions): Editor {
  const { client, clock, random, namespace, names, editsPerSecond } = options;
  const stop = new AbortController();
  const last = new Map<string, string>();
  const open = new Map<string, Promise<void>>();
  let edits = 0;

  const edit = async (name: string): Promise<void> => {
    const greeting = `edit ${++edits}`;
    try {
      const patch = { spec: { greeting } };
      await client.send({ verb: 'patch', resource: WEBAPPS, ref: { namespace, name }, patchType: 'merge', patch });
      last.set(name, greeting);
    } catch (error) {
      // An edit without an answer may have arrived or not: the next look at the parent tells.
      if (!isApiError(error)) throw error;
      last.delete(name);
    } finally {
      open.delete(name);
    }
  };
  const run = async (): Promise<void> => {
    const start = clock.monotonicMs();
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const name = names[Math.floor(random.next() * names.length)];
      if (name !== undefined && !open.has(name) && open.size < OPEN_MAX) open.set(name, edit(name));
      await sleep(clock, start + ((turn + 1) * 1000) / editsPerSecond - clock.monotonicMs(), stop.signal);
    }
    await Promise.all(open.values());
  };
  const running = run();
  return {
    edits: () => edits,
    stop: async () => {
      stop.abort();
      await running;
    },
    missing: async () => {
      const { items } = await client.list(CONFIG_MAPS, { namespace });
      const shown = new Map(items.map((item) => [item.metadata.name, greetingOf(item)]));
      return [...last].filter(([name, greeting]) => shown.get(childNameOf(name)) !== greeting).map(([name]) => name);
    },
  };
}

function greetingOf(configMap: KubeObject): string | undefined {
  return (configMap['data'] as Readonly<Record<string, string>> | undefined)?.['greeting'];
}
