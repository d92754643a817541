/**
 * Drives the replica machine by a script and writes down what it does, one line per event and effect: the text of the
 * golden files. Time is a number here, nothing waits.
 */
import { format, rangeSet, type RangeSet } from '../../../src/protocol/ranges.ts';
import { newReplica, step } from '../../../src/protocol/replica/machine.ts';
import type {
  ReplicaConfig,
  ReplicaEffect,
  ReplicaEvent,
  ReplicaState,
  SetView,
  ShardView,
} from '../../../src/protocol/replica/types.ts';
import { wakeAtMs } from '../../../src/protocol/replica/wake.ts';
import type { Row, Table } from '../../../src/protocol/table.ts';
import { FIVE_SECOND_TIMING } from '../../../src/protocol/timing.ts';

export const CONFIG: ReplicaConfig = {
  name: 'r-0',
  incarnation: 'r-0_new',
  setUid: 'set-uid',
  podUID: 'pod-uid',
  restartInPlace: true,
  protocol: 1,
  timing: FIVE_SECOND_TIMING,
};

export const SHARD: ShardView = {
  uid: 'shard-uid',
  resourceVersion: '100',
  generation: 1,
  ownerUid: 'set-uid',
  incarnation: '',
  podUID: '',
  final: false,
  warmUp: [],
};

export const MINE: ShardView = { ...SHARD, resourceVersion: '101', incarnation: 'r-0_new', podUID: 'pod-uid' };

/** `['0-1023 r-0', '1024-4095 r-1 @7 awaiting r-0,r-2']`; a row without `@` has the table's generation. */
export function table(revision: number, generation: number, rows: readonly string[]): Table {
  const ranges = rows.map((text): Row => {
    const [range = '', owner = '', ...rest] = text.split(' ');
    const [start, end] = range.split('-').map(Number);
    const at = rest.find((word) => word.startsWith('@'));
    const awaiting = rest[0] === 'awaiting' ? rest[1] : rest[2];
    return {
      start: start ?? 0,
      end: end ?? start ?? 0,
      owner: owner === '-' ? '' : owner,
      generation: at === undefined ? generation : Number(at.slice(1)),
      awaiting: awaiting === undefined ? [] : awaiting.split(','),
    };
  });
  return { uid: 'set-uid', epoch: 50, revision, generation, protocol: 1, minProtocol: 1, ranges };
}

export function set(resourceVersion: number, of: Table | undefined): SetView {
  return { uid: 'set-uid', resourceVersion: `${resourceVersion}`, deleting: false, table: of };
}

export class Script {
  state: ReplicaState;
  nowMs = 0;
  readonly lines: string[] = [];
  /** Of the last event. */
  effects: readonly ReplicaEffect[] = [];

  constructor(config: Partial<ReplicaConfig> = {}) {
    this.state = newReplica({ ...CONFIG, ...config }, { monotonicMs: 0, wallMs: 0 });
    this.on({ type: 'Tick' });
  }

  on(event: ReplicaEvent): this {
    const before = this.state.life.type;
    const result = step(this.state, event, { monotonicMs: this.nowMs, wallMs: this.nowMs });
    this.state = result.state;
    this.effects = result.effects;
    const after = this.state.life.type;
    this.lines.push(
      `${String(this.nowMs).padStart(6)} ${eventText(event)}${before === after ? '' : `   [${before} -> ${after}]`}`,
    );
    for (const effect of result.effects) this.lines.push(`         -> ${effectText(effect)}`);
    return this;
  }

  /** Lets time pass; each renewal and each look at the set is answered at once ("unchanged"), and not written down. */
  pass(ms: number): this {
    const endMs = this.nowMs + ms;
    for (;;) {
      const wakeMs = wakeAtMs(this.state);
      if (wakeMs > endMs) break;
      this.nowMs = Math.max(this.nowMs, wakeMs);
      const lines = this.lines.length;
      this.on({ type: 'Tick' });
      const routine = this.effects.every(({ type }) => type === 'RenewLease' || type === 'ConfirmView');
      const { effects } = this;
      this.answerRoutine();
      if (routine) this.lines.length = lines;
      else this.effects = effects;
    }
    this.nowMs = endMs;
    return this;
  }

  /** Lets time pass in which every request fails without an answer. */
  silence(ms: number): this {
    const endMs = this.nowMs + ms;
    for (;;) {
      const wakeMs = wakeAtMs(this.state);
      if (wakeMs > endMs) break;
      this.nowMs = Math.max(this.nowMs, wakeMs);
      this.on({ type: 'Tick' });
      for (const effect of this.effects) {
        if (effect.type === 'RenewLease') this.on({ type: 'LeaseRenewFailed', outcome: 'Unanswered' });
        if (effect.type === 'ConfirmView') this.on({ type: 'ViewConfirmFailed' });
        if (effect.type === 'ReadView') this.on({ type: 'ViewReadFailed' });
      }
    }
    this.nowMs = endMs;
    return this;
  }

