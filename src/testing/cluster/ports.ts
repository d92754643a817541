/** Free TCP ports of 127.0.0.1. */
import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Different free ports. Nothing keeps another program from taking one before it is used: whoever starts a server on it
 * must be ready to try again.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen()));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))));
  return ports;
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
