/** What the API server asks of a Lease. */
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject, Resource } from '../../../kube/types.ts';
import { badRequest, invalid } from './refusal.ts';

const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:Z|[+-]\d\d:\d\d)$/;

/** Throws Refusal. */
export function checkLease(lease: KubeObject, resource: Resource): void {
  const spec = lease['spec'];
  if (!isRecord(spec)) return;
  for (const field of ['acquireTime', 'renewTime']) {
    const time = spec[field];
    if (time === undefined || time === null) continue;
    if (typeof time === 'string' && MICRO_TIME.test(time)) continue;
    throw badRequest(`Lease in version "v1" cannot be handled as a Lease: spec.${field} is no MicroTime`);
  }
  const { leaseDurationSeconds, leaseTransitions } = spec;
  const { name } = lease.metadata;
  if (typeof leaseDurationSeconds === 'number' && leaseDurationSeconds <= 0) {
    throw invalid(resource, name, 'spec.leaseDurationSeconds: must be greater than 0');
  }
  if (typeof leaseTransitions === 'number' && leaseTransitions < 0) {
    throw invalid(resource, name, 'spec.leaseTransitions: must be greater than or equal to 0');
  }
}
