/** Label and field selectors as the API server reads them. Compiled once per text. */
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject, Resource } from '../../../kube/types.ts';
import { badRequest } from './refusal.ts';
import { selectableFields } from './kinds.ts';

export type Matches = (object: KubeObject) => boolean;
type Labels = Readonly<Record<string, string>>;
type LabelTest = (labels: Labels) => boolean;

export interface Selection {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

const NO_LABELS: Labels = {};
const labelTests = new Map<string, LabelTest | undefined>();

/** Undefined when everything matches. Throws Refusal (400) when a selector cannot be read. */
export function compileSelection(resource: Resource, selection: Selection): Matches | undefined {
  const { namespace } = selection;
  const labels = compileLabels(selection.labelSelector ?? '');
  const fields = compileFields(resource, selection.fieldSelector ?? '');
  const inNamespace = resource.namespaced ? namespace : undefined;
  if (labels === undefined && fields === undefined && inNamespace === undefined) return undefined;
  return (object) =>
    (inNamespace === undefined || object.metadata.namespace === inNamespace) &&
    (fields === undefined || fields(object)) &&
    (labels === undefined || labels(object.metadata.labels ?? NO_LABELS));
}

function compileLabels(text: string): LabelTest | undefined {
  if (labelTests.has(text)) return labelTests.get(text);
  const tests = splitOutsideParentheses(text).map(labelTest);
  const [first] = tests;
  const test = tests.length <= 1 ? first : (labels: Labels) => tests.every((each) => each(labels));
  labelTests.set(text, test);
  return test;
}

/** By commas, but not by those of a list of values. */
function splitOutsideParentheses(text: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  let depth = 0;
  for (let i = 0; i <= text.length; i += 1) {
    const character = text[i];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === undefined || (character === ',' && depth === 0)) {
      parts.push(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  return parts.length === 1 && parts[0] === '' ? [] : parts;
}

const NAME = '[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?';
const ABSENT = new RegExp(`^!\\s*(${NAME})$`);
const PRESENT = new RegExp(`^(${NAME})$`);
const COMPARED = new RegExp(`^(${NAME})\\s*(==|=|!=|>|<)\\s*([A-Za-z0-9._-]*)$`);
const SET_BASED = new RegExp(`^(${NAME})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);

function labelTest(text: string): LabelTest {
  let match = COMPARED.exec(text);
  if (match !== null) return comparison(match[1] ?? '', match[2] ?? '', match[3] ?? '');
  match = SET_BASED.exec(text);
  if (match !== null) {
    const [, key = '', operator, list = ''] = match;
    const values = new Set(list.split(',').map((value) => value.trim()));
    if (operator === 'in') return (labels) => has(labels, key) && values.has(labels[key] ?? '');
    return (labels) => !has(labels, key) || !values.has(labels[key] ?? '');
  }
  match = ABSENT.exec(text);
  if (match !== null) {
    const key = match[1] ?? '';
    return (labels) => !has(labels, key);
  }
  match = PRESENT.exec(text);
  if (match === null) throw badRequest(`unable to parse requirement: ${text}`);
  const key = match[1] ?? '';
  return (labels) => has(labels, key);
}

function comparison(key: string, operator: string, value: string): LabelTest {
  if (operator === '!=') return (labels) => labels[key] !== value;
  if (operator !== '>' && operator !== '<') return (labels) => labels[key] === value;
  const bound = integerOf(value);
  if (bound === undefined) {
    throw badRequest(`for 'Gt', 'Lt' operators, the value must be an integer: ${value}`);
  }
  if (operator === '>') {
    return (labels) => {
      const given = labels[key];
      const number = given === undefined ? undefined : integerOf(given);
      return number !== undefined && number > bound;
    };
  }
  return (labels) => {
    const given = labels[key];
    const number = given === undefined ? undefined : integerOf(given);
    return number !== undefined && number < bound;
  };
}

function has(labels: Labels, key: string): boolean {
  return labels[key] !== undefined;
}

const INT64_MAX = 2n ** 63n - 1n;

/** As Go's ParseInt: leading zeros are fine; what no int64 holds is no number. */
function integerOf(text: string): number | bigint | undefined {
  if (text === '') return undefined;
  let value = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  if (text.length <= 15) return value;
  const big = BigInt(text);
  return big <= INT64_MAX ? big : undefined;
}

function compileFields(resource: Resource, text: string): Matches | undefined {
  if (text === '') return undefined;
  const tests = text.split(',').map((part): Matches => {
    const match = /^\s*([A-Za-z0-9.]+)\s*(==|=|!=)\s*(.*?)\s*$/.exec(part);
    if (match === null) throw badRequest(`invalid field selector: ${part}`);
    const [, path = '', operator, value] = match;
    const isName = path === 'metadata.name' || (path === 'metadata.namespace' && resource.namespaced);
    if (!isName && !selectableFields(resource).includes(path)) throw badRequest(`field label not supported: ${path}`);
    const steps = path.split('.');
    if (operator === '!=') return (object) => fieldOf(object, steps) !== value;
    if (path === 'metadata.name') return (object) => object.metadata.name === value;
    return (object) => fieldOf(object, steps) === value;
  });
  const [first] = tests;
  return tests.length === 1 ? first : (object) => tests.every((each) => each(object));
}

function fieldOf(object: unknown, steps: readonly string[]): string {
  let value = object;
  for (const step of steps) value = isRecord(value) ? value[step] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
