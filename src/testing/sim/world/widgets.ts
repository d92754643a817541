/** The controller that runs on every replica: real reconciles through the production host, a hook that only takes time. */
import { sleep, type Clock } from '../../../lib/clock.ts';
import { controllerOf, keyOf, type KubeObject } from '../../../kube/types.ts';
import type { Controller, ObjectChange, ReconcileContext, RootRef } from '../../../replica/ports.ts';
import type { SeededRandom } from '../schedule/index.ts';
import {
  GADGET_KIND,
  GADGETS,
  gadget,
  NAMESPACE,
  TICKET_KIND,
  TICKETS,
  ticket,
  valueOf,
  WIDGET_KIND,
  WIDGETS,
} from './objects.ts';

export interface WidgetsOptions {
  readonly clock: Clock;
  readonly random: SeededRandom;
  /** A hook is called with these children. */
  readonly onHook: (root: KubeObject, children: readonly KubeObject[]) => void;
}

const HOOK_MAX_MS = 300;

export function widgetController(options: WidgetsOptions): Controller {
  return {
    name: 'widgets',
    resources: [
      { resource: WIDGETS, role: 'root' },
      { resource: GADGETS, role: 'child' },
      { resource: TICKETS, role: 'child' },
    ],
    rootsOf,
    reconcile: async (root, context) => {
      const widget = context.stores.get(WIDGET_KIND, root.key);
      if (widget !== undefined && widget.metadata.deletionTimestamp === undefined) await sync(widget, context, options);
      return { type: 'Settled' };
    },
  };
}

function* rootsOf({ before, after }: ObjectChange): Generator<RootRef> {
  const object = after ?? before;
  if (object === undefined) return;
  if (object.kind === WIDGETS.kind) {
    yield { groupResource: WIDGET_KIND, key: keyOf(object.metadata) };
    return;
  }
  const owner = controllerOf(object.metadata);
  if (owner?.kind === WIDGETS.kind) yield { groupResource: WIDGET_KIND, key: `${NAMESPACE}/${owner.name}` };
}

async function sync(widget: KubeObject, context: ReconcileContext, options: WidgetsOptions): Promise<void> {
  const uid = widget.metadata.uid ?? '';
  const gadgets = context.stores.ownedBy(GADGET_KIND, uid);
  const tickets = context.stores.ownedBy(TICKET_KIND, uid);
  context.assertOwned('hook');
  options.onHook(widget, [...gadgets, ...tickets]);
  await sleep(options.clock, options.random.integer(0, HOOK_MAX_MS), context.signal);
  // What the hook answered from what it was shown: so many children, with these contents.
  if (tickets.length === 0) await context.writer.send({ verb: 'create', resource: TICKETS, body: ticket(widget) });
  const [old] = gadgets;
  if (old === undefined) await context.writer.send({ verb: 'create', resource: GADGETS, body: gadget(widget) });
  else if (valueOf(old) !== valueOf(widget)) {
    const body = { ...old, spec: { value: valueOf(widget) } };
    await context.writer.send({ verb: 'update', resource: GADGETS, body });
  }
}
