/** Watches the pods of this node, and binds those of no node to it: stands in for the scheduler. */
import { createReflector, type ReflectorDeps } from '../../../kube/reflector.ts';
import type { KubeClient, KubeObject, WatchSink } from '../../../kube/types.ts';
import { isApiError } from '../../../kube/api-error.ts';
import { messageOf } from '../../../lib/errors.ts';
import { asPod, createdBelow, PODS, type Pod } from './pod.ts';

export interface PodSink {
  readonly seen: (pod: Pod) => void;
  readonly gone: (uid: string) => void;
}

export interface PodSourceOptions extends ReflectorDeps {
  readonly client: KubeClient;
  readonly nodeName: string;
  readonly namespace?: string | undefined;
}

/** Until `signal` aborts. Every pod of the node is told again after each (re-)list; what vanished meanwhile is told, too. */
export async function watchOwnPods(options: PodSourceOptions, sink: PodSink, signal: AbortSignal): Promise<void> {
  const known = new Set<string>();
  const see = (object: KubeObject): string => {
    const pod = asPod(object);
    known.add(pod.metadata.uid);
    sink.seen(pod);
    return pod.metadata.uid;
  };
  const forget = (uid: string): void => {
    if (known.delete(uid)) sink.gone(uid);
  };
  const own: WatchSink = {
    replace: (items) => {
      const present = new Set(items.map(see));
      for (const uid of [...known].filter((one) => !present.has(one))) forget(uid);
    },
    apply: (type, object) => {
      if (type === 'DELETED') forget(asPod(object).metadata.uid);
      else see(object);
    },
    progress: () => undefined,
  };
  await watchPods(options, { fieldSelector: `spec.nodeName=${options.nodeName}`, sink: own }, signal);
}

/** Until `signal` aborts. */
export async function bindPendingPods(options: PodSourceOptions, signal: AbortSignal): Promise<void> {
  const bind = (object: KubeObject): void => {
    const pod = asPod(object);
    if (pod.metadata.deletionTimestamp !== undefined) return;
    bindPod(options, pod).catch((error: unknown) => {
      // Conflict: bound by somebody else. NotFound: deleted. Anything else is tried again at the next change or list.
      if (signal.aborted || isApiError(error, 'Conflict', 'NotFound')) return;
      options.log.warn('Could not bind a pod to the node', { pod: pod.metadata.name, error: messageOf(error) });
    });
  };
  const pending: WatchSink = {
    replace: (items) => items.forEach(bind),
    apply: (type, object) => {
      if (type !== 'DELETED') bind(object);
    },
    progress: () => undefined,
  };
  await watchPods(options, { fieldSelector: 'spec.nodeName=', sink: pending }, signal);
}

async function bindPod({ client, nodeName }: PodSourceOptions, pod: Pod): Promise<void> {
  const { name, namespace, uid } = pod.metadata;
  const body = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid },
    target: { apiVersion: 'v1', kind: 'Node', name: nodeName },
  };
  await client.send({
    verb: 'create',
    resource: createdBelow(PODS, name, { plural: 'binding', kind: 'Binding' }),
    body,
  });
}

function watchPods(
  { client, namespace, clock, random, log, metrics }: PodSourceOptions,
  selection: { readonly fieldSelector: string; readonly sink: WatchSink },
  signal: AbortSignal,
): Promise<void> {
  const where = namespace === undefined ? {} : { namespace };
  const reflector = createReflector(
    { client, resource: PODS, ...selection, ...where },
    { clock, random, log, metrics },
  );
  return reflector.run(signal);
}
