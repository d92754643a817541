/** What the API server asks of metadata, whatever the resource. */
import type { ObjectMeta, Resource } from '../../../kube/types.ts';
import { invalid } from './refusal.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const LABEL_KEY = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Throws Refusal (422). */
export function checkMetadata(resource: Resource, metadata: ObjectMeta): void {
  const { name, labels = {} } = metadata;
  if (!SUBDOMAIN.test(name) || name.length > 253) {
    throw invalid(resource, name, 'metadata.name: a lowercase RFC 1123 subdomain is needed');
  }
  for (const key in labels) {
    const value = labels[key];
    if (typeof value !== 'string' || value.length > 63 || !LABEL_VALUE.test(value) || !LABEL_KEY.test(key)) {
      throw invalid(resource, name, `metadata.labels: Invalid value: ${key}=${String(value)}`);
    }
  }
  let controllers = 0;
  for (const owner of metadata.ownerReferences ?? []) {
    if (owner.uid === '' || owner.name === '')
      throw invalid(resource, name, 'metadata.ownerReferences: Required value');
    if (owner.controller === true) controllers += 1;
  }
  if (controllers > 1)
    throw invalid(resource, name, 'metadata.ownerReferences: only one reference can have controller');
}
