/** What was read from the cluster, and what follows from it. Types only. */
import type { Identity } from '../../metacontroller/kernel/served-by.ts';
import type { Count, KindCount } from './census.ts';
import type { Refusal } from './refusals.ts';
import type { Rights } from './rights.ts';
import type { Running } from './running.ts';

export interface Facts {
  /** CRDs that are not served, by name. */
  readonly missingCrds: readonly string[];
  /** All ControllerShardSets. */
  readonly sets: readonly Identity[];
  /** The one that takes over, when it is clear which. */
  readonly us: Identity | undefined;
  /** What was asked for by flags; '' = nothing. */
  readonly wantedSet: string;
  readonly slotLabel: string;
  readonly controllers: readonly ControllerFact[];
  readonly kinds: readonly KindCount[];
  readonly unreadable: readonly { readonly kind: string; readonly message: string }[];
  readonly revisions: number;
  readonly metacontroller: readonly Running[];
  /** Leases of Shardkeeper's replicas that somebody holds. */
  readonly replicas: readonly string[];
  readonly rights: Rights;
  readonly wallMs: number;
}

export interface ControllerFact {
  readonly kind: string;
  readonly name: string;
  /** `CompositeController webapp`. */
  readonly title: string;
  readonly refusals: readonly Refusal[];
  /** The annotation, and whether the installation that it names exists; undefined = nobody serves it. */
  readonly servedBy: { readonly text: string; readonly by: 'Us' | 'Other' | 'Gone' } | undefined;
  /** By kind of the children; undefined when its kinds could not be found. */
  readonly updateMethods: Readonly<Record<string, string>> | undefined;
}

/**
 * `Obstacle`: the take-over should not begin, or would do harm, before it is gone. `Warning`: something to know. `Note`: all
 * the rest.
 */
export type Severity = 'Obstacle' | 'Warning' | 'Note';

export interface Finding {
  readonly severity: Severity;
  readonly code: string;
  readonly object: string;
  /** '' = the object as a whole. */
  readonly field: string;
  readonly message: string;
  /** What to do; '' = nothing. */
  readonly remedy: string;
}

export interface ControllerReport {
  readonly kind: string;
  readonly name: string;
  readonly served: boolean;
  readonly refusedFields: readonly string[];
  readonly servedBy: string;
  /** Undefined: its objects were not counted. */
  readonly parents: Count | undefined;
  readonly children: Readonly<Record<string, Count>>;
}

export interface CheckReport {
  /** Nothing stands in the way. */
  readonly ready: boolean;
  readonly slotLabel: string;
  readonly set: string;
  readonly controllers: readonly ControllerReport[];
  readonly kinds: readonly KindCount[];
  readonly findings: readonly Finding[];
}
