// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
import type { IObjectMeta } from "@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta";
import { Model, type ModelData, setValidateFunc, createTypeMetaGuard } from "@kubernetes-models/base";
import type { ValidateFunc } from "@kubernetes-models/validate";
import { validate } from "../../_schemas/ShardkeeperIoV1alpha1ControllerShardSet.js";

/**
 * ControllerShardSet says how the replicas of one controller share its objects, and holds the table of who owns which slots. Objects are spread over 4096 slots by name; the table gives every slot to one replica.
 */
export interface IControllerShardSet {
  /**
   * Version of this schema, "shardkeeper.io/v1alpha1".
   */
  "apiVersion": "shardkeeper.io/v1alpha1";
  /**
   * Kind of this object, "ControllerShardSet".
   */
  "kind": "ControllerShardSet";
  "metadata"?: IObjectMeta;
  /**
   * What people want of the set. The manager writes one field of it, replicas.
   */
  "spec": {
    /**
     * The workload, in the namespace of the set, whose pods are the replicas.
     */
    "workload": {
      /**
       * Kind of the workload (group apps). A StatefulSet is emptied before it shrinks; a Deployment picks its own victim, so it shrinks at once and drains within the grace period. Example "StatefulSet".
       */
      "kind": "StatefulSet" | "Deployment";
      /**
       * Name of the workload. Example "metacontroller".
       */
      "name": string;
    };
    /**
     * Number of replicas, the path of the scale subresource. The later change wins: a change here is carried to the workload after the replicas that go were emptied; a change of the workload is written back here. Absent means "as the workload has it". Example 3.
     */
    "replicas"?: number;
    /**
     * Label that carries the slot of an object, a decimal number 0-4095. Immutable. Two sets that see one object in different roles (a root for one, a child for the other) need different labels. Example "shardkeeper.io/slot".
     */
    "slotLabel"?: string;
    /**
     * Hold all planned moves. Crashed replicas are still replaced and unowned slots still given away, so a paused set stays covered. Example true.
     */
    "paused"?: boolean;
    /**
     * How a replica proves that it lives. Read once at the start of each process. durationSeconds is lowered in two steps: first restart the replicas, then the managers.
     */
    "lease"?: {
      /**
       * Seconds that a Lease must be seen unchanged before its holder may be called expired; a crashed replica is replaced this much later. Example 15.
       */
      "durationSeconds"?: number;
      /**
       * Milliseconds between two renewals of a replica's Lease. Example 2000.
       */
      "renewIntervalMilliseconds"?: number;
      /**
       * Milliseconds that any write may take, from the check of ownership to the answer; then it is aborted at both ends. Example 3000.
       */
      "requestTimeoutMilliseconds"?: number;
      /**
       * Milliseconds before the end of its lease at which a replica that could not renew stops acting by itself. Example 4000.
       */
      "fenceMarginMilliseconds"?: number;
      /**
       * Milliseconds since a replica last knew its view of the table to be current, after which it does not renew: a replica that can write but not read gives way. Example 10000.
       */
      "viewMaxAgeMilliseconds"?: number;
      /**
       * Longest stall in milliseconds to be expected between the check of ownership and the bytes of a write leaving the process. Example 500.
       */
      "stallMaxMilliseconds"?: number;
      /**
       * Largest difference in rate between the monotonic clocks of any two nodes, in thousandths (10 is 1 %). No shared time of day is needed. Example 10.
       */
      "clockErrorPerMille"?: number;
    };
    /**
     * How slots pass from one live replica to another.
     */
    "handoff"?: {
      /**
       * Seconds that the new owner may take to warm its caches before the move is withdrawn; until then nothing has changed. Example 30.
       */
      "timeoutSeconds"?: number;
      /**
       * Seconds that the old owner lets running work finish before it aborts that work itself. Keep terminationGracePeriodSeconds of the pods well above it. Example 20.
       */
      "drainTimeoutSeconds"?: number;
      /**
       * Seconds that a replica which has left keeps slots that no other ready replica can take, so that its successor resumes with them. Example 30.
       */
      "restartGraceSeconds"?: number;
    };
    /**
     * When and how fast slots are moved for the sake of balance.
     */
    "rebalance"?: {
      /**
       * Slots that may be on the move at one time, planned moves only. Example 1024.
       */
      "maxMovingSlots"?: number;
      /**
       * Seconds of rest between two moves that only improve balance. Scaling, leaving and crashes do not wait. Example 60.
       */
      "cooldownSeconds"?: number;
      /**
       * Slots of the fullest replica over the mean, weights counted, above which slots are moved. A number without unit. Example 1.05.
       */
      "maxImbalance"?: number;
    };
    /**
     * Wishes of people that the planner respects until they end. They are preferences: none of them ever keeps a slot unowned.
     */
    "overrides"?: Array<{
      /**
       * Name of this entry, unique in the list. Example "keep-vip-tenants".
       */
      "name": string;
      /**
       * Pin keeps range with replica; Exclude keeps range away from replica; Weight gives replica a share that is weight times that of others; Drain empties replica. Example "Pin".
       */
      "type": "Pin" | "Exclude" | "Weight" | "Drain";
      /**
       * Name of the replica (its ControllerShard and pod). Example "metacontroller-1".
       */
      "replica"?: string;
      /**
       * Slots that the entry is about; both ends belong to it.
       */
      "range"?: {
        /**
         * First slot. Example 512.
         */
        "start": number;
        /**
         * Last slot. Example 767.
         */
        "end": number;
      };
      /**
       * Share of the replica relative to a replica without weight, a number without unit. Example 2 for twice the slots.
       */
      "weight"?: number;
      /**
       * Why, for people. Example "tenant vip has its own node".
       */
      "reason"?: string;
      /**
       * Time at which the entry ends by itself (RFC 3339). Example "2026-12-24T18:00:00Z".
       */
      "until"?: string;
    }>;
  };
  /**
   * What is. Written by the manager.
   */
  "status"?: {
    /**
     * The metadata.generation that this status answers. Example 4.
     */
    "observedGeneration"?: number;
    /**
     * The table of who owns which slots: the only authority for grants. Every write of it is a compare-and-swap on metadata.resourceVersion.
     */
    "assignment"?: {
      /**
       * The metadata.uid of the set for which this table was born. A table with another uid counts as absent. Example "0e9c8b4e-3f5e-4a53-9d2c-8a4d7f0b1c11".
       */
      "uid": string;
      /**
       * The resourceVersion, as an integer, of the set that the birth of this table replaced, or of a declared restore. Comparisons between epochs are off. Example 48151.
       */
      "epoch": number;
      /**
       * Rises by 1 with every write of the table; orders tables within an epoch. Example 62.
       */
      "revision": number;
      /**
       * Rises by 1 with every write that changes an owner; one counter for the table. Example 17.
       */
      "generation": number;
      /**
       * Version of the ownership rules that the writer follows. Example 1.
       */
      "protocol": number;
      /**
       * Lowest version of the ownership rules that a replica must follow to hold slots. Raised by people only. Example 1.
       */
      "minProtocol": number;
      /**
       * The rows, in the order of their slots; together they cover 0-4095 without gap or overlap.
       */
      "ranges": Array<{
        /**
         * First slot of the range. Example 0.
         */
        "start": number;
        /**
         * Last slot of the range; it belongs to it. Example 1365.
         */
        "end": number;
        /**
         * Name of the replica that owns the range, or empty for nobody. Example "metacontroller-0".
         */
        "owner": string;
        /**
         * Generation of the table when this range last changed its owner. Example 11.
         */
        "generation": number;
        /**
         * Replicas that may still act on some slot of the range by an older grant. The owner acts only when nobody else is listed. Example ["metacontroller-2"].
         */
        "awaiting": Array<string>;
      }>;
    };
    /**
     * The number of replicas that was last agreed between spec.replicas and the workload; the side that differs from it has changed. Example 3.
     */
    "appliedReplicas"?: number;
    /**
     * Replicas that the workload has, for the scale subresource. Example 3.
     */
    "replicas"?: number;
    /**
     * Replicas that are ready to hold slots. Example 3.
     */
    "readyReplicas"?: number;
    /**
     * Label selector of the replicas' pods in text form, for the scale subresource and autoscalers. Example "app.kubernetes.io/name=metacontroller".
     */
    "selector"?: string;
    /**
     * Kind and name of the workload, for printing. Example "StatefulSet/metacontroller".
     */
    "workloadSummary"?: string;
    /**
     * Ready of desired replicas, for printing. Example "3/3".
     */
    "replicaSummary"?: string;
    /**
     * Slots of the fullest replica over the mean, weights counted, with two decimals, for printing. Example "1.01".
     */
    "balance"?: string;
    /**
     * Slots without an acting owner because their row has no owner or its owner is gone. Planned moves do not count. Example 0.
     */
    "unowned"?: number;
    /**
     * Slots on the move, from the hint to warm up until the last replica let go. Example 512.
     */
    "moving"?: number;
    /**
     * Verdicts, the API for tools. Ready, Covered, Labelled, Balanced and Rebalancing are always there; Stalled and Paused only while True.
     */
    "conditions"?: Array<{
      /**
       * Kind of verdict. Example "Ready".
       */
      "type": string;
      /**
       * The verdict. Example "True".
       */
      "status": "True" | "False" | "Unknown";
      /**
       * The metadata.generation that the verdict answers. Example 4.
       */
      "observedGeneration"?: number;
      /**
       * When the status last changed (RFC 3339). Example "2026-12-01T05:14:17Z".
       */
      "lastTransitionTime": string;
      /**
       * Why, as one fixed CamelCase word. Example "SlotsUnowned".
       */
      "reason": string;
      /**
       * What is so, why, and what to do, for people.
       */
      "message": string;
    }>;
  };
}

/**
 * ControllerShardSet says how the replicas of one controller share its objects, and holds the table of who owns which slots. Objects are spread over 4096 slots by name; the table gives every slot to one replica.
 */
export class ControllerShardSet extends Model<IControllerShardSet> implements IControllerShardSet {
  declare "apiVersion": IControllerShardSet["apiVersion"];
  declare "kind": IControllerShardSet["kind"];
  declare "metadata"?: Exclude<IControllerShardSet["metadata"], undefined>;
  declare "spec": IControllerShardSet["spec"];
  declare "status"?: Exclude<IControllerShardSet["status"], undefined>;

static apiVersion: IControllerShardSet["apiVersion"] = "shardkeeper.io/v1alpha1";
static kind: IControllerShardSet["kind"] = "ControllerShardSet";
static is: (value: unknown) => value is IControllerShardSet = createTypeMetaGuard<IControllerShardSet>(ControllerShardSet);

constructor(data?: ModelData<IControllerShardSet>) {
  super();

  this.setDefinedProps({
    apiVersion: ControllerShardSet.apiVersion,
    kind: ControllerShardSet.kind,
    ...data
  } as IControllerShardSet);
}
}


setValidateFunc(ControllerShardSet, validate as ValidateFunc<IControllerShardSet>);
