/** Which rights are missing: the engine's on what it will work with, and the caller's on what the way back will change. */
import { METACONTROLLER_GROUP } from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import { isRecord } from '../../kube/record.ts';
import { groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import { messageOf } from '../../lib/errors.ts';
import type { CompiledHook } from '../../metacontroller/hook/webhook.ts';
import type { Setup } from '../../metacontroller/kernel/policy.ts';
import type { ServiceAccount } from './flags.ts';

/** One question to the authorizer. */
export interface Right {
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly verb: string;
  /** Of one object; absent = all of them, in all namespaces. */
  readonly namespace?: string;
  readonly name?: string;
}

export interface Rights {
  /** Who was asked about; undefined = nobody knows who the engine is. */
  readonly engine: ServiceAccount | undefined;
  /** Why the engine's rights could not be found out; undefined = they were. */
  readonly unknown: string | undefined;
  readonly missing: readonly Right[];
  /** Of whoever runs this. */
  readonly missingForBack: readonly Right[];
}

const PARENT = ['get', 'list', 'watch', 'patch'];
const CHILD = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
const CONTROLLER = ['get', 'list', 'watch', 'patch'];
const PARALLEL = 8;

/** What the engine asks of the API server for these controllers. Pure. */
export function rightsOfEngine(setups: readonly Setup[]): readonly Right[] {
  const parents = setups.flatMap((setup) => setup.parents.map(({ resource }) => resource));
  const children = setups.flatMap((setup) => setup.children.map(({ resource }) => resource));
  return distinct([
    ...CONTROLLER.map((verb) => ({ group: METACONTROLLER_GROUP, resource: 'compositecontrollers', verb })),
    ...parents.flatMap((resource) => [
      ...PARENT.map((verb) => rightOn(resource, verb)),
      { ...rightOn(resource, 'patch'), subresource: 'status' },
      { ...rightOn(resource, 'update'), subresource: 'finalizers' },
    ]),
    ...children.flatMap((resource) => CHILD.map((verb) => rightOn(resource, verb))),
    ...setups.flatMap(({ hooks }) => [hooks.sync, hooks.finalize].flatMap(rightsOfHook)),
  ]);
}

function rightsOfHook(hook: CompiledHook | undefined): readonly Right[] {
  const { caBundle, clientTls, authorization } = hook?.credentials ?? {};
  const values = [
    caBundle !== undefined && 'reference' in caBundle ? caBundle : undefined,
    clientTls?.certificate,
    clientTls?.privateKey,
    authorization?.type === 'Token' ? authorization.token : undefined,
    authorization?.type === 'Basic' ? authorization.user : undefined,
    authorization?.type === 'Basic' ? authorization.password : undefined,
  ].filter((value) => value !== undefined);
  return values.map(({ reference: { kind, namespace, name } }) => {
    return { group: '', resource: `${kind.toLowerCase()}s`, verb: 'get', namespace, name };
  });
}

/** What `--back` asks for these controllers. Pure. */
export function rightsForBack(setups: readonly Setup[]): readonly Right[] {
  const kinds = setups.flatMap(({ parents, children }) => [...parents, ...children].map(({ resource }) => resource));
  return distinct([
    { group: METACONTROLLER_GROUP, resource: 'compositecontrollers', verb: 'patch' },
    { group: 'coordination.k8s.io', resource: 'leases', verb: 'list' },
    ...kinds.flatMap((resource) => ['list', 'patch'].map((verb) => rightOn(resource, verb))),
  ]);
}

/** `create configmaps, delete configmaps` is told as `create, delete configmaps`. Pure. */
export function rightsText(rights: readonly Right[]): string {
  const byResource = Map.groupBy(rights, ({ group, resource, subresource, namespace, name }) => {
    const kind = groupResourceOf({ group, plural: resource });
    const part = subresource === undefined ? kind : `${kind}/${subresource}`;
    return name === undefined ? part : `${part} ${namespace ?? ''}/${name}`;
  });
  return Array.from(byResource, ([name, all]) => `${all.map(({ verb }) => verb).join(', ')} ${name}`).join('; ');
}

export interface ReviewOptions {
  readonly client: Pick<KubeClient, 'send'>;
  readonly setups: readonly Setup[];
  readonly engine: ServiceAccount | undefined;
  readonly signal: AbortSignal;
}

/** Errors: ApiError, but for a missing right to ask about the engine. */
export async function reviewRights({ client, setups, engine, signal }: ReviewOptions): Promise<Rights> {
  const missingForBack = await denied(rightsForBack(setups), (right) => reviewOwn(client, right, signal));
  if (engine === undefined) {
    const unknown = 'its service account is not known: name it with --service-account NAMESPACE/NAME';
    return { engine, unknown, missing: [], missingForBack };
  }
  try {
    const missing = await denied(rightsOfEngine(setups), (right) => reviewEngine(client, { right, engine, signal }));
    return { engine, unknown: undefined, missing, missingForBack };
  } catch (error) {
    if (!isApiError(error, 'Forbidden')) throw error;
    return { engine, unknown: messageOf(error, 300), missing: [], missingForBack };
  }
}

async function denied(
  rights: readonly Right[],
  isAllowed: (right: Right) => Promise<boolean>,
): Promise<readonly Right[]> {
  const answers = new Map<Right, boolean>();
  const rest = rights.values();
  const worker = async (): Promise<void> => {
    for (const right of rest) answers.set(right, await isAllowed(right));
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return rights.filter((right) => answers.get(right) !== true);
}

function reviewOwn(client: Pick<KubeClient, 'send'>, right: Right, signal: AbortSignal): Promise<boolean> {
  return review(client, { kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: right } }, signal);
}

function reviewEngine(
  client: Pick<KubeClient, 'send'>,
  { right, engine, signal }: { readonly right: Right; readonly engine: ServiceAccount; readonly signal: AbortSignal },
): Promise<boolean> {
  const { namespace, name } = engine;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  const spec = { user: `system:serviceaccount:${namespace}:${name}`, groups, resourceAttributes: right };
  return review(client, { kind: 'SubjectAccessReview', spec }, signal);
}

async function review(
  client: Pick<KubeClient, 'send'>,
  { kind, spec }: { readonly kind: string; readonly spec: object },
  signal: AbortSignal,
): Promise<boolean> {
  const group = 'authorization.k8s.io';
  const resource = {
    group,
    version: 'v1',
    plural: `${kind.toLowerCase()}s`,
    kind,
    namespaced: false,
    hasStatus: false,
  };
  // A review has no name.
  const body = { apiVersion: `${group}/v1`, kind, metadata: {} as KubeObject['metadata'], spec };
  const answer = await client.send({ verb: 'create', resource, body }, { signal });
  return isRecord(answer['status']) && answer['status']['allowed'] === true;
}

function rightOn({ group, plural }: Resource, verb: string): Right {
  return { group, resource: plural, verb };
}

function distinct(rights: readonly Right[]): readonly Right[] {
  return [...new Map(rights.map((right) => [JSON.stringify(right), right])).values()];
}
