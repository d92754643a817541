/** Watches the controller objects and keeps a supervisor for each. */
import { SLOT_LABEL } from '../../api/names.ts';
import type { Discovery } from '../../kube/discovery.ts';
import type { EventRecorder } from '../../kube/events.ts';
import { createReflector } from '../../kube/reflector.ts';
import { METACONTROLLER_GROUP } from '../../api/names.ts';
import type { KubeClient, KubeObject, Resource, WatchSink } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import type { ControllerHost, Ownership } from '../../replica/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createHookClient } from '../hook/client.ts';
import type { HookClient } from '../hook/client.ts';
import { createEtagCaches } from '../hook/etag-cache.ts';
import type { EtagCaches } from '../hook/etag-cache.ts';
import { createControllerEvents } from './controller-events.ts';
import { createOrphans } from './orphans.ts';
import type { Policy } from './policy.ts';
import { createReferences } from './read-references.ts';
import { createRun } from './run.ts';
import type { Identity } from './served-by.ts';
import { Supervisor } from './supervisor.ts';
import type { SupervisorOptions } from './supervisor.ts';

export interface EngineDeps {
  readonly client: KubeClient;
  readonly host: ControllerHost;
  readonly ownership: Ownership;
  readonly discovery: Discovery;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Its `controller` (the "From" of events) should be `metacontroller`, as users know it. */
  readonly events: Pick<EventRecorder, 'record'>;
  readonly identity: Identity;
}

export interface EngineOptions {
  /** Kinds of controllers to serve. */
  readonly policies: readonly Policy[];
  /** Only controller objects with these labels (text form). One that stops matching is stopped. Default: all. */
  readonly targetLabelSelector?: string;
  /** Default `shardkeeper.io/slot`. */
  readonly slotLabel?: string;
  /** Hook calls at once per origin. Default 32. */
  readonly hookConnectionsMax?: number;
  /** `User-Agent` of hook calls, so that a hook's log tells which replica called. Default: none. */
  readonly hookUserAgent?: string;
  /** Larger answers of hooks are refused. Default 10 MiB. */
  readonly hookAnswerBytesMax?: number;
  /** A controller whose kinds cannot be listed for so long gets a `CreateError` event. Default 30 s. */
  readonly slowStartMs?: number;
}

export interface Engine {
  /** Serves controllers until `signal` aborts; resolves when all of them have stopped. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Whether the controller objects are known. Does not wait for any of them to have started. */
  readonly ready: () => boolean;
}

const SLOW_START_MS = 30_000;

/** Inert until `run`. */
export function createEngine(deps: EngineDeps, options: EngineOptions): Engine {
  const kinds = options.policies.map((policy) => ({ policy, isKnown: false }));
  return {
    ready: () => kinds.every(({ isKnown }) => isKnown),
    run: async (signal) => {
      const { metrics } = deps;
      const { hookClient, etags } = createHookParts(deps, options);
      const references = createReferences(deps);
      const events = createControllerEvents(deps.events);
      const orphans = createOrphans(deps);
      try {
        await Promise.all(
          kinds.map((kind) =>
            serveKind({
              signal,
              options,
              supervision: {
                ...deps,
                events,
                references,
                policy: kind.policy,
                resource: resourceOf(kind.policy),
                slotLabel: options.slotLabel ?? SLOT_LABEL,
                slowStartMs: options.slowStartMs ?? SLOW_START_MS,
                build: (setup) => createRun(setup, { hookClient, references, etags, metrics, events, orphans }),
              },
              metrics,
              onKnown: () => {
                kind.isKnown = true;
              },
            }),
          ),
        );
      } finally {
        await hookClient.close();
      }
    },
  };
}

function createHookParts(
  { clock, metrics }: EngineDeps,
  options: EngineOptions,
): { readonly hookClient: HookClient; readonly etags: EtagCaches } {
  const calls = { bound: 'hook_calls' };
  const remembered = { bound: 'hook_etag_bytes' };
  const hookClient = createHookClient({
    clock,
    onWait: () => metrics.count('shardkeeper_bound_hits_total', calls),
    ...(options.hookConnectionsMax === undefined ? {} : { connectionsMax: options.hookConnectionsMax }),
    ...(options.hookUserAgent === undefined ? {} : { userAgent: options.hookUserAgent }),
    ...(options.hookAnswerBytesMax === undefined ? {} : { answerBytesMax: options.hookAnswerBytesMax }),
  });
  const etags = createEtagCaches({
    clock,
    onFull: () => metrics.count('shardkeeper_bound_hits_total', remembered),
  });
  for (const bound of [calls, remembered]) metrics.count('shardkeeper_bound_hits_total', bound, 0);
  metrics.onScrape(() => {
    const { used, limit } = hookClient.load();
    metrics.set('shardkeeper_bound_used', used, calls);
    metrics.set('shardkeeper_bound_limit', limit, calls);
    const { usedBytes, limitBytes } = etags.load();
    metrics.set('shardkeeper_bound_used', usedBytes, remembered);
    metrics.set('shardkeeper_bound_limit', limitBytes, remembered);
  });
  return { hookClient, etags };
}

interface Serving {
  readonly signal: AbortSignal;
  readonly options: EngineOptions;
  readonly supervision: SupervisorOptions;
  readonly metrics: Metrics;
  readonly onKnown: () => void;
}

async function serveKind(serving: Serving): Promise<void> {
  const { signal, options, supervision, metrics, onKnown } = serving;
  const { client, resource, clock, random, log } = supervision;
  const supervisors = new Map<string, { readonly supervisor: Supervisor; readonly ended: Promise<void> }>();
  const tell = (name: string, object: KubeObject | undefined): void => {
    let entry = supervisors.get(name);
    if (entry === undefined) {
      if (object === undefined || signal.aborted) return;
      const supervisor = new Supervisor(name, supervision);
      supervisor.update(object);
      const ended = supervisor
        .run(signal)
        .catch((error: unknown) =>
          log.error('controller supervisor failed', { controller: name, error: messageOf(error) }),
        )
        .then(() => {
          supervisors.delete(name);
          // It came back in the very moment in which its supervisor ended.
          tell(name, supervisor.object());
        });
      entry = { supervisor, ended };
      supervisors.set(name, entry);
    }
    entry.supervisor.update(object);
  };
  const sink: WatchSink = {
    replace: (items) => {
      const present = new Set(items.map((item) => item.metadata.name));
      for (const name of supervisors.keys()) if (!present.has(name)) tell(name, undefined);
      for (const item of items) tell(item.metadata.name, item);
      onKnown();
    },
    apply: (type, object) => tell(object.metadata.name, type === 'DELETED' ? undefined : object),
    progress: () => {},
  };
  const { targetLabelSelector: labelSelector } = options;
  const selection = labelSelector === undefined || labelSelector === '' ? {} : { labelSelector };
  const reflector = createReflector({ client, resource, sink, ...selection }, { clock, random, log, metrics });
  try {
    await reflector.run(signal);
  } finally {
    await Promise.all([...supervisors.values()].map(({ ended }) => ended));
  }
}

function resourceOf({ kind, plural }: Policy): Resource {
  return { group: METACONTROLLER_GROUP, version: 'v1alpha1', plural, kind, namespaced: false, hasStatus: true };
}
