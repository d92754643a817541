/** As much of a Pod as the process kubelet reads. The API server has validated and defaulted all of it. */
import type { KubeObject, ObjectMeta, Resource } from '../../../kube/types.ts';

export interface Pod {
  readonly metadata: ObjectMeta & { readonly namespace: string; readonly uid: string };
  readonly spec: PodSpec;
  readonly status?: PodStatus;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  readonly terminationGracePeriodSeconds?: number;
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFrom[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly volumeMounts?: readonly VolumeMount[];
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string };
    readonly configMapKeyRef?: KeyRef;
    readonly secretKeyRef?: KeyRef;
    readonly resourceFieldRef?: unknown;
  };
}

export interface KeyRef {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

export interface EnvFrom {
  readonly prefix?: string;
  readonly configMapRef?: { readonly name: string; readonly optional?: boolean };
  readonly secretRef?: { readonly name: string; readonly optional?: boolean };
}

export interface Probe {
  readonly httpGet?: {
    readonly path?: string;
    readonly port: string | number;
    readonly host?: string;
    readonly scheme?: string;
    readonly httpHeaders?: readonly { readonly name: string; readonly value: string }[];
  };
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

export interface KeyToPath {
  readonly key: string;
  readonly path: string;
}

export interface Volume {
  readonly name: string;
  readonly emptyDir?: unknown;
  readonly configMap?: { readonly name: string; readonly items?: readonly KeyToPath[]; readonly optional?: boolean };
  readonly secret?: { readonly secretName: string; readonly items?: readonly KeyToPath[]; readonly optional?: boolean };
  readonly hostPath?: { readonly path: string };
  readonly [kind: string]: unknown;
}

export interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly readOnly?: boolean;
}

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly [field: string]: unknown;
}

export interface PodStatus {
  readonly phase?: string;
  readonly podIP?: string;
  readonly conditions?: readonly PodCondition[];
  readonly containerStatuses?: readonly { readonly restartCount: number }[];
}

export const PODS: Resource = {
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
  hasStatus: true,
};

/** The API server vouches for the shape. */
export function asPod(object: KubeObject): Pod {
  return object as unknown as Pod;
}

/** Of a pod with several containers only the first one runs. */
export function containerOf(pod: Pod): Container {
  const [first] = pod.spec.containers;
  if (first === undefined) throw new TypeError(`pod ${pod.metadata.name} has no container`);
  return first;
}

export function portOf(container: Container, port: string | number): number | undefined {
  if (typeof port === 'number') return port;
  return container.ports?.find((one) => one.name === port)?.containerPort;
}

/**
 * The collection below one object, e.g. `pods/web-0/binding`: what the API server calls a subresource that one creates
 * things in.
 */
export function createdBelow(
  parent: Resource,
  name: string,
  below: { readonly plural: string; readonly kind: string },
): Resource {
  return { ...parent, plural: `${parent.plural}/${name}/${below.plural}`, kind: below.kind, hasStatus: false };
}
