/** What is particular to a kind of controller, and the values that the kernel and a policy exchange. */
import type { LabelSelector } from '../../api/composite-controller.ts';
import type { KubeObject, Resource, WriteRequest } from '../../kube/types.ts';
import type { Envelope } from '../hook/response.ts';
import type { CompiledHook } from '../hook/webhook.ts';

export type UpdateMethod = 'OnDelete' | 'Recreate' | 'InPlace';

/** A controller object's spec, checked, before its kinds are looked up. */
export interface Declaration {
  readonly parents: readonly ParentDeclaration[];
  readonly children: readonly ChildDeclaration[];
  readonly hooks: Hooks;
  /** Children are selected by the label `controller-uid` instead of the parent's `spec.selector`. */
  readonly generateSelector: boolean;
  readonly resyncPeriodMs: number | undefined;
}

export interface Hooks {
  readonly sync: CompiledHook | undefined;
  readonly finalize: CompiledHook | undefined;
}

export interface ParentDeclaration {
  readonly apiVersion: string;
  readonly plural: string;
  readonly labelSelector: LabelSelector | undefined;
  readonly ignoreStatusChanges: boolean;
}

export interface ChildDeclaration {
  readonly apiVersion: string;
  readonly plural: string;
  readonly method: UpdateMethod;
}

/** A running controller: its declaration with every kind resolved. */
export interface Setup {
  readonly policy: Policy;
  /** Name of the controller object. */
  readonly name: string;
  /** The controller object as it was when this run began, as JSON text for hook requests. */
  readonly controllerJson: string;
  readonly parents: readonly ParentRule[];
  readonly children: readonly ChildRule[];
  readonly hooks: Hooks;
  readonly generateSelector: boolean;
  readonly resyncPeriodMs: number | undefined;
  readonly finalizer: string;
  readonly slotLabel: string;
}

export interface ParentRule {
  readonly resource: Resource;
  readonly groupResource: string;
  /** Text form; undefined = all objects. */
  readonly selectorText: string | undefined;
  readonly matches: (object: KubeObject) => boolean;
  readonly ignoreStatusChanges: boolean;
}

export interface ChildRule {
  readonly resource: Resource;
  readonly groupResource: string;
  readonly method: UpdateMethod;
}

/** Children of one declared kind as the caches show them. */
export interface Candidates {
  readonly owned: readonly KubeObject[];
  readonly orphans: readonly KubeObject[];
}

export interface Claim {
  readonly keep: readonly KubeObject[];
  readonly adopt: readonly KubeObject[];
  readonly release: readonly KubeObject[];
}

export interface ObservedKind {
  readonly rule: ChildRule;
  readonly objects: readonly KubeObject[];
}

export interface PlanInput {
  readonly setup: Setup;
  readonly parentRule: ParentRule;
  readonly parent: KubeObject;
  readonly observed: readonly ObservedKind[];
  /** The fields of the policy's envelope; missing and null ones left out. */
  readonly response: Readonly<Record<string, unknown>>;
  readonly finalizing: boolean;
}

/** All writes of one sync, in order. */
export interface Plan {
  readonly parentFirst: readonly ParentPatch[];
  readonly children: readonly ChildWrite[];
  readonly parentLast: readonly ParentPatch[];
  /** What cannot be done, in words for the user; everything else is done all the same. */
  readonly problems: readonly string[];
  readonly wakeAfterMs: number | undefined;
}

/** A merge patch of the parent; the resourceVersion precondition is added when it is sent. */
export interface ParentPatch {
  readonly subresource?: 'status';
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly status?: unknown;
}

export interface ChildWrite {
  readonly rule: ChildRule;
  /** `Pod default/web-0`, for messages. */
  readonly title: string;
  readonly request: WriteRequest;
}

export interface Policy {
  /** Kind and plural of the controller objects, e.g. `CompositeController`, `compositecontrollers`. */
  readonly kind: string;
  readonly plural: string;
  /** The parents must be custom resources with a status subresource. */
  readonly needsStatus: boolean;
  readonly finalizerOf: (controllerName: string) => string;
  readonly requestFields: { readonly parent: string; readonly children: string };
  /** What its hooks may return. */
  readonly envelope: Envelope;
  /** Errors: `InvalidObject`, `InvalidSpec`. */
  readonly declare: (object: KubeObject) => Declaration;
  /** Which candidates are the parent's children. Errors: `InvalidSelector`. */
  readonly claim: (setup: Setup, parent: KubeObject, candidates: Candidates) => Claim;
  /** Errors: `HookInvalid` when the answer as a whole cannot be used; then nothing is written. */
  readonly plan: (input: PlanInput) => Plan;
}