  answerRoutine(): void {
    for (const effect of this.effects) {
      if (effect.type === 'RenewLease') {
        const resourceVersion = `${Number(effect.resourceVersion) + 1}`;
        this.on({ type: 'LeaseRenewed', resourceVersion, sentMs: this.nowMs });
      } else if (effect.type === 'ConfirmView' && this.state.life.type === 'Running') {
        const { resourceVersion } = this.state.life.view.set;
        this.on({ type: 'ViewConfirmed', resourceVersion, sentMs: this.nowMs });
      }
    }
  }

  /** The answer to the status write of the last event. */
  written(resourceVersion: number): this {
    const write = this.effects.find((effect) => effect.type === 'WriteStatus');
    if (write?.type !== 'WriteStatus') throw new Error(`no status write is under way:\n${this.lines.join('\n')}`);
    const shard = { ...write.shard, resourceVersion: `${resourceVersion}`, final: write.status.final };
    return this.on({ type: 'StatusWritten', shard });
  }

  note(text: string): this {
    this.lines.push(`# ${text}`);
    return this;
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }

  /** A registered replica that has read `view`, by the shortest way. */
  running(view: SetView, shard: ShardView = MINE): this {
    this.on({ type: 'LeaseTaken', created: true, resourceVersion: '10', sentMs: this.nowMs, previousDurationMs: 0 });
    this.on({ type: 'ShardRead', shard: SHARD });
    this.on({ type: 'Registered', shard });
    return this.on({ type: 'ViewRead', set: view, shard, sentMs: this.nowMs });
  }
}

export function slots(...ranges: readonly (readonly [number, number])[]): RangeSet {
  return rangeSet(ranges.map(([start, end]) => ({ start, end })));
}

function eventText(event: ReplicaEvent): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is told as JSON
  switch (event.type) {
    case 'SetSeen':
    case 'ViewRead':
      return `${event.type} ${event.set === undefined ? 'none' : setText(event.set)}`;
    case 'ShardSeen':
    case 'ShardRead':
    case 'Registered':
    case 'StatusWritten':
      return `${event.type} ${event.shard === undefined ? 'none' : shardText(event.shard)}`;
    case 'Idle':
      return `Idle ${format(event.slots)} ${JSON.stringify(event.written)}`;
    case 'Warm':
      return `Warm ${format(event.slots)}`;
    default:
      return JSON.stringify(event);
  }
}

function setText({ resourceVersion, deleting, table: of }: SetView): string {
  const rows = of?.ranges.map((row) => {
    const awaiting = row.awaiting.length === 0 ? '' : ` awaiting ${row.awaiting.join(',')}`;
    return `${row.start}-${row.end} ${row.owner || '-'}@${row.generation}${awaiting}`;
  });
  return `v${resourceVersion}${deleting ? ' deleting' : ''} ${of === undefined ? 'no table' : `r${of.revision} [${rows?.join('; ')}]`}`;
}

function shardText(shard: ShardView): string {
  const hint = shard.warmUp.length === 0 ? '' : ` warmUp ${format(shard.warmUp)}`;
  return `v${shard.resourceVersion} of ${shard.incarnation || 'nobody'}${shard.final ? ' final' : ''}${hint}`;
}

function effectText(effect: ReplicaEffect): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the rest is told as JSON
  switch (effect.type) {
    case 'Register':
      return `Register on v${effect.shard.resourceVersion}`;
    case 'WriteStatus': {
      const { held, released, warm, observed, phase, leaving, final } = effect.status;
      const marks = released.map((r) => `${r.start}-${r.end}@${r.generation} ${JSON.stringify(r.written)}`);
      const words = [
        phase,
        `observed ${observed === undefined ? 'none' : observed.generation}`,
        `held ${format(held)}`,
        ...(marks.length === 0 ? [] : [`released ${marks.join(', ')}`]),
        ...(warm.length === 0 ? [] : [`warm ${format(warm)}`]),
        ...(leaving ? ['leaving'] : []),
        ...(final ? ['final'] : []),
      ];
      return `WriteStatus on v${effect.shard.resourceVersion}: ${words.join(', ')}`;
    }
    case 'Start':
    case 'Complete':
      return `${effect.type} ${format(effect.slots)} ${JSON.stringify(effect.completeness)}`;
    case 'Want':
    case 'Drain':
    case 'Resume':
    case 'Abort':
    case 'Stop':
      return `${effect.type} ${format(effect.slots)}`;
    case 'Tell': {
      const { notice } = effect;
      return `Tell ${JSON.stringify('slots' in notice ? { ...notice, slots: format(notice.slots) } : notice)}`;
    }
    default:
      return JSON.stringify(effect);
  }
}
