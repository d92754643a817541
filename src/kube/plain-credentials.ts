/**
 * Credentials that are just files and texts: a pod's service account, client certificates, tokens. Read here, since the library
 * that knows all other kinds takes half a second and some 80 MiB of memory.
 */
import { readFile } from 'node:fs/promises';

import type { TlsOptions } from './access.ts';
import { stringOf } from './record.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface PlainCredentials {
  readonly tls: TlsOptions;
  readonly headers: Readonly<Record<string, string>>;
}

const CLUSTER_FIELDS = new Set(['server', 'certificate-authority', 'certificate-authority-data', 'tls-server-name']);
const USER_FIELDS = new Set([
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'token',
  'tokenFile',
]);
const FILES_AND_DATA = ['certificate-authority', 'client-certificate', 'client-key'];

/** Whether nothing but files and texts is in it, each thing given once. `tokenFile` of the user is the caller's affair. */
export function isPlain(cluster: Fields, user: Fields): boolean {
  const given = { ...cluster, ...user };
  return (
    Object.keys(cluster).every((field) => CLUSTER_FIELDS.has(field)) &&
    Object.keys(user).every((field) => USER_FIELDS.has(field)) &&
    Object.values(given).every((value) => typeof value === 'string' && value !== '') &&
    FILES_AND_DATA.every((field) => !(field in given && `${field}-data` in given))
  );
}

/** Reads the files anew. Rejects as `readFile` does. */
export async function readPlain(cluster: Fields, user: Fields): Promise<PlainCredentials> {
  const [ca, cert, key] = await Promise.all([
    bytesOf(cluster, 'certificate-authority'),
    bytesOf(user, 'client-certificate'),
    bytesOf(user, 'client-key'),
  ]);
  const servername = stringOf(cluster['tls-server-name']);
  const token = stringOf(user['token'])?.trim();
  return {
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { servername }),
    },
    headers: token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` },
  };
}

async function bytesOf(fields: Fields, name: string): Promise<Buffer | undefined> {
  const data = stringOf(fields[`${name}-data`]);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const path = stringOf(fields[name]);
  return path === undefined ? undefined : readFile(path);
}
