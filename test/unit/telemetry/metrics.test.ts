import * as assert from 'uvu/assert';
import { CATALOGUE, type MetricName } from '../../../src/telemetry/catalogue.ts';
import { createPrometheusMetrics } from '../../../src/telemetry/prometheus.ts';
import { parseAddress, serveTelemetry } from '../../../src/telemetry/server.ts';
import { createLogger } from '../../../src/telemetry/pino.ts';
import { suite } from '../../suite.ts';

const OPTIONS = { version: '1.2.3', revision: 'abc', component: 'test', protocol: 1 };
/** Labels that Prometheus itself sets: ours would be renamed and dashboards would break. */
const RESERVED = ['namespace', 'pod', 'job', 'instance', 'container'];

const catalogue = suite('metric catalogue');

catalogue('has help, conventional names and no reserved label', () => {
  for (const [name, spec] of Object.entries(CATALOGUE)) {
    assert.ok(spec.help.endsWith('.'), name);
    if (spec.type === 'counter') assert.ok(name.endsWith('_total'), name);
    for (const label of spec.labels) assert.not(RESERVED.includes(label), name);
  }
});

catalogue('is what a registry exposes', async () => {
  const { body } = await createPrometheusMetrics(OPTIONS).scrape();
  for (const name of Object.keys(CATALOGUE)) assert.ok(body.includes(`# HELP ${name} `), name);
  const ours = [...body.matchAll(/^# TYPE (shardkeeper_\S+) /gm)].map((match) => match[1] as MetricName);
  for (const name of ours) assert.ok(name in CATALOGUE, name);
  assert.ok(body.includes('shardkeeper_build_info{version="1.2.3",revision="abc",component="test",protocol="1"} 1'));
});

catalogue('counts, sets, observes, and fills gauges when scraped', async () => {
  const metrics = createPrometheusMetrics(OPTIONS);
  metrics.count('shardkeeper_bound_hits_total', { bound: 'queue' }, 2);
  metrics.observe('shardkeeper_takeover_seconds', 3, { set: 'a/b' });
  let scrapes = 0;
  metrics.onScrape(() => metrics.set('shardkeeper_bound_used', ++scrapes, { bound: 'queue' }));
  await metrics.scrape();
  const { body } = await metrics.scrape();
  assert.ok(body.includes('shardkeeper_bound_hits_total{bound="queue"} 2'));
  assert.ok(body.includes('shardkeeper_takeover_seconds_sum{set="a/b"} 3'));
  assert.ok(body.includes('shardkeeper_bound_used{bound="queue"} 2'));
});

const server = suite('telemetry server');

server('answers probes with the reason, and nothing else', async () => {
  let problem: string | undefined = 'lease window over';
  const health = { alive: () => undefined, ready: () => problem };
  const served = await serveTelemetry({ address: '127.0.0.1:0', health });
  const get = async (path: string, method = 'GET'): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${served.port}${path}`, { method });
    return `${response.status} ${(await response.text()).trim()}`;
  };
  try {
    assert.is(await get('/healthz'), '200 ok');
    assert.is(await get('/readyz'), '503 lease window over');
    problem = undefined;
    assert.is(await get('/readyz?verbose'), '200 ok');
    assert.ok((await get('/metrics')).startsWith('404'));
    assert.ok((await get('/healthz', 'POST')).startsWith('405'));
  } finally {
    await served.close();
  }
});

server('addresses', () => {
  assert.equal(parseAddress(':80'), { host: undefined, port: 80 });
  assert.equal(parseAddress('127.0.0.1:80'), { host: '127.0.0.1', port: 80 });
  assert.equal(parseAddress('[::1]:80'), { host: '::1', port: 80 });
  for (const bad of ['80', 'a:b', ':70000', '::1:80']) assert.throws(() => parseAddress(bad), /is not an address/);
});

const log = suite('log');

log('is one JSON line with level as text, redacted, errors as code and message', () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } });
  logger.debug('not shown');
  const error = Object.assign(new Error('broken'), { code: 'Conflict' });
  logger.child({ set: 'a/b' }).warn('write failed', { error, token: 'secret', nested: { password: 'secret' } });
  assert.is(lines.length, 1);
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.is(line['level'], 'warn');
  assert.is(line['msg'], 'write failed');
  assert.is(line['set'], 'a/b');
  assert.is(line['error'], 'broken');
  assert.is(line['errorCode'], 'Conflict');
  assert.not((lines[0] ?? '').includes('secret'));
});
