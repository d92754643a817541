/** As much of ASN.1 DER (X.690) as an X.509 certificate needs. Writes only. */

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts);
export const octetString = (content: Uint8Array): Buffer => der(0x04, content);
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'));
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));

/** A tag of the context class, e.g. `[0] EXPLICIT` (constructed) or the choices of a GeneralName (primitive). */
export const context = (number: number, constructed: boolean, ...parts: readonly Uint8Array[]): Buffer =>
  der(0x80 | (constructed ? 0x20 : 0) | number, ...parts);

/** A non-negative INTEGER from its big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const trimmed = bytes.subarray(start);
  const first = trimmed[0] ?? 0;
  return der(0x02, first >= 0x80 ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed);
}

/** A BIT STRING; `unusedBits` of its last byte do not count. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer => der(0x03, Buffer.from([unusedBits]), content);

/** Dotted notation, e.g. `2.5.4.3`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const base128 = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      base128.unshift(0x80 | (left % 128));
    bytes.push(...base128);
  }
  return der(0x06, Buffer.from(bytes));
}

/** UTCTime `YYMMDDHHMMSSZ` from an RFC 3339 text in UTC; right for the years 1950 to 2049. */
export const utcTime = (timestamp: string): Buffer =>
  der(0x17, Buffer.from(`${timestamp.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`, 'ascii'));
