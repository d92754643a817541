// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
import type { IObjectMeta } from "@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta";
import { Model, type ModelData, setValidateFunc, createTypeMetaGuard } from "@kubernetes-models/base";
import type { ValidateFunc } from "@kubernetes-models/validate";
import { validate } from "../../_schemas/ShardkeeperIoV1alpha1ControllerShard.js";

/**
 * ControllerShard is one replica of a controller: what it was given (spec, written by the manager) and what it holds and does (status, written by that replica). Its name is the name of the pod and of the Lease.
 */
export interface IControllerShard {
  /**
   * Version of this schema, "shardkeeper.io/v1alpha1".
   */
  "apiVersion": "shardkeeper.io/v1alpha1";
  /**
   * Kind of this object, "ControllerShard".
   */
  "kind": "ControllerShard";
  "metadata"?: IObjectMeta;
  /**
   * The replica's part of the table, mirrored for people and tools. No process decides anything on it; the table in status.assignment of the ControllerShardSet decides.
   */
  "spec": {
    /**
     * Name of the ControllerShardSet, in the same namespace. Immutable. Example "metacontroller".
     */
    "set": string;
    /**
     * Ranges that the replica owns by the table.
     */
    "ranges"?: Array<{
      /**
       * First slot of the range. Example 0.
       */
      "start": number;
      /**
       * Last slot of the range; it belongs to it. Example 1365.
       */
      "end": number;
      /**
       * Generation of the table when the range last changed its owner. Example 11.
       */
      "generation": number;
    }>;
    /**
     * Slots whose caches the replica may fill because they shall become its own. A hint, never a grant.
     */
    "warmUp"?: Array<{
      /**
       * First slot. Example 2048.
       */
      "start": number;
      /**
       * Last slot; it belongs to the range. Example 2303.
       */
      "end": number;
    }>;
    /**
     * What the manager thinks of the replica's lease, for people.
     */
    "verdict"?: {
      /**
       * Live renews; Suspect has not renewed for three intervals and its slots are being taken away; Expired has not renewed for a whole lease and is replaced. Example "Live".
       */
      "state": "Live" | "Suspect" | "Expired";
      /**
       * When the state last changed (RFC 3339). Example "2026-12-01T05:14:17Z".
       */
      "since": string;
    };
  };
  /**
   * What the replica holds and does. Written by that replica only.
   */
  "status"?: {
    /**
     * The metadata.generation that this status answers. Example 12.
     */
    "observedGeneration"?: number;
    /**
     * Random id of the process that registered; only this process may write the rest of the status. Equals holderIdentity of its Lease. Example "metacontroller-0_5f1d3c9ab2e84f07".
     */
    "incarnation"?: string;
    /**
     * The metadata.uid of the replica's pod. Example "c0b1b6a2-5f10-4f0e-8a0b-3a5a1f6f0d52".
     */
    "podUID"?: string;
    /**
     * Node on which the replica runs. Example "worker-a".
     */
    "nodeName"?: string;
    /**
     * Version of the program that the replica runs. Example "0.1.0".
     */
    "version"?: string;
    /**
     * Highest version of the ownership rules that the replica follows. Example 1.
     */
    "protocol"?: number;
    /**
     * What the replica is doing, for people; no rule reads it. Pending holds nothing, Warming fills caches, Active serves, Draining gives up slots, Fenced lost its lease, Released has ended. Example "Active".
     */
    "phase"?: "Pending" | "Warming" | "Active" | "Draining" | "Fenced" | "Released";
    /**
     * True once, in the last write of an incarnation: it holds nothing and will never act again. Example false.
     */
    "final"?: boolean;
    /**
     * The replica was told to stop and waits for its slots to be taken over. Example false.
     */
    "leaving"?: boolean;
    /**
     * The table from which this status was computed.
     */
    "observed"?: {
      /**
       * status.assignment.uid of that table. Example "0e9c8b4e-3f5e-4a53-9d2c-8a4d7f0b1c11".
       */
      "uid": string;
      /**
       * status.assignment.epoch of that table. Example 48151.
       */
      "epoch": number;
      /**
       * status.assignment.generation of that table. Example 17.
       */
      "generation": number;
    };
    /**
     * Slots on which the replica may be acting, those that are draining included.
     */
    "held"?: Array<{
      /**
       * First slot. Example 0.
       */
      "start": number;
      /**
       * Last slot; it belongs to the range. Example 1365.
       */
      "end": number;
    }>;
    /**
     * Ranges given up lately, with the last version that the replica wrote in them, so that the next owner knows when its cache is complete.
     */
    "released"?: Array<{
      /**
       * First slot. Example 512.
       */
      "start": number;
      /**
       * Last slot; it belongs to the range. Example 767.
       */
      "end": number;
      /**
       * Generation of the row by which the range was taken away. Example 17.
       */
      "generation": number;
      /**
       * Highest resourceVersion that the replica wrote in these slots, by group/resource (core resources without group). A resource is absent if a write to it ended without an answer. Example {"configmaps": "48213", "webapps.example.com": "48220"}.
       */
      "written": {
        [key: string]: string;
      };
    }>;
    /**
     * Slots of spec.warmUp whose caches are filled and watched.
     */
    "warm"?: Array<{
      /**
       * First slot. Example 2048.
       */
      "start": number;
      /**
       * Last slot; it belongs to the range. Example 2303.
       */
      "end": number;
    }>;
    /**
     * Number of slots held. Example 1366.
     */
    "slots"?: number;
    /**
     * Number of slots that are being warmed, or are owned and not held yet. Example 512.
     */
    "incoming"?: number;
    /**
     * The ranges held, shortened, for printing. Example "0-511,2048-2559,+3".
     */
    "rangeSummary"?: string;
    /**
     * Highest generation of the rows that the replica owns. Example 17.
     */
    "grantGeneration"?: number;
    /**
     * Objects in the slots held that the replica syncs. Example 742.
     */
    "objects"?: number;
    /**
     * Syncs that are running. Example 3.
     */
    "inFlight"?: number;
    /**
     * Syncs that are due and wait for a worker. Example 120.
     */
    "queue"?: number;
    /**
     * Objects in the slots held that are left alone for a while, because they ended the processes that worked on them. The condition Quarantined names some. Example 1.
     */
    "quarantined"?: number;
    /**
     * The last five ranges that came or went, newest first.
     */
    "handoffs"?: Array<{
      /**
       * When it was completed (RFC 3339). Example "2026-12-01T05:14:17Z".
       */
      "at": string;
      /**
       * In came to this replica, Out went from it. Example "In".
       */
      "direction": "In" | "Out";
      /**
       * Milliseconds between the end of the old owner's work and the start of this replica's, as far as it is known. Example 31.
       */
      "gapMilliseconds"?: number;
      /**
       * Generation of the table that moved the range. Example 17.
       */
      "grantGeneration"?: number;
      /**
       * Replica that the range came from or went to; empty for nobody. Example "metacontroller-1".
       */
      "peer"?: string;
      /**
       * The slots, both ends included. Example "512-767".
       */
      "range": string;
      /**
       * The handoff as a sentence. Example "took 512-767 from metacontroller-1: warm 1.8s, drained 3 in 40ms, unowned 31ms".
       */
      "summary": string;
    }>;
    /**
     * Verdicts, the API for tools. Ready, Synced and LeaseHeld are always there; Draining, Fenced and Quarantined only while True.
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
 * ControllerShard is one replica of a controller: what it was given (spec, written by the manager) and what it holds and does (status, written by that replica). Its name is the name of the pod and of the Lease.
 */
export class ControllerShard extends Model<IControllerShard> implements IControllerShard {
  declare "apiVersion": IControllerShard["apiVersion"];
  declare "kind": IControllerShard["kind"];
  declare "metadata"?: Exclude<IControllerShard["metadata"], undefined>;
  declare "spec": IControllerShard["spec"];
  declare "status"?: Exclude<IControllerShard["status"], undefined>;

static apiVersion: IControllerShard["apiVersion"] = "shardkeeper.io/v1alpha1";
static kind: IControllerShard["kind"] = "ControllerShard";
static is: (value: unknown) => value is IControllerShard = createTypeMetaGuard<IControllerShard>(ControllerShard);

constructor(data?: ModelData<IControllerShard>) {
  super();

  this.setDefinedProps({
    apiVersion: ControllerShard.apiVersion,
    kind: ControllerShard.kind,
    ...data
  } as IControllerShard);
}
}


setValidateFunc(ControllerShard, validate as ValidateFunc<IControllerShard>);
