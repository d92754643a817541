/** `shardkeeper manager`: one ShardManager, leading or standing by. */
import { createManager } from '../../manager/index.ts';
import { endedManagers, ofPod } from './ended-managers.ts';
import { textOf, type Daemon } from './parts.ts';

/** Its own writes have no safety deadline; the leader's Lease lasts 5 s. */
const REQUEST_TIMEOUT_MS = 3000;

export const manager: Daemon = async (parts) => {
  const { settings, clock, random, log, metrics, leaving } = parts;
  const podUid = textOf(settings, 'podUid');
  const shardManager = createManager({
    client: parts.client(REQUEST_TIMEOUT_MS),
    namespace: textOf(settings, 'namespace'),
    identity: `${parts.incarnation}${ofPod(podUid)}`,
    hasEnded: endedManagers(podUid),
    clock,
    random,
    log,
    metrics,
  });
  parts.setHealth({
    alive: () => (shardManager.alive() ? undefined : 'the loop does not turn'),
    ready: () => (shardManager.ready() ? undefined : 'sets, shards and Leases are not read yet'),
  });
  await shardManager.run(leaving);
  return 0;
};
