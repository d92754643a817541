/** The objects of a run: the set and its workload, the roots, and what a root has as children. */
import { API_VERSION, SHARD_SET_KIND } from '../../../api/names.ts';
import { SHARD_SET_DEFAULTS } from '../../../api/shard-set.ts';
import type { KubeObject, Resource } from '../../../kube/types.ts';
import type { Timing } from '../../../protocol/table.ts';

export const NAMESPACE = 'sim';
export const SET_NAME = 'engine';

const GROUP = 'sim.example';
const VERSION = 'v1';

function kind(plural: string, name: string): Resource {
  return { group: GROUP, version: VERSION, plural, kind: name, namespaced: true, hasStatus: false };
}

export const WIDGETS = kind('widgets', 'Widget');
/** A widget has one gadget of its own name, which says the widget's value. */
export const GADGETS = kind('gadgets', 'Gadget');
/** A widget has one ticket, whose name the server chose: one made twice is not found by its name. */
export const TICKETS = kind('tickets', 'Ticket');

export const WIDGET_KIND = 'widgets.sim.example';
export const GADGET_KIND = 'gadgets.sim.example';
export const TICKET_KIND = 'tickets.sim.example';

const API = `${GROUP}/${VERSION}`;

export type WorkloadKind = 'StatefulSet' | 'Deployment';

export function shardSet(workload: WorkloadKind, timing: Timing): KubeObject {
  const { lease, handoff, rebalance } = SHARD_SET_DEFAULTS;
  return {
    apiVersion: API_VERSION,
    kind: SHARD_SET_KIND,
    metadata: { namespace: NAMESPACE, name: SET_NAME },
    spec: {
      ...SHARD_SET_DEFAULTS,
      workload: { kind: workload, name: SET_NAME },
      lease: {
        ...lease,
        durationSeconds: timing.leaseDurationMs / 1000,
        renewIntervalMilliseconds: timing.renewIntervalMs,
        requestTimeoutMilliseconds: timing.requestTimeoutMs,
        fenceMarginMilliseconds: timing.fenceMarginMs,
        viewMaxAgeMilliseconds: timing.viewMaxAgeMs,
      },
      handoff,
      rebalance: { ...rebalance, cooldownSeconds: 5 },
    },
  };
}

export function workloadObject(workload: WorkloadKind, replicas: number): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: workload,
    metadata: { namespace: NAMESPACE, name: SET_NAME },
    spec: {
      replicas,
      ...(workload === 'StatefulSet' ? { serviceName: SET_NAME } : {}),
      selector: { matchLabels: { app: SET_NAME } },
      template: {
        metadata: { labels: { app: SET_NAME } },
        spec: { containers: [{ name: SET_NAME, image: 'shardkeeper:sim' }] },
      },
    },
  };
}

export function widget(name: string, value: number): KubeObject {
  return { apiVersion: API, kind: WIDGETS.kind, metadata: { namespace: NAMESPACE, name }, spec: { value } };
}

function ownedBy(root: KubeObject): KubeObject['metadata']['ownerReferences'] {
  const { name, uid = '' } = root.metadata;
  return [{ apiVersion: root.apiVersion, kind: root.kind, name, uid, controller: true, blockOwnerDeletion: true }];
}

export function gadget(root: KubeObject): KubeObject {
  const { name } = root.metadata;
  return {
    apiVersion: API,
    kind: GADGETS.kind,
    metadata: { namespace: NAMESPACE, name, ownerReferences: ownedBy(root) ?? [] },
    spec: { value: valueOf(root) },
  };
}

export function ticket(root: KubeObject): KubeObject {
  const metadata = {
    namespace: NAMESPACE,
    generateName: `${root.metadata.name}-`,
    ownerReferences: ownedBy(root) ?? [],
  };
  // The name is the server's to choose; the type of an object that has one does not know that.
  return { apiVersion: API, kind: TICKETS.kind, metadata: metadata as unknown as KubeObject['metadata'], spec: {} };
}

/** What an edit changes, and what a gadget has to say. */
export function valueOf(object: KubeObject | undefined): number {
  const spec = object?.['spec'] as { readonly value?: number } | undefined;
  return spec?.value ?? -1;
}
