/** A webhook as users write them: plain HTTP or HTTPS, an answer per request; it remembers what it was asked. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KubeObject } from '../../../src/kube/types.ts';
import { parseJson, stringifyJson } from '../../../src/lib/json.ts';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: HookBody;
}

export interface HookBody {
  readonly controller: KubeObject;
  readonly parent: KubeObject;
  readonly children: Readonly<Record<string, Readonly<Record<string, KubeObject>>>>;
  readonly finalizing: boolean;
}

/** Answers with a value as JSON, or does with the response what it likes and returns undefined. */
export type Answer = (asked: Asked, response: ServerResponse) => unknown;

export interface HookServer {
  readonly url: string;
  readonly asked: Asked[];
  answer: Answer;
  readonly of: (name: string) => readonly Asked[];
  readonly stop: () => Promise<void>;
}

export async function startHookServer(tls?: {
  readonly certPem: string;
  readonly keyPem: string;
}): Promise<HookServer> {
  const asked: Asked[] = [];
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = parseJson(Buffer.concat(chunks).toString('utf8')) as HookBody;
      const one = { path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      const answer = hook.answer(one, response);
      if (answer !== undefined) response.end(stringifyJson(answer));
    });
  };
  const server: Server =
    tls === undefined ? createServer(onRequest) : createTlsServer({ cert: tls.certPem, key: tls.keyPem }, onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hook: HookServer = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    answer: () => ({}),
    of: (name) => asked.filter(({ body }) => body.parent.metadata.name === name),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hook;
}

/** One ConfigMap per parent, named like it, with `spec.data`. */
export const oneConfigMap: Answer = ({ body: { parent } }) => {
  const spec = parent['spec'] as { readonly data?: unknown };
  return {
    status: { data: spec.data ?? {} },
    children: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: parent.metadata.name, labels: parent.metadata.labels },
        data: spec.data ?? {},
      },
    ],
  };
};
