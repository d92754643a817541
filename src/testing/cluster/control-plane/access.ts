/** How to reach one control plane: addresses, credentials, kubeconfig files, and a plain request for start-up checks. */
import { request } from 'node:https';

import type { ClusterAccess } from '../../../kube/access.ts';
import type { KeyAndCertificate } from '../pki/certificates.ts';

/** Everything a client needs, as PEM texts. */
export interface ClusterCredentials extends KeyAndCertificate {
  /** e.g. `https://127.0.0.1:6443` */
  readonly server: string;
  readonly caPem: string;
}

/** The same, as the client of kube/ takes it. Client certificates: there is nothing to refresh and there are no headers. */
export function accessOf(credentials: ClusterCredentials): ClusterAccess {
  const { server, caPem, certPem, keyPem } = credentials;
  const tls = { ca: caPem, cert: certPem, key: keyPem };
  const none = {};
  return {
    server,
    namespace: 'default',
    source: 'test control plane',
    tls: () => tls,
    cachedHeaders: () => none,
    headers: () => Promise.resolve(none),
    refresh: () => Promise.resolve(false),
  };
}

/** A kubeconfig with everything inside, as JSON (which is YAML too). */
export function kubeconfigText(access: ClusterCredentials, user: string): string {
  const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
  return `${JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'shardkeeper',
          cluster: { server: access.server, 'certificate-authority-data': base64(access.caPem) },
        },
      ],
      users: [
        {
          name: user,
          user: {
            'client-certificate-data': base64(access.certPem),
            'client-key-data': base64(access.keyPem),
          },
        },
      ],
      contexts: [{ name: 'shardkeeper', context: { cluster: 'shardkeeper', user } }],
      'current-context': 'shardkeeper',
    },
    undefined,
    2,
  )}\n`;
}

const TIMEOUT_MS = 5_000;

/** The status code of a GET; rejects when there is no answer. For start-up checks: everything else uses kube/. */
export function statusOf(access: ClusterCredentials, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${access.server}${path}`,
      { ca: access.caPem, cert: access.certPem, key: access.keyPem, agent: false, timeout: TIMEOUT_MS },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.once('error', reject);
    outgoing.end();
  });
}
