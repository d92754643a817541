/**
 * The rules (x-kubernetes-validations) of the project's definitions, by hand: CEL needs an engine of its own. The contract
 * suite holds each of them against the real API server.
 *
 * Each returns what is wrong, beginning with the field, or undefined. Schemas were checked before.
 */
import type { ControllerShard } from '../../../api/shard.ts';
import type { Assignment, ControllerShardSet, Override, ShardSetSpec } from '../../../api/shard-set.ts';
import { deepEqual } from '../../../lib/deep-equal.ts';
import type { KubeObject } from '../../../kube/types.ts';

export function checkShardSet(nextObject: KubeObject, beforeObject: KubeObject | undefined): string | undefined {
  const next = nextObject as unknown as ControllerShardSet;
  const before = beforeObject as unknown as ControllerShardSet | undefined;
  const spec = next.spec === before?.spec ? undefined : brokenSpec(next.spec, before?.spec);
  if (spec !== undefined) return spec;
  const table = next.status?.assignment;
  const old = before?.status?.assignment;
  if (table === old) return undefined;
  if (table === undefined) return 'status.assignment cannot be removed';
  return brokenRanges(table.ranges) ?? (old === undefined ? undefined : brokenOrder(table, old));
}

function brokenSpec(spec: ShardSetSpec, old: ShardSetSpec | undefined): string | undefined {
  if (old !== undefined && spec.slotLabel !== old.slotLabel) return 'spec.slotLabel cannot be changed';
  const { lease } = spec;
  const durationMs = lease.durationSeconds * 1000;
  const safeMarginMs =
    lease.requestTimeoutMilliseconds +
    lease.stallMaxMilliseconds +
    2 * lease.clockErrorPerMille * lease.durationSeconds;
  if (lease.fenceMarginMilliseconds < safeMarginMs) return 'spec.lease.fenceMarginMilliseconds is too small';
  if (lease.renewIntervalMilliseconds + lease.requestTimeoutMilliseconds >= durationMs - lease.fenceMarginMilliseconds)
    return 'spec.lease.renewIntervalMilliseconds is too large';
  if (lease.viewMaxAgeMilliseconds + lease.requestTimeoutMilliseconds >= durationMs)
    return 'spec.lease.viewMaxAgeMilliseconds is too large';
  for (const [index, override] of (spec.overrides ?? []).entries()) {
    const broken = brokenOverride(override);
    if (broken !== undefined) return `spec.overrides[${index}]: ${broken}`;
  }
  return undefined;
}

function brokenOverride({ type, replica, range, weight }: Override): string | undefined {
  if ((type === 'Pin' || type === 'Exclude') && (replica === undefined || range === undefined))
    return `an override of type ${type} needs replica and range`;
  if (type === 'Weight' && (replica === undefined || weight === undefined))
    return 'an override of type Weight needs replica and weight';
  if (type === 'Drain' && replica === undefined) return 'an override of type Drain needs replica';
  return range !== undefined && range.start > range.end ? 'range.start must not be above range.end' : undefined;
}

function brokenRanges(ranges: Assignment['ranges']): string | undefined {
  let next = 0;
  for (const { start, end } of ranges) {
    if (start !== next || end < start) return 'status.assignment.ranges must cover slots 0-4095 without gap or overlap';
    next = end + 1;
  }
  return next === 4096 ? undefined : 'status.assignment.ranges must end with slot 4095';
}

function brokenOrder(table: Assignment, old: Assignment): string | undefined {
  if (table.uid !== old.uid) return undefined;
  if (table.epoch < old.epoch) return 'status.assignment.epoch cannot fall';
  if (table.epoch !== old.epoch) return undefined;
  if (table.generation < old.generation) return 'status.assignment.generation cannot fall';
  if (table.revision <= old.revision && !deepEqual(table, old)) return 'status.assignment.revision must rise';
  return undefined;
}

export function checkShard(nextObject: KubeObject, beforeObject: KubeObject | undefined): string | undefined {
  const next = nextObject as unknown as ControllerShard;
  const before = beforeObject as unknown as ControllerShard | undefined;
  if (before === undefined) return undefined;
  if (next.spec.set !== before.spec.set) return 'spec.set cannot be changed';
  const old = before.status;
  const status = next.status;
  if (old?.incarnation !== undefined && status === undefined) return 'status cannot be removed';
  if (old?.observed === undefined || status === undefined) return undefined;
  const { observed } = status;
  if (observed === undefined) {
    const isNew =
      status.incarnation !== undefined && old.incarnation !== undefined && status.incarnation !== old.incarnation;
    return isNew ? undefined : 'status.observed cannot be removed by the same incarnation';
  }
  const isSameTable = observed.uid === old.observed.uid && observed.epoch === old.observed.epoch;
  if (isSameTable && observed.generation < old.observed.generation) return 'status.observed.generation cannot fall';
  return undefined;
}
