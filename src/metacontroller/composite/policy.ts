/** CompositeController, as the kernel sees it. */
import { COMPOSITE_KIND, COMPOSITE_PLURAL, compositeFinalizer } from '../../api/names.ts';
import type { Policy } from '../kernel/policy.ts';
import { claimChildren } from './claim.ts';
import { declareComposite } from './declare.ts';
import { COMPOSITE_ENVELOPE, planComposite } from './plan.ts';

export const compositePolicy: Policy = {
  kind: COMPOSITE_KIND,
  plural: COMPOSITE_PLURAL,
  needsStatus: true,
  finalizerOf: compositeFinalizer,
  requestFields: { parent: 'parent', children: 'children' },
  envelope: COMPOSITE_ENVELOPE,
  declare: declareComposite,
  claim: claimChildren,
  plan: planComposite,
};
