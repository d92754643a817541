/** Where requests begin and end in the bytes of a client that sends one after the other with Content-Length. Pure. */
import { ShardkeeperError } from '../../lib/errors.ts';
import type { RequestHead } from './fault.ts';

export type RequestReader =
  /** `pending`: the head so far. */
  { readonly type: 'Head'; readonly pending: Buffer } | { readonly type: 'Body'; readonly left: number };

/** A run of bytes of one request. */
export interface RequestPiece {
  /** With the first bytes of the request. */
  readonly head: RequestHead | undefined;
  readonly bytes: Buffer;
  readonly last: boolean;
}

export const NEW_READER: RequestReader = { type: 'Head', pending: Buffer.alloc(0) };

const HEAD_END = '\r\n\r\n';
const HEAD_BYTES_MAX = 64 * 1024;

/** Errors: `Malformed` for what our clients never send: a chunked body, a head without end. */
export function readRequests(
  reader: RequestReader,
  chunk: Buffer,
): { readonly reader: RequestReader; readonly pieces: readonly RequestPiece[] } {
  const pieces: RequestPiece[] = [];
  let state = reader;
  let rest = chunk;
  while (rest.length > 0) {
    if (state.type === 'Body') {
      const bytes = rest.subarray(0, state.left);
      const left = state.left - bytes.length;
      pieces.push({ head: undefined, bytes, last: left === 0 });
      rest = rest.subarray(bytes.length);
      state = left === 0 ? NEW_READER : { type: 'Body', left };
      continue;
    }
    const all: Buffer = Buffer.concat([state.pending, rest]);
    const end = all.indexOf(HEAD_END);
    if (end < 0) {
      if (all.length > HEAD_BYTES_MAX) throw malformed('its head has no end');
      return { reader: { type: 'Head', pending: all }, pieces };
    }
    const bytes = all.subarray(0, end + HEAD_END.length);
    const { head, bodyBytes } = parseHead(bytes.toString('latin1'));
    pieces.push({ head, bytes, last: bodyBytes === 0 });
    rest = all.subarray(bytes.length);
    state = bodyBytes === 0 ? NEW_READER : { type: 'Body', left: bodyBytes };
  }
  return { reader: state, pieces };
}

function parseHead(text: string): { readonly head: RequestHead; readonly bodyBytes: number } {
  const [first = '', ...lines] = text.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  if (lines.some((line) => /^transfer-encoding:/i.test(line))) throw malformed('its body is chunked');
  const length = lines.find((line) => /^content-length:/i.test(line));
  return {
    head: { method, path },
    bodyBytes: length === undefined ? 0 : Number(length.slice(length.indexOf(':') + 1)),
  };
}

function malformed(why: string): ShardkeeperError {
  return new ShardkeeperError(`a request cannot be followed: ${why}`, { code: 'Malformed' });
}
