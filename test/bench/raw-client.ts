/**
 * The raw client's own table: the same 5,000 writes over HTTP/1.1 and HTTP/2 at several concurrencies, on one control
 * plane. Prints the table and the best; `JSON=1` prints one object a line.
 *
 *     node test/bench/raw-client.ts        PARENTS=2500 RUNS=3
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { KubeObject } from '../../src/kube/types.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { RAW_WAYS, runRawClient } from '../../src/testing/load/raw-client.ts';
import { createNamespace, createWebApps, rawJobsFor } from '../../src/testing/load/webapps.ts';
import { adminClient, established } from './cluster.ts';
import { number, report } from './report.ts';
import { startControlPlane } from '../../src/testing/cluster/index.ts';

const NAMESPACE = 'raw';

const parentsCount = number('PARENTS', 2500);
const runs = number('RUNS', 3);
const controlPlane = await startControlPlane({ audit: 'off' });
try {
  const client = adminClient(controlPlane.adminAccess);
  const crd = parse(await readFile('examples/webapp/crd.yaml', 'utf8')) as KubeObject;
  await established(client, crd);
  await createNamespace(client, NAMESPACE);
  const parents = await createWebApps(client, { namespace: NAMESPACE, count: parentsCount, labelled: true });
  for (let run = 0; run < runs; run++) {
    for (const { protocol, concurrency } of RAW_WAYS) {
      const jobs = rawJobsFor(parents, `${run}-${concurrency}-${protocol === 'HTTP/2' ? 'h2' : 'h1'}`);
      const value = await runRawClient({
        access: controlPlane.adminAccess,
        clock: systemClock,
        protocol,
        concurrency,
        jobs,
      });
      report({ name: `raw ${protocol} x ${concurrency}`, metric: 'seconds', value, unit: 's', goal: null });
    }
  }
  await client.close();
} finally {
  await controlPlane.stop();
}
