/** Which Shardkeeper this is. */
import { readFileSync } from 'node:fs';
import { PROTOCOL } from '../protocol/table.ts';

export interface Version {
  readonly version: string;
  /** Version of the ownership protocol that tables and statuses carry. */
  readonly protocol: number;
  readonly node: string;
}

export function version(): Version {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest = JSON.parse(text) as { readonly version: string };
  return { version: manifest.version, protocol: PROTOCOL, node: process.versions.node };
}
