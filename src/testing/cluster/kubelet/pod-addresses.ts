/**
 * One loopback address per pod, 127.66.BLOCK.n: all of 127/8 works on Linux without any set-up, so each pod has all the
 * ports of its manifest. The block belongs to one kubelet: it is claimed by listening on its last address.
 */
import { createServer, type Server } from 'node:net';

import type { Random } from '../../../lib/random.ts';
import { ShardkeeperError } from '../../../lib/errors.ts';

export interface PodAddresses {
  /** Where the kubelet itself "is". */
  readonly hostIP: string;
  /** A free address. Freed addresses are used again as late as possible: a watcher may still think of the old pod. */
  readonly take: () => string;
  readonly free: (address: string) => void;
  readonly close: () => Promise<void>;
}

const BLOCKS = 256;
/** A kubelet's port. */
const CLAIM_PORT = 10_250;
const ADDRESSES_PER_BLOCK = 253;

export async function claimPodAddresses(random: Random): Promise<PodAddresses> {
  const first = Math.floor(random.next() * BLOCKS);
  for (let i = 0; i < BLOCKS; i++) {
    const block = (first + i) % BLOCKS;
    const hostIP = `127.66.${block}.254`;
    const server = await listen(hostIP);
    if (server !== undefined) return addressesOf(block, hostIP, server);
  }
  throw new ShardkeeperError('all 256 blocks of 127.66.0.0/16 are in use by other process kubelets', {
    code: 'AddressesExhausted',
  });
}

function addressesOf(block: number, hostIP: string, server: Server): PodAddresses {
  const free = Array.from({ length: ADDRESSES_PER_BLOCK }, (_, i) => `127.66.${block}.${i + 1}`);
  return {
    hostIP,
    take: () => {
      const address = free.shift();
      if (address === undefined) {
        throw new ShardkeeperError(`one process kubelet runs at most ${ADDRESSES_PER_BLOCK} pods`, {
          code: 'AddressesExhausted',
        });
      }
      return address;
    },
    free: (address) => void free.push(address),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function listen(host: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(CLAIM_PORT, host, () => resolve(server.unref()));
  });
}
