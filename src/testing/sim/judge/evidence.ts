/** What the judge looks at: processes from outside, and the book of what it found. */
import type { KubeObject } from '../../../kube/types.ts';
import type { Ownership } from '../../../replica/ports.ts';
import type { Breach } from '../ports.ts';
import type { Property } from './properties.ts';

/** A replica process, as far as it can be seen from outside. */
export interface Suspect {
  /** Of this process. */
  readonly id: string;
  /** Of the replica: its Lease, its ControllerShard. */
  readonly name: string;
  /** Not ended and not killed; it may be stopped. */
  readonly alive: boolean;
  /** Undefined before it has found its set. */
  readonly ownership: Ownership | undefined;
}

/** Collects breaches; the same one again is not news. */
export class Findings {
  readonly breaches: Breach[] = [];
  readonly nowMs: () => number;
  readonly #known = new Set<string>();

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  breach(property: Property, text: string, slot?: number): void {
    const key = `${property} ${slot ?? text}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.breaches.push({ property, atMs: this.nowMs(), text, ...(slot === undefined ? {} : { slot }) });
  }
}

export function slotLabelOf(object: KubeObject | undefined, slotLabel: string): number | undefined {
  const text = object?.metadata.labels?.[slotLabel];
  return text === undefined ? undefined : Number(text);
}
