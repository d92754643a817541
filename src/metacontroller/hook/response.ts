/** Reading what a hook answered: bytes in, a checked envelope out. Nothing of a bad answer is used. */
import { ShardkeeperError, messageOf } from '../../lib/errors.ts';
import { parseJson } from '../../lib/json.ts';

export type FieldType = 'object' | 'objects' | 'seconds' | 'boolean' | 'texts';

/** What the envelope may hold; a policy says which fields its hooks return. Names are case-sensitive. */
export type Envelope = Readonly<Record<string, FieldType>>;

type JsonMap = { readonly [field: string]: unknown };

/** An object that a hook wants: enough of it is there to look for it in the cluster. */
export interface DesiredObject extends JsonMap {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [field: string]: unknown };
}

/**
 * The answer's fields; missing and null ones are left out.
 *
 * Errors: `HookInvalid`; the message tells the author of the hook what to change.
 */
export function decodeResponse(
  bytes: Uint8Array,
  options: { readonly envelope: Envelope; readonly strict: boolean },
): JsonMap {
  const answer = parseBytes(bytes);
  if (!isObject(answer)) throw invalid(`the answer is ${nameOf(answer)}: return a JSON object`);
  const fields: [string, unknown][] = [];
  for (const [field, value] of Object.entries(answer)) {
    const type = Object.hasOwn(options.envelope, field) ? options.envelope[field] : undefined;
    if (type === undefined) {
      if (options.strict) throw invalid(unknownField(field, options.envelope));
      continue;
    }
    if (value === null) continue;
    checkField(field, type, value);
    fields.push([field, value]);
  }
  return Object.fromEntries(fields);
}

function parseBytes(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid('the answer has no body: return a JSON object');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('the answer is not UTF-8: return JSON in UTF-8');
  }
  if (text.trimStart().startsWith('<')) {
    throw invalid(
      'the answer looks like HTML: check that the URL is that of the hook and not of a proxy or login page',
    );
  }
  try {
    return parseJson(text);
  } catch {
    // The parser's message quotes the body.
    throw invalid('the answer is not JSON: return a JSON object');
  }
}

function checkField(field: string, type: FieldType, value: unknown): void {
  switch (type) {
    case 'object':
      if (!isObject(value)) throw invalid(`${field} is ${nameOf(value)}: return an object`);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') throw invalid(`${field} is ${nameOf(value)}: return true or false`);
      return;
    case 'seconds':
      if (typeof value !== 'number') throw invalid(`${field} is ${nameOf(value)}: return a number of seconds`);
      return;
    case 'texts':
      checkTexts(field, value);
      return;
    case 'objects':
      if (!Array.isArray(value)) throw invalid(`${field} is ${nameOf(value)}: return a list of objects`);
      value.forEach((item: unknown, index) => checkDesired(`${field}[${String(index)}]`, item));
  }
}

function checkTexts(field: string, value: unknown): void {
  if (!isObject(value)) throw invalid(`${field} is ${nameOf(value)}: return an object`);
  for (const [key, text] of Object.entries(value)) {
    if (text !== null && typeof text !== 'string')
      throw invalid(`${field}[${key}] is ${nameOf(text)}: return a text or null`);
  }
}

function checkDesired(path: string, item: unknown): void {
  if (!isObject(item)) throw invalid(`${path} is ${nameOf(item)}: leave it out or return an object`);
  for (const field of ['apiVersion', 'kind']) {
    if (!isText(item[field]))
      throw invalid(`${path}.${field} is missing: every object needs apiVersion, kind and metadata.name`);
  }
  const metadata = item['metadata'];
  if (!isObject(metadata) || !isText(metadata['name'])) {
    throw invalid(`${path}.metadata.name is missing: every object needs apiVersion, kind and metadata.name`);
  }
  const { namespace } = metadata;
  if (namespace !== undefined && namespace !== null && typeof namespace !== 'string') {
    throw invalid(`${path}.metadata.namespace is ${nameOf(namespace)}: return a text`);
  }
  for (const field of ['labels', 'annotations']) {
    const map = metadata[field];
    if (map !== undefined && map !== null) checkTexts(`${path}.metadata.${field}`, map);
  }
}

function isObject(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function unknownField(field: string, envelope: Envelope): string {
  const known = Object.keys(envelope).join(', ');
  return `strict validation failed: unknown field ${JSON.stringify(messageOf(field, 64))}; known are ${known}`;
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'HookInvalid' });
}
