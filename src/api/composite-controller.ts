/** Metacontroller's CompositeController: which objects are parents, which kinds are their children, which hooks decide. */
import { validate } from './gen/_schemas/MetacontrollerK8sIoV1alpha1CompositeController.js';
import type { ICompositeController } from './gen/metacontroller.k8s.io/v1alpha1/CompositeController.ts';
import { COMPOSITE_KIND } from './names.ts';
import type { METACONTROLLER_API_VERSION } from './names.ts';
import type { DeepReadonly, Metadata } from './types.ts';
import { assertSchema } from './validate.ts';

type Generated = DeepReadonly<ICompositeController>;

export type CompositeControllerSpec = Generated['spec'];
export type ParentRule = CompositeControllerSpec['parentResource'];
export type ChildRule = NonNullable<CompositeControllerSpec['childResources']>[number];
export type Hooks = NonNullable<CompositeControllerSpec['hooks']>;
/** One hook; all hooks of all kinds of controllers have this shape. */
export type Hook = NonNullable<Hooks['sync']>;
/** TLS and credentials for hooks of one host. */
export type EndpointConfig = NonNullable<CompositeControllerSpec['endpointConfigs']>[number];
export type LabelSelector = NonNullable<ParentRule['labelSelector']>;

export type CompositeController = {
  readonly apiVersion: typeof METACONTROLLER_API_VERSION;
  readonly kind: typeof COMPOSITE_KIND;
  readonly metadata: Metadata;
  readonly spec: CompositeControllerSpec;
};

/**
 * `value` as a CompositeController: the very object, not a copy. Only its shape is judged; what the engine needs
 * beyond the schema (a sync hook, a complete webhook) is the engine's to say.
 *
 * Errors: `InvalidObject` (terminal), which names the object and the fields.
 */
export function validateCompositeController(value: unknown): CompositeController {
  assertSchema(COMPOSITE_KIND, validate, value);
  return value as CompositeController;
}
