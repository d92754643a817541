/** Names a root of one controller, in this process and in the crash journal. */
import type { Controller, RootRef } from '../ports.ts';
import { itemId } from './queue.ts';

export function rootId(controller: Controller, root: RootRef): string {
  return `${controller.name} ${itemId(root)}`;
}

/** The root that an id names, if it is one of this controller. */
export function rootIn(id: string, { name }: Controller): RootRef | undefined {
  const [controller, groupResource, key, ...rest] = id.split(' ');
  if (controller !== name || groupResource === undefined || key === undefined || rest.length > 0) return undefined;
  return { groupResource, key };
}
