/** Counts the objects of a kind: whose they are, whether they have the right slot, who wrote them. Pure, and bounded. */
import { ENGINE_FIELD_MANAGER, LAST_APPLIED_ANNOTATION } from '../../api/names.ts';
import { controllerOf, groupOf, keyOf } from '../../kube/types.ts';
import type { KubeObject, OwnerReference } from '../../kube/types.ts';
import type { Setup } from '../../metacontroller/kernel/policy.ts';
import { parseSlot, slotOf, type Slot } from '../../protocol/slots.ts';
import { managedFieldsOf } from './ours.ts';

export interface Count {
  readonly objects: number;
  /** Without a slot label: each gets one. */
  readonly toLabel: number;
}

export interface LabelProblem {
  readonly type: 'Foreign' | 'Invalid';
  /** `namespace/name`, or the name alone. */
  readonly object: string;
  readonly value: string;
  /** The slot that it should have; undefined when no controller says so. */
  readonly slot: Slot | undefined;
}

export interface KindCount extends Count {
  /** Group and plural. */
  readonly kind: string;
  readonly parents: Readonly<Record<string, Count>>;
  readonly children: Readonly<Record<string, Count & { readonly withoutLastApplied: number }>>;
  /** Children by server-side apply of Metacontroller. */
  readonly applied: number;
  readonly lastApplied: number;
  /** Objects by field manager; the most frequent ones. */
  readonly fieldManagers: Readonly<Record<string, number>>;
  /** The latest time of an entry of Metacontroller's field manager; '' = none. */
  readonly lastEngineWrite: string;
  readonly labelProblems: {
    readonly foreign: number;
    readonly invalid: number;
    readonly first: readonly LabelProblem[];
  };
}

const PROBLEMS_SHOWN_MAX = 5;
const MANAGERS_MAX = 200;
const MANAGERS_SHOWN_MAX = 8;

/**
 * What one kind's objects need to know of those of other kinds: which parents are selected, and the slots of parents that are
 * owned by others. Grows only with parents of controllers that have a selector, and with nested parents.
 */
export class Census {
  readonly #setups: readonly Setup[];
  readonly #slotLabel: string;
  readonly #selected = new Map<string, Set<string>>();
  readonly #nestedSlots = new Map<string, Slot>();

  constructor(setups: readonly Setup[], slotLabel: string) {
    this.#setups = setups;
    this.#slotLabel = slotLabel;
  }

  /** A kind is counted after those that own it. */
  count(groupResource: string): KindTally {
    return new KindTally(groupResource, (object) => this.#lookAt(groupResource, object));
  }

  #lookAt(groupResource: string, object: KubeObject): Look {
    const owner = controllerOf(object.metadata);
    const parentOf = this.#setups
      .filter((setup) => setup.parents.some((rule) => rule.groupResource === groupResource && rule.matches(object)))
      .map(({ name }) => name);
    const childOf = this.#setups
      .filter(
        (setup) => setup.children.some((rule) => rule.groupResource === groupResource) && this.#owns(setup, owner),
      )
      .map(({ name }) => name);
    const slot = this.#slotFor(object, { owner, isParent: parentOf.length > 0 });
    this.#remember(object, { parentOf, owner, slot });
    return { parentOf, childOf, slot, text: object.metadata.labels?.[this.#slotLabel] };
  }

  #owns(setup: Setup, owner: OwnerReference | undefined): boolean {
    const rule = setup.parents.find(({ resource }) => isOf(owner, resource));
    if (rule === undefined || owner === undefined) return false;
    return rule.selectorText === undefined || this.#selected.get(setup.name)?.has(owner.uid) === true;
  }

  #slotFor(
    { metadata }: KubeObject,
    { owner, isParent }: { readonly owner: OwnerReference | undefined; readonly isParent: boolean },
  ): Slot | undefined {
    const rule = this.#setups.flatMap(({ parents }) => parents).find(({ resource }) => isOf(owner, resource));
    if (rule === undefined || owner === undefined) return isParent ? slotOf(keyOf(metadata)) : undefined;
    const { namespace } = metadata;
    const name = owner.name;
    const key = keyOf(rule.resource.namespaced && namespace !== undefined ? { namespace, name } : { name });
    return this.#nestedSlots.get(owner.uid) ?? slotOf(key);
  }

  #remember(
    { metadata }: KubeObject,
    found: {
      readonly parentOf: readonly string[];
      readonly owner: OwnerReference | undefined;
      readonly slot: Slot | undefined;
    },
  ): void {
    const { uid = '' } = metadata;
    for (const setup of this.#setups) {
      const isSelected = setup.parents.some(({ selectorText }) => selectorText !== undefined);
      if (!isSelected || !found.parentOf.includes(setup.name)) continue;
      const uids = this.#selected.get(setup.name) ?? new Set<string>();
      this.#selected.set(setup.name, uids.add(uid));
    }
    const isNested = found.parentOf.length > 0 && found.slot !== undefined && found.owner !== undefined;
    if (isNested && found.slot !== slotOf(keyOf(metadata))) this.#nestedSlots.set(uid, found.slot ?? 0);
  }
}

