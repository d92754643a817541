/** Carrying out a plan: the writes of one sync, through the fenced writer. */
import { ENGINE_FIELD_MANAGER } from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { KubeObject, ObjectRef, Resource, WriteRequest } from '../../kube/types.ts';
import { hasCode, messageOf } from '../../lib/errors.ts';
import { controllerOf } from '../../kube/types.ts';
import type { ReconcileContext } from '../../replica/ports.ts';
import { forEachBounded } from './bounded.ts';
import { isDeleting, withOwner, withoutOwner } from './owner.ts';
import type { ChildRule, ChildWrite, ParentPatch, ParentRule, Setup } from './policy.ts';

/** Writes of one parent's children that are under way at once. */
const CHILD_WRITES_MAX = 8;

export interface Acting {
  readonly setup: Setup;
  readonly parentRule: ParentRule;
  readonly context: Pick<ReconcileContext, 'writer' | 'token'>;
}

/** How the writes went. What was refused because ownership was lost is thrown, not reported. */
export interface Deeds {
  readonly problems: string[];
  /** Somebody else was faster (conflict, not found): look again soon; no error. */
  again: boolean;
  /** Something has to end first and nothing tells when: look again, ever more seldom; no error. */
  blocked: string | undefined;
}

export async function writeChildren(
  acting: Acting,
  parent: KubeObject,
  { writes, deeds }: { readonly writes: readonly ChildWrite[]; readonly deeds: Deeds },
): Promise<void> {
  const isDeletion = ({ request }: ChildWrite): boolean => request.verb === 'delete';
  for (const batch of [writes.filter(isDeletion), writes.filter((write) => !isDeletion(write))]) {
    await forEachBounded(batch, CHILD_WRITES_MAX, async (write) => {
      try {
        await acting.context.writer.send(signed(write.request));
      } catch (error) {
        await explain(acting, parent, { write, deeds, error });
      }
    });
  }
}

interface Failed {
  readonly write: ChildWrite;
  readonly deeds: Deeds;
  readonly error: unknown;
}

async function explain(acting: Acting, parent: KubeObject, { write, deeds, error }: Failed): Promise<void> {
  const { verb } = write.request;
  if (isGivenUp(error)) throw error;
  if (isApiError(error, 'Conflict') || (verb !== 'create' && isApiError(error, 'NotFound'))) {
    deeds.again = true;
  } else if (isApiError(error, 'AlreadyExists')) {
    await meetExisting(acting, parent, { write, deeds, error });
  } else {
    deeds.problems.push(`cannot ${verb} ${write.title}: ${messageOf(error, 300)}`);
  }
}

/** An object of the child's name that the caches do not show: ours, an orphan to adopt, or somebody else's. */
async function meetExisting(acting: Acting, parent: KubeObject, { write, deeds }: Failed): Promise<void> {
  const { setup, context } = acting;
  const existing = await context.writer.getLive(write.rule.resource, refOfRequest(write.request));
  if (existing === undefined) {
    deeds.again = true;
    return;
  }
  const owner = controllerOf(existing.metadata);
  const isOwn = owner?.uid === parent.metadata.uid;
  // An earlier parent of the same name: the garbage collector is on its way.
  const isLeftover = !isOwn && owner?.kind === parent.kind && owner.name === parent.metadata.name;
  if (isLeftover || isDeleting(existing)) {
    deeds.blocked = `${write.title} waits until the object that has its name now is gone`;
    return;
  }
  if (isOwn) {
    await meetOwn(acting, parent, { write, deeds, existing });
    return;
  }
  const claim = setup.policy.claim(setup, parent, { owned: [], orphans: owner === undefined ? [existing] : [] });
  if (claim.adopt.length > 0) {
    await adopt(acting, parent, { rule: write.rule, orphans: claim.adopt });
    deeds.again = true;
    return;
  }
  deeds.problems.push(
    `cannot create ${write.title}: an object of that name exists that is not this parent's: rename the child, or delete the object`,
  );
}

/** A child that no watch of ours shows: one that never got a slot, or lost it while nobody looked, gets its parent's. */
async function meetOwn(
  acting: Acting,
  parent: KubeObject,
  { write, deeds, existing }: Omit<Failed, 'error'> & { readonly existing: KubeObject },
): Promise<void> {
  const { slotLabel } = acting.setup;
  const slot = slotTextFor(acting, parent);
  const present = existing.metadata.labels?.[slotLabel];
  if (present !== undefined && present !== slot) {
    deeds.problems.push(
      `${write.title} carries slot ${present} but its owner has slot ${slot}: set its label ${slotLabel} to "${slot}"`,
    );
    return;
  }
  if (present === undefined) {
    await patchMetadata(acting, write.rule.resource, { object: existing, metadata: { labels: { [slotLabel]: slot } } });
  }
  deeds.again = true;
}

