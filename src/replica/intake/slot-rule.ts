/** What intake has to look after, and whose slot an object gets. Pure. */
import {
  controllerOf,
  groupOf,
  groupResourceOf,
  type KubeObject,
  type OwnerReference,
  type Resource,
} from '../../kube/types.ts';
import { parseTime } from '../../lib/clock.ts';
import { slotOf, type Slot } from '../../protocol/slots.ts';
import type { Controller } from '../ports.ts';

/** More distinct selectors than this are not worth a watch each: one watch without a selector sees them all. */
const SELECTORS_MAX = 4;

/** A resource with roots. */
export interface RootKind {
  readonly resource: Resource;
  readonly groupResource: string;
  /** One watch for each; '' = no selector. */
  readonly selectors: readonly string[];
  /** What its objects may own. */
  readonly children: readonly Resource[];
  /** Roots created after this have no children that nobody labelled; undefined = all may have some. */
  readonly sinceMs: number | undefined;
}

/** The slot of whoever does the intake of a resource. */
export function intakeSlotOf(resource: Resource): Slot {
  return slotOf(`intake:${resource.group}/${resource.plural}`);
}

export function rootKindsOf(controllers: readonly Controller[]): readonly RootKind[] {
  const byResource = Map.groupBy(
    controllers.flatMap((controller) =>
      controller.resources.filter(({ role }) => role === 'root').map((root) => ({ controller, root })),
    ),
    ({ root }) => groupResourceOf(root.resource),
  );
  return Array.from(byResource, ([groupResource, users]) => {
    const children = users.flatMap(({ controller }) =>
      controller.resources.filter(({ role }) => role === 'child').map(({ resource }) => resource),
    );
    const since = users.map(({ controller }) => parseTime(controller.since ?? ''));
    return {
      groupResource,
      resource: users[0]?.root.resource as Resource,
      selectors: selectorsOf(users.map(({ root }) => root.labelSelector ?? '')),
      children: [...new Map(children.map((child) => [groupResourceOf(child), child])).values()],
      sinceMs: since.includes(undefined) ? undefined : Math.max(...since.map((ms) => ms ?? 0)),
    };
  });
}

function selectorsOf(all: readonly string[]): readonly string[] {
  const distinct = [...new Set(all)].toSorted();
  return distinct.includes('') || distinct.length > SELECTORS_MAX ? [''] : distinct;
}

/** Whether an object may own something that nobody labelled. Creation times are whole seconds. */
export function mayHaveUnlabelledChildren(object: KubeObject, sinceMs: number | undefined): boolean {
  const createdMs = parseTime(object.metadata.creationTimestamp ?? '');
  return sinceMs === undefined || createdMs === undefined || createdMs <= sinceMs + 1_000;
}

/** The owner that decides about an object's slot: its controller, when that is of a root kind. */
export function decidingOwner(
  object: KubeObject,
  kinds: readonly RootKind[],
): { readonly owner: OwnerReference; readonly kind: RootKind } | undefined {
  const owner = controllerOf(object.metadata);
  if (owner === undefined) return undefined;
  const group = groupOf(owner.apiVersion);
  const kind = kinds.find(({ resource }) => resource.group === group && resource.kind === owner.kind);
  return kind === undefined ? undefined : { owner, kind };
}
