/**
 * JSON without silent loss. Integers that a double cannot hold (int64 fields, ids in hook responses) become `bigint` in
 * memory and are written back digit by digit. Everything else is what `JSON` gives: decimals are doubles, as they are in
 * the API server.
 */
import { ShardkeeperError } from './errors.ts';

export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/**
 * Where a number is preceded by the start, white space, `:`, `,` or `[`: 16 digits, or an exponent of three. Never misses
 * an integer beyond 2^53 or a number beyond the doubles; a hit inside a string only costs time.
 */
const SUSPICIOUS = /(?:^|[\s:,[])-?\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/;
const INTEGER = /^-?\d+$/;
/** Not yet in the compiler's library. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/**
 * Parses JSON text. An integer literal outside ±(2^53 - 1) is a bigint.
 *
 * Errors: `InvalidJson` (terminal) when the text is not JSON, or holds a number that no double can hold (`1e400`).
 */
export function parseJson(text: string): unknown {
  try {
    return SUSPICIOUS.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ShardkeeperError(`not JSON: ${cause.message}`, { code: 'InvalidJson', terminal: true, cause });
  }
}

/** A reviver. Slow, so only used on suspicion. */
function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  if (INTEGER.test(source)) return BigInt(source);
  if (!Number.isFinite(value)) throw new SyntaxError(`number out of range: ${source.slice(0, 40)}`);
  return value;
}

/**
 * JSON text of plain data, bigints as integers. Members that are undefined are left out. `indent` > 0 breaks lines.
 *
 * Errors: TypeError for undefined at the top and for cycles.
 */
export function stringifyJson(value: unknown, indent = 0): string {
  const text = stringifyFast(value, indent) ?? JSON.stringify(value, exactInteger, indent);
  if (text === undefined) throw new TypeError('undefined has no JSON text');
  return text;
}

/** `JSON.stringify` refuses bigints with a TypeError: looking for them first would cost every caller. */
function stringifyFast(value: unknown, indent: number): string | undefined {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function exactInteger(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJSON(value.toString()) : value;
}

/**
 * The text that Go's `encoding/json` writes for plain data: no white space, keys in the order of their bytes, `<`, `>`,
 * `&`, U+2028 and U+2029 escaped. Equal data gives equal text, so it is fit for annotations and hashes.
 */
export function canonicalJson(value: unknown): string {
  return canonical(value).replaceAll(/[<>&\u2028\u2029]/g, escapeAsGo);
}

/** Written by hand: a sorted copy would not do, since JavaScript puts keys that look like integers first. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonical(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return stringifyJson(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => compareAsBytes(a, b))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

function escapeAsGo(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The order of the UTF-8 bytes. Differs from that of strings only where surrogates meet U+E000 and above. */
function compareAsBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : bytesRank(x) - bytesRank(y);
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Surrogates stand for code points above all others. */
function bytesRank(unit: number): number {
  return isSurrogate(unit) ? 0x1_0000 + unit : unit;
}
