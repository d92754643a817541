/** Object writes: late ones (P1'), hook calls that see too little (W5), second children, writes for nothing. */
import type { KubeObject, WriteRequest } from '../../../kube/types.ts';
import { controllerOf } from '../../../kube/types.ts';
import type { Acting } from './acting.ts';
import { slotLabelOf, type Findings, type Suspect } from './evidence.ts';

export interface WrittenChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly before: KubeObject | undefined;
  readonly object: KubeObject;
}

export interface WritesOptions {
  readonly findings: Findings;
  readonly acting: Acting;
  readonly slotLabel: string;
  /** Kinds of roots and of children. */
  readonly rootKind: string;
  readonly childKinds: readonly string[];
  /** The object that a request is about, as it is stored now. */
  readonly stored: (request: WriteRequest) => KubeObject | undefined;
}

interface Sent {
  readonly slot: number;
  readonly order: number;
}

interface Applied {
  readonly order: number;
  readonly by: string;
}

export class Writes {
  readonly #options: WritesOptions;
  readonly #sent = new WeakMap<WriteRequest, Sent>();
  /** The newest hold under which a write was applied, by slot. */
  readonly #applied = new Map<number, Applied>();
  /** uids of the children, by kind and uid of their owner. */
  readonly #children = new Map<string, Set<string>>();

  constructor(options: WritesOptions) {
    this.#options = options;
  }

  #isObject(kind: string): boolean {
    return kind === this.#options.rootKind || this.#options.childKinds.includes(kind);
  }

  /** In the turn of the hand-over. */
  sent(process: Suspect, request: WriteRequest): void {
    if (!this.#isObject(request.resource.kind)) return;
    const { acting, slotLabel, stored } = this.#options;
    const body = 'body' in request ? request.body : undefined;
    const slot = slotLabelOf(body, slotLabel) ?? slotLabelOf(stored(request), slotLabel);
    // Any replica with the duty may put a label where there is none.
    if (slot === undefined) return;
    acting.sends(process, slot);
    this.#sent.set(request, { slot, order: acting.orderOf(process, slot) });
  }

  /** A write of this process has changed the store. */
  applied(process: Suspect, request: WriteRequest, change: WrittenChange): void {
    if (!this.#isObject(request.resource.kind)) return;
    const sent = this.#sent.get(request);
    if (sent !== undefined) this.#late(process, sent, change);
    this.#forNothing(process, change);
  }

  /**
   * The server took a write, and the object is as it was, down to its resourceVersion: no watch shows it. What belongs to the
   * protocol may be written again when an answer was lost, or given up in a fence; objects never (W5).
   */
  unchanged(process: Pick<Suspect, 'id'>, request: WriteRequest): void {
    const { kind } = request.resource;
    if (!this.#isObject(kind)) return;
    const name = 'ref' in request ? request.ref.name : request.body.metadata.name;
    this.#rewritten(process, `${kind} ${name}`);
  }

  /** Whoever did it. */
  stored({ type, object }: WrittenChange): void {
    const owner = controllerOf(object.metadata);
    const uid = object.metadata.uid ?? '';
    if (owner === undefined || !this.#options.childKinds.includes(object.kind)) return;
    const key = `${object.kind} ${owner.uid}`;
    const children = this.#children.get(key) ?? new Set();
    this.#children.set(key, children);
    if (type === 'DELETED') children.delete(uid);
    else children.add(uid);
    if (children.size > 1)
      this.#options.findings.breach('Duplicate', `${owner.name} has ${children.size} children of kind ${object.kind}`);
  }

  /** W5: what a hook is shown, beside what there is. */
  hook(process: Suspect, root: KubeObject, shown: readonly KubeObject[]): void {
    const uids = new Set(shown.map(({ metadata }) => metadata.uid ?? ''));
    for (const kind of this.#options.childKinds) {
      for (const uid of this.#children.get(`${kind} ${root.metadata.uid ?? ''}`) ?? []) {
        if (uids.has(uid)) continue;
        this.#options.findings.breach(
          'Completeness',
          `the hook of ${root.metadata.name} on ${process.id} is not shown a ${kind} that exists`,
          slotLabelOf(root, this.#options.slotLabel),
        );
      }
    }
  }

  /** The store went back: what was applied before is gone. */
  restored(all: readonly KubeObject[]): void {
    this.#applied.clear();
    this.#children.clear();
    for (const object of all) this.stored({ type: 'ADDED', before: undefined, object });
  }

  #late(process: Suspect, { slot, order }: Sent, { object }: WrittenChange): void {
    const newest = this.#applied.get(slot);
    if (newest !== undefined && newest.order > order && newest.by !== process.id) {
      const what = `${object.kind} ${object.metadata.name}`;
      this.#options.findings.breach(
        "P1'",
        `a write of ${process.id} to ${what} came after one of ${newest.by}, a later owner`,
        slot,
      );
      return;
    }
    this.#applied.set(slot, { order, by: process.id });
  }

  /** A label is put on once, and a child is written because its content differs: nothing else is worth a write. */
  #forNothing(process: Suspect, { type, before, object }: WrittenChange): void {
    if (type !== 'MODIFIED' || before === undefined) return;
    const { slotLabel } = this.#options;
    const labelled = slotLabelOf(before, slotLabel) === undefined && slotLabelOf(object, slotLabel) !== undefined;
    const changed = JSON.stringify(before['spec']) !== JSON.stringify(object['spec']);
    if (labelled || changed) return;
    this.#rewritten(process, `${object.kind} ${object.metadata.name}`);
  }

  #rewritten(process: Pick<Suspect, 'id'>, what: string): void {
    this.#options.findings.breach('Rewrite', `${process.id} wrote ${what}, and nothing of it had changed`);
  }
}
