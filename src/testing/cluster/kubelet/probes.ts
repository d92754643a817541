/** Runs the HTTP probes of one process and reports when a verdict changes. */
import { request } from 'node:http';

import { sleep, type Clock } from '../../../lib/clock.ts';
import { containerOf, portOf, type Pod, type Probe } from './pod.ts';
import { stepProbe, UNPROBED } from './probe-state.ts';
import type { ProbeName } from './runner-state.ts';

export interface ProbesOptions {
  readonly pod: Pod;
  readonly podIP: string;
  readonly clock: Clock;
  readonly names: readonly ProbeName[];
  readonly onVerdict: (probe: ProbeName, ok: boolean) => void;
  readonly signal: AbortSignal;
}

/** Until `signal` aborts. Only httpGet probes do something. */
export function runProbes(options: ProbesOptions): void {
  for (const name of options.names) {
    const probe = probeOf(options.pod, name);
    if (probe !== undefined) void runProbe(name, probe, options);
  }
}

export function probeOf(pod: Pod, name: ProbeName): Probe | undefined {
  const container = containerOf(pod);
  const probe = {
    startup: container.startupProbe,
    liveness: container.livenessProbe,
    readiness: container.readinessProbe,
  }[name];
  return probe?.httpGet === undefined ? undefined : probe;
}

async function runProbe(name: ProbeName, probe: Probe, options: ProbesOptions): Promise<void> {
  const { clock, signal } = options;
  const periodMs = (probe.periodSeconds ?? 10) * 1000;
  await sleep(clock, (probe.initialDelaySeconds ?? 0) * 1000, signal);
  for (let state = UNPROBED; !signal.aborted;) {
    const ok = await get(probe, options);
    if (signal.aborted) return;
    const next = stepProbe(state, ok, probe);
    if (next.verdict !== state.verdict) options.onVerdict(name, next.verdict === 'Success');
    state = next;
    if (name === 'startup' && next.verdict === 'Success') return;
    await sleep(clock, periodMs, signal);
  }
}

function get(probe: Probe, { pod, podIP, signal }: ProbesOptions): Promise<boolean> {
  const action = probe.httpGet;
  const port = action === undefined ? undefined : portOf(containerOf(pod), action.port);
  if (action === undefined || port === undefined) return Promise.resolve(false);
  const headers = Object.fromEntries((action.httpHeaders ?? []).map((header) => [header.name, header.value]));
  return new Promise((resolve) => {
    const outgoing = request(
      { host: action.host ?? podIP, port, path: action.path ?? '/', headers, agent: false, signal },
      (response) => {
        response.resume();
        response.once('error', () => resolve(false));
        const status = response.statusCode ?? 0;
        resolve(status >= 200 && status < 400);
      },
    );
    outgoing.setTimeout((probe.timeoutSeconds ?? 1) * 1000, () => outgoing.destroy(new Error('timeout')));
    outgoing.once('error', () => resolve(false));
    outgoing.end();
  });
}
