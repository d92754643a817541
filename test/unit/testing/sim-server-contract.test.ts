/** The contract that the real API server keeps, at the simulation's model of it. */
import { systemRandom } from '../../../src/lib/random.ts';
import { createLinkedClient } from '../../../src/testing/sim/net/index.ts';
import { createModelServer } from '../../../src/testing/sim/server/index.ts';
import { CASES } from '../../conformance/apiserver/cases.ts';
import { suite } from '../../suite.ts';
import { instantClock, instantScheduler } from './instant-network.ts';

const test = suite('contract: the model of the API server');

for (const [index, { name, run }] of CASES.entries()) {
  test(name, async () => {
    const scheduler = instantScheduler();
    const server = createModelServer({ wallMs: () => Date.UTC(2026, 0, 1), random: systemRandom });
    const client = createLinkedClient({
      process: 'contract',
      server,
      scheduler,
      clock: instantClock(),
      requestTimeoutMs: 10_000,
      paths: { '/version': { gitVersion: 'v1.37.0' } },
    });
    const collected = async (): Promise<void> => {
      while (server.collect());
    };
    await run({ client, namespace: `case-${index}`, collected });
    await client.close();
  });
}
