/** Snapshots of etcd: taken through its HTTP gateway while it runs, restored by etcdutl while it does not. */
import { spawn } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';

import { ShardkeeperError } from '../../../lib/errors.ts';

/** The gateway streams one JSON object a line: `{"result":{"blob":"<base64>"}}`. */
export async function saveSnapshot(options: { readonly clientPort: number; readonly file: string }): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${options.clientPort}/v3/maintenance/snapshot`, {
    method: 'POST',
    body: '{}',
  });
  if (!response.ok || response.body === null) {
    throw new ShardkeeperError(`etcd refused a snapshot: HTTP ${response.status}`, { code: 'SnapshotFailed' });
  }
  const file = await open(options.file, 'w');
  try {
    for await (const line of createInterface({ input: Readable.fromWeb(response.body) })) {
      if (line !== '') await file.write(blobOf(line));
    }
  } finally {
    await file.close();
  }
}

function blobOf(line: string): Buffer {
  const message: unknown = JSON.parse(line);
  if (typeof message === 'object' && message !== null && 'result' in message) {
    const { result } = message;
    const blob = typeof result === 'object' && result !== null && 'blob' in result ? result.blob : '';
    return Buffer.from(typeof blob === 'string' ? blob : '', 'base64');
  }
  throw new ShardkeeperError(`etcd broke off a snapshot: ${line.slice(0, 500)}`, { code: 'SnapshotFailed' });
}

export interface RestoreOptions {
  readonly etcdutl: string;
  readonly file: string;
  /** Replaced. etcd must not run. */
  readonly dataDirectory: string;
  readonly peerPort: number;
  /** Revisions go on above any that were used, as they should after a restore; or they come again. */
  readonly revisions: 'Bumped' | 'Repeated';
}

/** More than are ever written between a snapshot and its restore. */
const BUMP = 1_000_000_000;

export async function restoreSnapshot(options: RestoreOptions): Promise<void> {
  await rm(options.dataDirectory, { recursive: true, force: true });
  const peer = `http://127.0.0.1:${options.peerPort}`;
  const args = [
    'snapshot',
    'restore',
    options.file,
    `--data-dir=${options.dataDirectory}`,
    '--name=default',
    `--initial-cluster=default=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    ...(options.revisions === 'Bumped' ? [`--bump-revision=${BUMP}`, '--mark-compacted'] : []),
  ];
  const child = spawn(options.etcdutl, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-2000)));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (code !== 0) throw new ShardkeeperError(`etcdutl snapshot restore failed: ${output}`, { code: 'SnapshotFailed' });
}
