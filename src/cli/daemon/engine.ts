/** `shardkeeper metacontroller`: one replica of the engine. */
import { createDiscovery } from '../../kube/discovery.ts';
import { createEventRecorder, type EventRecorder } from '../../kube/events.ts';
import { sleep } from '../../lib/clock.ts';
import { compositePolicy, createEngine, type Engine } from '../../metacontroller/index.ts';
import { waitForSet, type FoundSet } from '../../replica/membership/index.ts';
import { createReplica, type Replica } from '../../replica/runtime.ts';
import { openCrashJournal } from './crash-journal.ts';
import { numberOf, textOf, type Daemon, type DaemonParts } from './parts.ts';

/** Until the set has told its own. */
const REQUEST_TIMEOUT_MS = 3000;
const FLUSH_MS = 1000;

export const engine: Daemon = async (parts) => {
  const { settings, clock, log, leaving } = parts;
  const found = await waitForSet({
    client: parts.client(REQUEST_TIMEOUT_MS),
    clock,
    log,
    namespace: textOf(settings, 'namespace'),
    name: textOf(settings, 'set'),
    gracePeriodMs: numberOf(settings, 'gracePeriodSeconds') * 1000,
    signal: leaving,
  });
  if (found === undefined) return 0;
  const { replica, served, recorders } = build(parts, found);
  parts.setHealth({
    alive: () => (replica.alive() ? undefined : 'the event loop or the renewal loop does not turn'),
    ready: () =>
      replica.ready() ? undefined : 'not registered, or the lease window is over, or the table view is old',
  });
  if (leaving.aborted) replica.leave();
  else leaving.addEventListener('abort', () => replica.leave(), { once: true });

  const stop = new AbortController();
  const serving = served.run(stop.signal).catch((error: unknown) => {
    // Without its engine a replica would own objects and do nothing: better to be seen dead.
    log.error('the engine failed', { error });
    stop.abort();
  });
  const background = Promise.all([serving, ...recorders.map((recorder) => recorder.run(stop.signal))]);
  const end = await replica.run(stop.signal);
  log.info('replica ended', { reason: end.reason, code: end.code });
  const flushed = Promise.all(recorders.map((recorder) => recorder.flush()));
  await Promise.race([flushed, sleep(clock, FLUSH_MS, stop.signal)]);
  stop.abort();
  await background;
  return end.code;
};

interface Built {
  readonly replica: Replica;
  readonly served: Engine;
  readonly recorders: readonly EventRecorder[];
}

function build(parts: DaemonParts, found: FoundSet): Built {
  const { settings, clock, random, log, metrics } = parts;
  const name = textOf(settings, 'name');
  const client = parts.client(found.timing.requestTimeoutMs);
  const recorder = (controller: string): EventRecorder =>
    createEventRecorder({ client, controller, instance: name }, { clock, random, log });
  const replicaEvents = recorder('shardkeeper-replica');
  const controllerEvents = recorder('metacontroller');
  const crashJournal = textOf(settings, 'crashJournal');
  const workers = numberOf(settings, 'workers');
  const replica = createReplica({
    client,
    clock,
    random,
    log,
    metrics,
    events: replicaEvents,
    set: found,
    workers,
    objectEvents: replicaEvents,
    ...(crashJournal === '' ? {} : { journal: openCrashJournal({ directory: crashJournal, workers, log }) }),
    identity: {
      incarnation: parts.incarnation,
      name,
      podUID: textOf(settings, 'podUid'),
      nodeName: textOf(settings, 'nodeName'),
      version: parts.version,
      restartInPlace: settings['restartInPlace'] === true,
    },
  });
  const { host, ownership } = replica;
  const identity = { namespace: found.namespace, set: found.name, setUid: found.uid };
  const discovery = createDiscovery({ client, clock });
  const targetLabelSelector = textOf(settings, 'targetLabelSelector');
  const served = createEngine(
    { client, host, ownership, discovery, clock, random, log, metrics, events: controllerEvents, identity },
    {
      policies: [compositePolicy],
      slotLabel: found.slotLabel,
      hookUserAgent: parts.userAgent,
      hookConnectionsMax: numberOf(settings, 'hookConnections'),
      ...(targetLabelSelector === '' ? {} : { targetLabelSelector }),
    },
  );
  return { replica, served, recorders: [replicaEvents, controllerEvents] };
}
