/** Drives the list-watch machine and writes down what it does. */
import { initialListWatch, stepListWatch } from '../../../src/kube/list-watch.ts';
import type { Failure, ListWatchEffect, ListWatchEvent, ListWatchState } from '../../../src/kube/list-watch.ts';
import type { KubeObject, WatchEvent } from '../../../src/kube/types.ts';

export const object = (name: string, version: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name, resourceVersion: String(version) },
});

export const failure = (status: number, code: string, retryAfterMs?: number): Failure => ({
  status,
  code,
  message: 'why',
  retryAfterMs,
});

export class Script {
  #state: ListWatchState = initialListWatch;
  readonly #lines: string[] = [];
  nowMs = 0;

  on(event: ListWatchEvent): this {
    const { state, effects } = stepListWatch(this.#state, event, this.nowMs);
    this.#state = state;
    this.#lines.push(`${this.nowMs} > ${show(event)}`, ...effects.map((effect) => `    ${show(effect)}`));
    this.#lines.push(`  = ${show(state)}`);
    return this;
  }

  /** Whatever needs a random number gets one half. */
  watched(event: WatchEvent): this {
    return this.on({ type: 'Received', event, random: 0.5 });
  }

  listed(version: number, ...names: readonly string[]): this {
    const items = names.map((name) => object(name, version));
    return this.on({ type: 'Listed', items, resourceVersion: String(version) });
  }

  note(text: string): this {
    this.#lines.push(`# ${text}`);
    return this;
  }

  pass(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

function show(value: ListWatchEvent | ListWatchEffect | ListWatchState): string {
  const { type, ...rest } = value;
  const fields = JSON.stringify(rest, (key, field: unknown) => (isObject(field) ? nameOf(field) : field));
  return fields === '{}' ? type : `${type} ${fields}`;
}

function isObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'metadata' in value;
}

function nameOf({ metadata }: KubeObject): string {
  return `${metadata.name}@${metadata.resourceVersion ?? ''}`;
}
