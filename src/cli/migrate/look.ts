/** Each controller as the engine would take it: what it refuses, and which kinds it would work with. */
import { isApiError } from '../../kube/api-error.ts';
import type { Discovery } from '../../kube/discovery.ts';
import { COMPOSITE_CONTROLLERS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { hasCode } from '../../lib/errors.ts';
import { compositePolicy } from '../../metacontroller/index.ts';
import type { Setup } from '../../metacontroller/kernel/policy.ts';
import { createReferences } from '../../metacontroller/kernel/read-references.ts';
import { servedBy, type Identity } from '../../metacontroller/kernel/served-by.ts';
import { resolveSetup } from '../../metacontroller/kernel/setup.ts';
import { DECORATOR_CONTROLLERS, listIfServed } from './controllers.ts';
import type { ControllerFact } from './facts.ts';
import { judge, refusalOf, type Refusal } from './refusals.ts';

export interface LookOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly discovery: Discovery;
  readonly us: Identity | undefined;
  readonly sets: readonly Identity[];
  readonly slotLabel: string;
  /** '' = all controllers. */
  readonly targetLabelSelector: string;
}

export interface Looked {
  readonly fact: ControllerFact;
  /** For counting and for rights; undefined when its kinds cannot be found out. */
  readonly setup: Setup | undefined;
}

/** A hook in the place of those that cannot be used, so that the objects can be counted all the same. */
const PLAIN_HOOKS = { sync: { webhook: { url: 'http://localhost/' } } };

/** Errors: ApiError. */
export async function lookAtControllers(options: LookOptions): Promise<readonly Looked[]> {
  const { client, signal, targetLabelSelector: labelSelector } = options;
  const selection = labelSelector === '' ? { signal } : { signal, labelSelector };
  const composites = await listIfServed(client, COMPOSITE_CONTROLLERS, selection);
  const decorators = await listIfServed(client, DECORATOR_CONTROLLERS, selection);
  const looked: Looked[] = [];
  // One after the other: a kind that is missing has the server asked anew, once for all.
  for (const object of composites) looked.push(await lookAt(object, options));
  return [...looked, ...decorators.map((object) => ({ fact: notServed(object, options), setup: undefined }))];
}

async function lookAt(object: KubeObject, options: LookOptions): Promise<Looked> {
  const { refusals, servable } = judge(object, compositePolicy.declare);
  const whole = servable === undefined ? undefined : await resolve(servable, options);
  const countable = whole?.type === 'Setup' ? whole : await resolve(withPlainHooks(servable ?? object), options);
  const setup = countable.type === 'Setup' ? countable.setup : undefined;
  const all = [...refusals, ...[whole, countable].flatMap(refusalIn)];
  const updateMethods =
    setup === undefined
      ? undefined
      : Object.fromEntries(setup.children.map(({ groupResource, method }) => [groupResource, method]));
  const distinct = [...new Map(all.map((refusal) => [refusal.message, refusal])).values()];
  return { fact: { ...factOf(object, options), refusals: distinct, updateMethods }, setup };
}

type Resolved =
  | { readonly type: 'Setup'; readonly setup: Setup }
  | { readonly type: 'Refused'; readonly refusal: Refusal };

function refusalIn(resolved: Resolved | undefined): readonly Refusal[] {
  return resolved?.type === 'Refused' ? [resolved.refusal] : [];
}

/** Errors: ApiError `Aborted`, `Unavailable` and the like: whatever says nothing about the controller. */
async function resolve(object: KubeObject, options: LookOptions): Promise<Resolved> {
  const { client, clock, discovery, slotLabel } = options;
  let mayRead = true;
  const get: KubeClient['get'] = async (...request) => {
    try {
      return await client.get(...request);
    } catch (error) {
      if (isApiError(error, 'Forbidden')) mayRead = false;
      throw error;
    }
  };
  const references = createReferences({ client: { get }, clock });
  try {
    const setup = await resolveSetup(object, { policy: compositePolicy, discovery, client, references, slotLabel });
    return { type: 'Setup', setup };
  } catch (error) {
    if (isApiError(error) && error.code !== 'Forbidden') throw error;
    if (mayRead || !hasCode(error, 'HookCredentials')) return { type: 'Refused', refusal: refusalOf(error) };
    const message = 'you may not read the Secrets or ConfigMaps of its hooks, so it is not known whether they will do';
    return { type: 'Refused', refusal: { code: 'HookCredentialsUnknown', field: 'spec.hooks', message } };
  }
}

function withPlainHooks(object: KubeObject): KubeObject {
  const { endpointConfigs: _, ...spec } = object['spec'] as Readonly<Record<string, unknown>>;
  return { ...object, spec: { ...spec, hooks: PLAIN_HOOKS } };
}

/** As the engine treats what it has no policy for. */
function notServed(object: KubeObject, options: LookOptions): ControllerFact {
  const message = `${object.kind} is not served yet: leave it to a Metacontroller that serves only this one (--target-label-selector)`;
  const refusals = [{ code: 'KindNotServed', field: 'kind', message }];
  return { ...factOf(object, options), refusals, updateMethods: undefined };
}

function factOf(object: KubeObject, { us, sets }: LookOptions): Omit<ControllerFact, 'refusals' | 'updateMethods'> {
  const { name } = object.metadata;
  const server = servedBy(object, us ?? { namespace: '', set: '', setUid: '' });
  const text = server.type === 'Other' ? server.text : us === undefined ? '' : `${us.namespace}/${us.set}`;
  const other = server.type === 'Other' ? server.set : undefined;
  const isLive = sets.some(
    ({ namespace, set, setUid }) => namespace === other?.namespace && set === other.set && setUid === other.setUid,
  );
  const by = server.type === 'Us' ? 'Us' : isLive ? 'Other' : 'Gone';
  return {
    kind: object.kind,
    name,
    title: `${object.kind} ${name}`,
    servedBy: server.type === 'Nobody' ? undefined : { text, by },
  };
}
