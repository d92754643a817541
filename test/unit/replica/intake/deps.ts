/** What an intake of WebApps needs, with a client and a writer of the test. */
import type { FakeClock } from '../../../../src/lib/fake-clock.ts';
import type { KubeClient } from '../../../../src/kube/types.ts';
import { ResourceIntake, type IntakeDeps } from '../../../../src/replica/intake/resource-intake.ts';
import { StripGuard } from '../../../../src/replica/intake/strip-guard.ts';
import { silentLogger } from '../../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { WEBAPPS } from '../../../../src/testing/load/webapps.ts';

export const LABEL = 'shardkeeper.io/slot';

export interface IntakeParts extends Pick<IntakeDeps, 'objectEvents'> {
  readonly clock: FakeClock;
  /** `list` and `watch`. */
  readonly client: unknown;
  /** `send` and `getLive`. */
  readonly writer: object;
  readonly selectors?: readonly string[];
}

export function intakeOf({ clock, client, writer, selectors = [''], ...more }: IntakeParts): ResourceIntake {
  const scoped = { ...writer, assertOwned: () => {} };
  const kind = { resource: WEBAPPS, groupResource: 'webapps.example.com', selectors, children: [], sinceMs: 0 };
  return new ResourceIntake(kind, [kind], {
    client: client as KubeClient,
    clock,
    random: { next: () => 0.5, id: () => 'id' },
    log: silentLogger,
    metrics: silentMetrics,
    ownership: { token: (slot) => ({ slot, incarnation: 'i', acquisition: 1, fencing: '1.1' }) },
    writer: { scoped: () => scoped } as unknown as IntakeDeps['writer'],
    guard: new StripGuard(),
    slotLabel: LABEL,
    set: 'ns/set',
    ...more,
  });
}
