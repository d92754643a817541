/** Every name that Shardkeeper puts on objects or reads from them. What is written here is stored in clusters: never change. */

export const GROUP = 'shardkeeper.io';
export const VERSION = 'v1alpha1';
export const API_VERSION = 'shardkeeper.io/v1alpha1';

export const SHARD_SET_KIND = 'ControllerShardSet';
export const SHARD_SET_PLURAL = 'controllershardsets';
export const SHARD_KIND = 'ControllerShard';
export const SHARD_PLURAL = 'controllershards';

/** Default of `spec.slotLabel`: the label that carries the slot of an object, a decimal number 0-4095. */
export const SLOT_LABEL = 'shardkeeper.io/slot';
/** On every Lease and ControllerShard of a replica: the name of its set. */
export const SET_LABEL = 'shardkeeper.io/set';
/** On a CompositeController: `<namespace>/<set>/<uid of the set>` of the installation that runs it. */
export const SERVED_BY_ANNOTATION = 'shardkeeper.io/served-by';
/** On an object that may have ended the process that worked on it: JSON, what is known by controller (replica/work/quarantine.ts). */
export const QUARANTINE_ANNOTATION = 'shardkeeper.io/quarantine';
/** On a set: keeps it until every replica has stopped for certain. */
export const SET_FINALIZER = 'shardkeeper.io/replicas-stopped';

/** Field managers; with them `managedFields` tells who wrote what. */
export const MANAGER_FIELD_MANAGER = 'shardkeeper-manager';
export const REPLICA_FIELD_MANAGER = 'shardkeeper-replica';
/** What controllers write on users' objects goes by Metacontroller's own name, so that a take-over leaves no second owner. */
export const ENGINE_FIELD_MANAGER = 'metacontroller';

export const METACONTROLLER_GROUP = 'metacontroller.k8s.io';
export const METACONTROLLER_API_VERSION = 'metacontroller.k8s.io/v1alpha1';
export const COMPOSITE_KIND = 'CompositeController';
export const COMPOSITE_PLURAL = 'compositecontrollers';

/** On each child: the object as the hook wanted it, as JSON text. */
export const LAST_APPLIED_ANNOTATION = 'metacontroller.k8s.io/last-applied-configuration';
/** On children of a controller with `generateSelector`: the uid of the parent. */
export const CONTROLLER_UID_LABEL = 'controller-uid';

/** Finalizer on the parents of a CompositeController that has a finalize hook. */
export function compositeFinalizer(controllerName: string): string {
  return `metacontroller.io/compositecontroller-${controllerName}`;
}
