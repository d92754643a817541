/**
 * Label selectors: `metav1.LabelSelector` objects, checked once, then matched here or sent to the server as text. Pure.
 */
import { assertNever } from '../lib/assert.ts';
import { ShardkeeperError } from '../lib/errors.ts';
import { isRecord } from './record.ts';

export interface Selector {
  /** For the `labelSelector` parameter; '' selects everything. Equal selectors have equal texts. */
  readonly text: string;
  readonly requirements: readonly Requirement[];
  readonly matches: (labels: Readonly<Record<string, string>> | undefined) => boolean;
}

export type Requirement =
  | { readonly operator: 'In' | 'NotIn'; readonly key: string; readonly values: readonly string[] }
  | { readonly operator: 'Exists' | 'DoesNotExist'; readonly key: string };

/**
 * Checks and compiles a LabelSelector. An empty one (`{}`) matches everything; whether an absent one means everything or
 * nothing is the caller's to know.
 *
 * Errors: `InvalidSelector` (terminal), naming `field` and what is wrong with which part.
 */
export function compileSelector(selector: unknown, field: string): Selector {
  if (!isRecord(selector)) throw invalid(field, 'must be an object with matchLabels, matchExpressions, or both');
  for (const name in selector) {
    if (name === 'matchLabels' || name === 'matchExpressions') continue;
    throw invalid(`${field}.${name}`, 'is not a field of a label selector; known are matchLabels and matchExpressions');
  }
  return selectorOf([
    ...labelRequirements(selector['matchLabels'], `${field}.matchLabels`),
    ...expressionRequirements(selector['matchExpressions'], `${field}.matchExpressions`),
  ]);
}

/** Exactly these labels. Errors as for {@link compileSelector}. */
export function selectorOfLabels(labels: Readonly<Record<string, string>>, field: string): Selector {
  return selectorOf(labelRequirements(labels, field));
}

export const SELECT_EVERYTHING: Selector = selectorOf([]);

function selectorOf(unsorted: readonly Requirement[]): Selector {
  const requirements = unsorted.toSorted((a, b) => compareText(textOf(a), textOf(b)));
  return {
    requirements,
    text: requirements.map(textOf).join(','),
    matches: (labels = {}) => requirements.every((requirement) => meets(labels, requirement)),
  };
}

function meets(labels: Readonly<Record<string, string>>, requirement: Requirement): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined;
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && requirement.values.includes(value);
    case 'NotIn':
      // As in the API server: an object without the label is not in the set.
      return value === undefined || !requirement.values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return assertNever(requirement);
  }
}

function textOf(requirement: Requirement): string {
  const { key } = requirement;
  switch (requirement.operator) {
    case 'In':
      return requirement.values.length === 1
        ? `${key}=${requirement.values[0]}`
        : `${key} in (${requirement.values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${requirement.values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return assertNever(requirement);
  }
}

function labelRequirements(labels: unknown, field: string): readonly Requirement[] {
  if (labels === undefined || labels === null) return [];
  if (!isRecord(labels)) throw invalid(field, 'must be a mapping of label keys to values');
  return Object.entries(labels).map(([key, value]) => {
    checkKey(key, field);
    return { operator: 'In', key, values: [checkValue(value, `${field}[${key}]`)] };
  });
}

function expressionRequirements(expressions: unknown, field: string): readonly Requirement[] {
  if (expressions === undefined || expressions === null) return [];
  if (!Array.isArray(expressions)) throw invalid(field, 'must be a list');
  return expressions.map((expression: unknown, index) => requirementOf(expression, `${field}[${index}]`));
}

function requirementOf(expression: unknown, field: string): Requirement {
  if (!isRecord(expression)) throw invalid(field, 'must be an object with key, operator and values');
  const { key, operator, values } = expression;
  if (typeof key !== 'string') throw invalid(`${field}.key`, 'must be a text');
  checkKey(key, `${field}.key`);
  const list = values === undefined || values === null ? [] : values;
  if (!Array.isArray(list)) throw invalid(`${field}.values`, 'must be a list');
  switch (operator) {
    case 'In':
    case 'NotIn': {
      if (list.length === 0) throw invalid(`${field}.values`, `must not be empty for operator ${operator}`);
      const checked = list.map((value: unknown, index) => checkValue(value, `${field}.values[${index}]`));
      return { operator, key, values: [...new Set(checked)].toSorted(compareText) };
    }
    case 'Exists':
    case 'DoesNotExist':
      if (list.length > 0) throw invalid(`${field}.values`, `must be empty for operator ${operator}`);
      return { operator, key };
    default:
      throw invalid(`${field}.operator`, `"${String(operator)}" is not one of In, NotIn, Exists, DoesNotExist`);
  }
}

const NAME = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

function checkKey(key: string, field: string): void {
  const slash = key.indexOf('/');
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const prefixOk = prefix === undefined || (prefix.length <= 253 && PREFIX.test(prefix));
  if (prefixOk && NAME.test(key.slice(slash + 1))) return;
  throw invalid(
    field,
    `"${key}" is no label key: [dns.prefix/]name, the name at most 63 of letters, digits, -, _ and .`,
  );
}

function checkValue(value: unknown, field: string): string {
  if (typeof value === 'string' && (value === '' || NAME.test(value))) return value;
  const shown = typeof value === 'string' ? `"${value}"` : `a ${typeof value}`;
  throw invalid(field, `${shown} is no label value: at most 63 of letters, digits, -, _ and . in quotes`);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function invalid(field: string, why: string): ShardkeeperError {
  return new ShardkeeperError(`${field}: ${why}`, { code: 'InvalidSelector', terminal: true });
}