function slotTextFor({ setup, context }: Acting, parent: KubeObject): string {
  return parent.metadata.labels?.[setup.slotLabel] ?? String(context.token.slot);
}

/**
 * Makes orphans the parent's children, after a live look at the parent; answers them as they are then. None when the parent
 * is not what the cache shows any more.
 */
export async function adopt(
  acting: Acting,
  parent: KubeObject,
  { rule, orphans }: { readonly rule: ChildRule; readonly orphans: readonly KubeObject[] },
): Promise<readonly KubeObject[]> {
  if (orphans.length === 0) return [];
  const { setup, parentRule, context } = acting;
  const live = await context.writer.getLive(parentRule.resource, refOf(parent));
  if (live === undefined || live.metadata.uid !== parent.metadata.uid || isDeleting(live)) return [];
  const slot = slotTextFor(acting, parent);
  const adopted: KubeObject[] = [];
  for (const orphan of orphans) {
    const metadata = { labels: { [setup.slotLabel]: slot }, ownerReferences: withOwner(orphan.metadata, parent) };
    const result = await patchMetadata(acting, rule.resource, { object: orphan, metadata });
    if (result !== undefined) adopted.push(result);
  }
  return adopted;
}

/**
 * Takes the parent's reference off children that it does not select any more, and then the slot: an orphan has none, so that
 * whoever selects it finds it. In this order, or the disappearance from the watch would look like a child's.
 */
export async function release(
  acting: Acting,
  parent: KubeObject,
  { rule, children }: { readonly rule: ChildRule; readonly children: readonly KubeObject[] },
): Promise<void> {
  for (const child of children) {
    const metadata = { ownerReferences: withoutOwner(child.metadata, parent) };
    const orphan = await patchMetadata(acting, rule.resource, { object: child, metadata });
    if (orphan === undefined) continue;
    const labels = { [acting.setup.slotLabel]: null };
    await patchMetadata(acting, rule.resource, { object: orphan, metadata: { labels } });
  }
}

/** Undefined when somebody else was faster: the caches will show what is true now. */
async function patchMetadata(
  { context }: Acting,
  resource: Resource,
  { object, metadata }: { readonly object: KubeObject; readonly metadata: Readonly<Record<string, unknown>> },
): Promise<KubeObject | undefined> {
  const { resourceVersion } = object.metadata;
  const patch = { metadata: { resourceVersion, ...metadata } };
  try {
    return await context.writer.send(
      signed({ verb: 'patch', resource, ref: refOf(object), patchType: 'merge', patch }),
    );
  } catch (error) {
    if (isApiError(error, 'Conflict', 'NotFound', 'Gone')) return undefined;
    throw error;
  }
}

/**
 * Sends patches of the parent one after the other, each with the resourceVersion that the one before left. Answers the
 * parent as it is then, or undefined when somebody else was faster.
 */
export async function patchParent(
  { context, parentRule }: Acting,
  parent: KubeObject,
  patches: readonly ParentPatch[],
): Promise<KubeObject | undefined> {
  let current = parent;
  for (const { subresource, metadata, status } of patches) {
    const { resourceVersion } = current.metadata;
    const patch = { metadata: { resourceVersion, ...metadata }, ...(status === undefined ? {} : { status }) };
    try {
      current = await context.writer.send(
        signed({
          verb: 'patch',
          resource: parentRule.resource,
          ref: refOf(parent),
          patchType: 'merge',
          patch,
          ...(subresource === undefined ? {} : { subresource }),
        }),
      );
    } catch (error) {
      if (isApiError(error, 'Conflict', 'NotFound')) return undefined;
      throw error;
    }
  }
  return current;
}

/** Under the field manager that users know, so that a take-over from Metacontroller leaves no second owner of fields. */
function signed(request: WriteRequest): WriteRequest {
  if (request.verb === 'delete') return request;
  return { ...request, query: { ...request.query, fieldManager: ENGINE_FIELD_MANAGER } };
}

/** Ownership was lost, the caller gave up, or the API server asks for patience: nobody's failure. */
export function isGivenUp(error: unknown): boolean {
  return hasCode(error, 'Refused') || hasCode(error, 'Aborted') || isApiError(error, 'TooManyRequests');
}

function refOf({ metadata }: KubeObject): ObjectRef {
  const { namespace, name } = metadata;
  return namespace === undefined ? { name } : { namespace, name };
}

function refOfRequest(request: WriteRequest): ObjectRef {
  return 'ref' in request ? request.ref : refOf(request.body);
}
