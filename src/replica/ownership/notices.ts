/** What the machine tells, for people: log lines, events of the shard, metrics of handoffs. */
import { API_VERSION, SHARD_KIND } from '../../api/names.ts';
import type { EventInput } from '../../kube/event-body.ts';
import type { EventRecorder } from '../../kube/events.ts';
import { format, size } from '../../protocol/ranges.ts';
import type { Notice } from '../../protocol/replica/types.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { durationText } from './handoff-book.ts';

export interface NoticeOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly namespace: string;
  readonly name: string;
  /** `namespace/name` of the set. */
  readonly set: string;
}

const RANGES_SHOWN = 8;

export class NoticeTeller {
  readonly #options: NoticeOptions;
  #saidMissing = false;

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  tell(notice: Notice, shardUid: string): void {
    const { log } = this.#options;
    switch (notice.type) {
      case 'Registered':
        this.#saidMissing = false;
        return log.info('registered');
      case 'WaitingOut':
        return log.info('waits until the previous process of this name can not act any more', {
          waitMs: notice.waitMs,
        });
      case 'ShardMissing':
        if (this.#saidMissing) return undefined;
        this.#saidMissing = true;
        return log.warn('there is no ControllerShard of this replica under the present set: a manager creates it', {
          shard: `${this.#options.namespace}/${this.#options.name}`,
          set: this.#options.set,
          remedy: 'check that a manager runs: kubectl get leases, and its log',
        });
      case 'Fenced':
        log.error('fenced: the lease window is over, nothing is done until it is renewed', { cause: notice.cause });
        return this.#event(shardUid, {
          type: 'Warning',
          reason: 'LeaseLost',
          action: 'Fence',
          note: `Stopped acting: ${FENCE_CAUSES[notice.cause]}`,
        });
      case 'TableRead':
        return log.info('the table is read');
      case 'ProtocolTooOld':
        log.error('the table demands a newer protocol: all slots are given up', {
          minProtocol: notice.minProtocol,
          remedy: 'run a newer version of this program',
        });
        return this.#event(shardUid, {
          type: 'Warning',
          reason: 'ProtocolTooOld',
          action: 'GiveUp',
          note: `Gives up all slots: the table demands protocol ${notice.minProtocol}, this program follows an older one. Update the image of the workload`,
        });
      case 'Taken':
        return this.#taken(notice, shardUid);
      case 'Released':
        return this.#released(notice, shardUid);
      case 'DrainAborted':
        return log.warn('a drain took too long: its work is aborted', { slots: format(notice.slots, RANGES_SHOWN) });
      case 'Stopping':
        return log.info('stops: takes no new work and drains');
      default:
        return notice satisfies never;
    }
  }

  #taken(notice: Extract<Notice, { type: 'Taken' }>, shardUid: string): void {
    const { log, metrics, set } = this.#options;
    const { slots, from, generation, waitedMs, resumed } = notice;
    const range = format(slots, RANGES_SHOWN);
    log.info('took slots', { slots: range, from, generation, waitedMs, resumed });
    if (resumed) return;
    if (from.length > 0) metrics.observe('shardkeeper_handoff_stage_seconds', waitedMs / 1_000, { set, stage: 'ack' });
    const source = from.length === 0 ? '' : ` from ${from.join(', ')}`;
    const waited = from.length === 0 ? '' : `; granted ${durationText(waitedMs)} after the change of owner`;
    const note = `Took slots ${range} (${size(slots)})${source}, grant ${generation}${waited}`;
    this.#event(shardUid, { type: 'Normal', reason: 'RangeTaken', action: 'Take', note });
  }

  #released(notice: Extract<Notice, { type: 'Released' }>, shardUid: string): void {
    const { log, metrics, set } = this.#options;
    const { slots, to, generation, drainMs } = notice;
    const range = format(slots, RANGES_SHOWN);
    log.info('released slots', { slots: range, to, generation, drainMs });
    metrics.observe('shardkeeper_handoff_stage_seconds', drainMs / 1_000, { set, stage: 'drain' });
    const target = to === '' ? 'nobody' : to;
    const note = `Released slots ${range} (${size(slots)}) to ${target}, grant ${generation}; drained in ${durationText(drainMs)}`;
    this.#event(shardUid, { type: 'Normal', reason: 'RangeReleased', action: 'Release', note });
  }

  /** H2: the caches of a hint are filled. */
  warmedUp(slots: string, warmMs: number, shardUid: string): void {
    const { log, metrics, set } = this.#options;
    log.info('caches are warm', { slots, warmMs });
    metrics.observe('shardkeeper_handoff_stage_seconds', warmMs / 1_000, { set, stage: 'warm' });
    const note = `Caches of slots ${slots} are warm after ${durationText(warmMs)}`;
    this.#event(shardUid, { type: 'Normal', reason: 'WarmUpFinished', action: 'WarmUp', note });
  }

  #event(uid: string, event: Pick<EventInput, 'type' | 'reason' | 'action' | 'note'>): void {
    const { events, namespace, name } = this.#options;
    const regarding = { apiVersion: API_VERSION, kind: SHARD_KIND, namespace, name, ...(uid === '' ? {} : { uid }) };
    events.record({ regarding, ...event });
  }
}

const FENCE_CAUSES: Readonly<Record<Extract<Notice, { type: 'Fenced' }>['cause'], string>> = {
  WindowOver: 'the lease could not be renewed in time',
  LeaseConflict: 'the lease was changed by somebody else',
  ClockJump: 'the process was suspended',
  ViewWentBack: 'the table is older than the one known before: the store was restored',
};
