/** Tells of a root that writes every time it is looked at, and who else writes what it writes. */
import type { EventRecorder } from '../../kube/events.ts';
import { subjectOf } from '../../kube/event-body.ts';
import { groupResourceOf, keyOf, refOf, type KubeClient } from '../../kube/types.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { StoreReader } from '../ports.ts';
import { fieldManagersOf } from '../write/field-managers.ts';
import type { Run } from './pool-entry.ts';

export interface WriteLoopOptions {
  readonly client: Pick<KubeClient, 'getPath'>;
  readonly log: Logger;
  readonly reader: Pick<StoreReader, 'get'>;
  readonly objectEvents?: Pick<EventRecorder, 'record'>;
}

/** Never rejects. */
export async function tellWriteLoop(run: Run, options: WriteLoopOptions): Promise<void> {
  const { client, log, reader, objectEvents } = options;
  const { root, writesInRow } = run.item;
  if (run.wrote === undefined) return;
  const { resource } = run.wrote;
  const ref = 'ref' in run.wrote ? run.wrote.ref : refOf(keyOf(run.wrote.body.metadata));
  const written = `${groupResourceOf(resource)} ${keyOf(ref)}`;
  const fieldManagers = await fieldManagersOf(client, resource, ref);
  log.warn('a root writes every time it is looked at', {
    controller: run.controller.name,
    root: run.item.id,
    times: writesInRow,
    written,
    fieldManagers,
  });
  const object = reader.get(root.groupResource, root.key);
  if (object === undefined) return;
  objectEvents?.record({ regarding: subjectOf(object), ...eventOf(run, { written, fieldManagers }) });
}

function eventOf(
  { controller, item }: Run,
  { written, fieldManagers }: { readonly written: string; readonly fieldManagers: string },
): {
  readonly type: 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly api: 'core';
} {
  const note =
    `${controller.name} wrote ${item.writesInRow} times in a row, last ${written}, and finds it changed each time: it is slowed down. ` +
    `Field managers of that object: ${fieldManagers}. Two controllers that want one object differently, or a hook that never ` +
    'agrees with what is stored: let one of them want it';
  return { type: 'Warning', reason: 'WriteLoop', action: 'SlowDown', note, api: 'core' };
}