function isOf(owner: OwnerReference | undefined, resource: { readonly group: string; readonly kind: string }): boolean {
  return owner !== undefined && owner.kind === resource.kind && groupOf(owner.apiVersion) === resource.group;
}

interface Look {
  readonly parentOf: readonly string[];
  readonly childOf: readonly string[];
  readonly slot: Slot | undefined;
  readonly text: string | undefined;
}

interface Tally {
  objects: number;
  toLabel: number;
  withoutLastApplied: number;
}

/** The count of one kind while it grows. */
export class KindTally {
  readonly #kind: string;
  readonly #look: (object: KubeObject) => Look;
  readonly #all = newTally();
  readonly #parents = new Map<string, Tally>();
  readonly #children = new Map<string, Tally>();
  readonly #managers = new Map<string, number>();
  readonly #problems = { foreign: 0, invalid: 0 };
  readonly #first: LabelProblem[] = [];
  #applied = 0;
  #lastApplied = 0;
  #lastEngineWrite = '';

  constructor(kind: string, look: (object: KubeObject) => Look) {
    this.#kind = kind;
    this.#look = look;
  }

  get objects(): number {
    return this.#all.objects;
  }

  add(object: KubeObject): void {
    const look = this.#look(object);
    this.#judgeLabel(object, look);
    if (look.parentOf.length === 0 && look.childOf.length === 0) return;
    const hasLastApplied = object.metadata.annotations?.[LAST_APPLIED_ANNOTATION] !== undefined;
    if (hasLastApplied) this.#lastApplied += 1;
    const tallies = [
      this.#all,
      ...look.parentOf.map((name) => tallyIn(this.#parents, name)),
      ...look.childOf.map((name) => tallyIn(this.#children, name)),
    ];
    for (const tally of tallies) {
      tally.objects += 1;
      if (look.text === undefined) tally.toLabel += 1;
      if (!hasLastApplied) tally.withoutLastApplied += 1;
    }
    this.#countManagers(object, look.childOf.length > 0);
  }

  #judgeLabel({ metadata }: KubeObject, { slot, text }: Look): void {
    if (text === undefined) return;
    const present = parseSlot(text);
    if (present !== undefined && present === slot) return;
    const type = present === undefined ? 'Invalid' : 'Foreign';
    this.#problems[present === undefined ? 'invalid' : 'foreign'] += 1;
    const { namespace, name } = metadata;
    const object = namespace === undefined ? name : `${namespace}/${name}`;
    if (this.#first.length < PROBLEMS_SHOWN_MAX) this.#first.push({ type, object, value: text, slot });
  }

  #countManagers({ metadata }: KubeObject, isChild: boolean): void {
    const names = new Set<string>();
    let isApplied = false;
    for (const { manager, operation, time } of managedFieldsOf(metadata)) {
      if (typeof manager !== 'string') continue;
      names.add(manager);
      if (manager !== ENGINE_FIELD_MANAGER) continue;
      if (operation === 'Apply') isApplied = true;
      if (typeof time === 'string' && time > this.#lastEngineWrite) this.#lastEngineWrite = time;
    }
    if (isApplied && isChild) this.#applied += 1;
    for (const name of names) {
      const known = this.#managers.get(name);
      if (known !== undefined || this.#managers.size < MANAGERS_MAX) this.#managers.set(name, (known ?? 0) + 1);
    }
  }

  result(): KindCount {
    const managers = [...this.#managers].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
    return {
      kind: this.#kind,
      objects: this.#all.objects,
      toLabel: this.#all.toLabel,
      parents: Object.fromEntries(Array.from(this.#parents, ([name, tally]) => [name, countOf(tally)])),
      children: Object.fromEntries(
        Array.from(this.#children, ([name, tally]) => [
          name,
          { ...countOf(tally), withoutLastApplied: tally.withoutLastApplied },
        ]),
      ),
      applied: this.#applied,
      lastApplied: this.#lastApplied,
      fieldManagers: Object.fromEntries(managers.slice(0, MANAGERS_SHOWN_MAX)),
      lastEngineWrite: this.#lastEngineWrite,
      labelProblems: { ...this.#problems, first: [...this.#first] },
    };
  }
}

function newTally(): Tally {
  return { objects: 0, toLabel: 0, withoutLastApplied: 0 };
}

function tallyIn(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? newTally();
  tallies.set(name, tally);
  return tally;
}

function countOf({ objects, toLabel }: Tally): Count {
  return { objects, toLabel };
}
