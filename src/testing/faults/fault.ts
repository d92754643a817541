/** What can be wrong with a network, and what that means for a request. Pure. */

export interface RequestHead {
  readonly method: string;
  /** With its query. */
  readonly path: string;
}

export type Fault =
  | { readonly type: 'None' }
  /** Bytes of these directions are held back. Both: no byte, no RST, sockets stay open. Concerns new connections too. */
  | { readonly type: 'Hold'; readonly toServer: boolean; readonly toClient: boolean; readonly only?: Only }
  /** Everything to the server arrives that much later, in order. */
  | { readonly type: 'Delay'; readonly delayMs: number; readonly only?: Only }
  /** Requests that begin now are answered here and do not reach the server. */
  | { readonly type: 'Answer'; readonly status: number; readonly retryAfterSeconds?: number; readonly only?: Only }
  /** New connections are reset; open ones go on. */
  | { readonly type: 'Refuse' };

/** Absent: all. Else only connections whose present request it accepts. */
export type Only = (request: RequestHead) => boolean;

export const NO_FAULT: Fault = { type: 'None' };

/** No byte in either direction; `only` as above. */
export function frozen(only?: Only): Fault {
  return { type: 'Hold', toServer: true, toClient: true, ...(only === undefined ? {} : { only }) };
}

export function isWatch({ method, path }: RequestHead): boolean {
  return method === 'GET' && /[?&]watch=(1|true)(&|$)/.test(path);
}

/** What a fault does to the bytes of a connection. */
export interface Treatment {
  readonly holdToServer: boolean;
  readonly holdToClient: boolean;
  readonly delayToServerMs: number;
}

/** Of a connection that has no other side any more. */
export const DEAD: Treatment = { holdToServer: true, holdToClient: true, delayToServerMs: 0 };
const UNTREATED: Treatment = { holdToServer: false, holdToClient: false, delayToServerMs: 0 };

/** `request`: the present one of the connection; undefined before its first. */
export function treatmentOf(fault: Fault, request: RequestHead | undefined): Treatment {
  if (!concerns(fault, request)) return UNTREATED;
  if (fault.type === 'Hold') return { ...UNTREATED, holdToServer: fault.toServer, holdToClient: fault.toClient };
  return fault.type === 'Delay' ? { ...UNTREATED, delayToServerMs: fault.delayMs } : UNTREATED;
}

/** The answer that a request which begins now gets from here; undefined: it goes to the server. */
export function answerOf(
  fault: Fault,
  request: RequestHead,
): { readonly status: number; readonly text: string } | undefined {
  if (fault.type !== 'Answer' || !concerns(fault, request)) return undefined;
  const { status, retryAfterSeconds } = fault;
  const [phrase, reason] = PHRASES[status] ?? ['Error', 'InternalError'];
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    message: `a fault on purpose: ${phrase}`,
    reason,
    code: status,
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
  });
  const lines = [
    `HTTP/1.1 ${status} ${phrase}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
  ];
  return { status, text: `${lines.join('\r\n')}\r\n\r\n${body}` };
}

/** Whether a new connection may not even be set up: no handshake gets through a line that is cut in either direction. */
export function blocksConnecting(fault: Fault): boolean {
  return fault.type === 'Hold' && fault.only === undefined && (fault.toServer || fault.toClient);
}

function concerns(fault: Fault, request: RequestHead | undefined): boolean {
  if (!('only' in fault) || fault.only === undefined) return true;
  return request !== undefined && fault.only(request);
}

const PHRASES: Readonly<Record<number, readonly [phrase: string, reason: string]>> = {
  429: ['Too Many Requests', 'TooManyRequests'],
  500: ['Internal Server Error', 'InternalError'],
  503: ['Service Unavailable', 'ServiceUnavailable'],
  504: ['Gateway Timeout', 'Timeout'],
};
