// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
import type { IObjectMeta } from "@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta";
import { Model, type ModelData, setValidateFunc, createTypeMetaGuard } from "@kubernetes-models/base";
import type { ValidateFunc } from "@kubernetes-models/validate";
import { validate } from "../../_schemas/MetacontrollerK8sIoV1alpha1ControllerRevision.js";

/**
 * ControllerRevision remembers an earlier state of a parent during a rolling update. Written by the engine only.
 */
export interface IControllerRevision {
  /**
   * Version of this schema, "metacontroller.k8s.io/v1alpha1".
   */
  "apiVersion": "metacontroller.k8s.io/v1alpha1";
  /**
   * Kind of this object, "ControllerRevision".
   */
  "kind": "ControllerRevision";
  "metadata": IObjectMeta;
  /**
   * The fields of the parent that this revision holds.
   */
  "parentPatch": {
  };
  /**
   * Children that are at this revision.
   */
  "children"?: Array<{
    /**
     * Group of the children; empty for core.
     */
    "apiGroup": string;
    /**
     * Kind of the children.
     */
    "kind": string;
    /**
     * Names of the children.
     */
    "names": Array<string>;
  }>;
  /**
   * Not used.
   */
  "status"?: {
  };
}

/**
 * ControllerRevision remembers an earlier state of a parent during a rolling update. Written by the engine only.
 */
export class ControllerRevision extends Model<IControllerRevision> implements IControllerRevision {
  declare "apiVersion": IControllerRevision["apiVersion"];
  declare "kind": IControllerRevision["kind"];
  declare "metadata": IControllerRevision["metadata"];
  declare "parentPatch": IControllerRevision["parentPatch"];
  declare "children"?: Exclude<IControllerRevision["children"], undefined>;
  declare "status"?: Exclude<IControllerRevision["status"], undefined>;

static apiVersion: IControllerRevision["apiVersion"] = "metacontroller.k8s.io/v1alpha1";
static kind: IControllerRevision["kind"] = "ControllerRevision";
static is: (value: unknown) => value is IControllerRevision = createTypeMetaGuard<IControllerRevision>(ControllerRevision);

constructor(data?: ModelData<IControllerRevision>) {
  super();

  this.setDefinedProps({
    apiVersion: ControllerRevision.apiVersion,
    kind: ControllerRevision.kind,
    ...data
  } as IControllerRevision);
}
}


setValidateFunc(ControllerRevision, validate as ValidateFunc<IControllerRevision>);
