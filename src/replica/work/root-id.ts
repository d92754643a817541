/** Names a root of one controller, in this process and in the crash journal. */
import type { Controller, RootRef } from '../ports.ts';
import { itemId } from './queue.ts';

export function rootId(controller: Controller, root: RootRef): string {
  return `${controller.name} ${itemId(root)}`;
}
