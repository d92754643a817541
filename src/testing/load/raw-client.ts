/**
 * The raw client: the least that any engine must do in a wave, sent as fast as Node can send it.
 *
 * For each parent two writes, one after the other: create its child, patch its status. No watch, no hook, no queue, no
 * ownership; the answers are read and thrown away. The yardstick beside which an engine is measured in the same run.
 */
import { Pool, type Dispatcher } from 'undici';
import type { ClusterAccess } from '../../kube/access.ts';
import type { Clock } from '../../lib/clock.ts';

export interface RawJob {
  /** Path and body of the child to create. */
  readonly create: { readonly path: string; readonly body: string };
  /** Path and merge patch of the parent's status. */
  readonly status: { readonly path: string; readonly body: string };
}

export interface RawOptions {
  readonly access: ClusterAccess;
  readonly clock: Clock;
  readonly protocol: 'HTTP/1.1' | 'HTTP/2';
  /** Jobs under way at once; over HTTP/1.1 also the number of connections. */
  readonly concurrency: number;
  readonly jobs: readonly RawJob[];
}

/** The ways in which it is run for its table: both protocols, 8 to 128 jobs at once. The best one counts. */
export const RAW_WAYS = [8, 16, 32, 64, 128].flatMap((concurrency) => [
  { protocol: 'HTTP/1.1' as const, concurrency },
  { protocol: 'HTTP/2' as const, concurrency },
]);

/** Streams that the API server allows on one HTTP/2 connection. */
const STREAMS_MAX = 100;

/** Seconds from the first request to the last answer. Rejects when any answer is not a success. */
export async function runRawClient(options: RawOptions): Promise<number> {
  const { access, clock, concurrency, jobs } = options;
  const h2 = options.protocol === 'HTTP/2';
  const pool = new Pool(new URL(access.server).origin, {
    connect: { ...access.tls(), timeout: 5000 },
    allowH2: h2,
    connections: h2 ? Math.ceil(concurrency / STREAMS_MAX) : concurrency,
    pipelining: h2 ? STREAMS_MAX : 1,
  });
  const headers = await access.headers();
  const write = (method: 'POST' | 'PATCH', part: { readonly path: string; readonly body: string }): Promise<void> =>
    send(pool, {
      method,
      path: part.path,
      body: part.body,
      idempotent: true,
      headers: {
        ...headers,
        'content-type': method === 'POST' ? 'application/json' : 'application/merge-patch+json',
        'user-agent': 'shardkeeper-raw-client',
      },
    });
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      await write('POST', job.create);
      await write('PATCH', job.status);
    }
  };
  try {
    const start = clock.monotonicMs();
    await Promise.all(Array.from({ length: concurrency }, worker));
    return (clock.monotonicMs() - start) / 1000;
  } finally {
    await pool.destroy();
  }
}

function send(pool: Pool, request: Dispatcher.DispatchOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let problem = '';
    pool.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        if (status >= 300 && problem.length < 1024) problem += chunk.toString();
      },
      onResponseEnd: () => {
        if (status < 300) resolve();
        else
          reject(new Error(`${request.method} ${request.path} was answered with ${status}: ${problem.slice(0, 300)}`));
      },
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
