/** Merge patches (RFC 7386) and JSON patches (RFC 6902). Pure: what is not touched is shared with the original. */
import { assertNever } from '../../../lib/assert.ts';
import { deepEqual } from '../../../lib/deep-equal.ts';
import { isRecord } from '../../../kube/record.ts';
import { badRequest, Refusal } from './refusal.ts';

export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const base = isRecord(target) ? target : {};
  let changed: Record<string, unknown> | undefined;
  for (const name in patch) {
    const member = patch[name];
    const before = base[name];
    const after = member === null ? undefined : mergePatch(before, member);
    if (after === before) continue;
    changed ??= { ...base };
    if (after === undefined) delete changed[name];
    else changed[name] = after;
  }
  return changed ?? base;
}

type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string };

/** Throws Refusal: 400 for what is no patch, 422 for what cannot be applied, a failed test included. */
export function jsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw badRequest('a JSON patch is an array of operations');
  return patch.reduce((document: unknown, operation: Operation) => perform(document, operation), target);
}

function perform(document: unknown, operation: Operation): unknown {
  const { op } = operation;
  const path = stepsOf(operation.path);
  switch (op) {
    case 'test':
      if (!deepEqual(valueAt(document, path), operation.value)) throw cannot();
      return document;
    case 'add':
      return edit(document, path, { type: 'Add', value: operation.value });
    case 'replace':
      return edit(document, path, { type: 'Set', value: operation.value });
    case 'remove':
      valueAt(document, path);
      return edit(document, path, { type: 'Remove' });
    case 'copy':
      return edit(document, path, { type: 'Add', value: valueAt(document, stepsOf(operation.from)) });
    case 'move': {
      const from = stepsOf(operation.from);
      const value = valueAt(document, from);
      return edit(edit(document, from, { type: 'Remove' }), path, { type: 'Add', value });
    }
    default:
      return assertNever(op);
  }
}

type Edit = { readonly type: 'Add' | 'Set'; readonly value: unknown } | { readonly type: 'Remove' };

function edit(document: unknown, path: readonly string[], change: Edit): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change.type === 'Remove' ? undefined : change.value;
  if (Array.isArray(document)) return editItems(document, [step, ...rest], change);
  if (!isRecord(document)) throw cannot();
  const copy: Record<string, unknown> = { ...document };
  if (rest.length > 0) {
    if (document[step] === undefined) throw cannot();
    copy[step] = edit(document[step], rest, change);
  } else if (change.type === 'Remove') delete copy[step];
  else copy[step] = change.value;
  return copy;
}

function editItems(items: readonly unknown[], [step = '', ...rest]: readonly string[], change: Edit): unknown[] {
  const copy = [...items];
  const index = step === '-' && change.type === 'Add' ? items.length : Number(step);
  const end = change.type === 'Add' && rest.length === 0 ? items.length : items.length - 1;
  if (!Number.isInteger(index) || index < 0 || index > end) throw cannot();
  if (rest.length > 0) copy[index] = edit(items[index], rest, change);
  else if (change.type === 'Remove') copy.splice(index, 1);
  else if (change.type === 'Set') copy[index] = change.value;
  else copy.splice(index, 0, change.value);
  return copy;
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const step of path) {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
    if (found === undefined) throw cannot();
    value = found;
  }
  return value;
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function cannot(): Refusal {
  return new Refusal(422, 'Invalid', 'the server rejected our request due to an error in our request');
}
