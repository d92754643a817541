/** The server, a manager and a runtime around one replica machine; after every step its promises are checked. */
import * as assert from 'uvu/assert';
import {
  covers,
  equal,
  intersect,
  rangeSet,
  subtract,
  union,
  EMPTY,
  type RangeSet,
} from '../../../src/protocol/ranges.ts';
import { heldSlots, slotsIn } from '../../../src/protocol/replica/holds.ts';
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
import { BLOCKS, type Command } from './replica-commands.ts';
import { FIVE_SECOND_TIMING } from '../../../src/protocol/timing.ts';

const CONFIG: ReplicaConfig = {
  name: 'A',
  incarnation: 'A_1',
  setUid: 'set',
  podUID: '',
  restartInPlace: false,
  protocol: 1,
  timing: FIVE_SECOND_TIMING,
};

const shardAt = (resourceVersion: number, extra: Partial<ShardView> = {}): ShardView => ({
  uid: 'shard',
  resourceVersion: `${resourceVersion}`,
  generation: 1,
  ownerUid: 'set',
  incarnation: '',
  podUID: '',
  final: false,
  warmUp: EMPTY,
  ...extra,
});

export class World {
  nowMs = 0;
  state: ReplicaState = newReplica(CONFIG, { monotonicMs: 0, wallMs: 0 });
  /** Versions of the set; the last is the present one. */
  readonly sets: SetView[] = [];
  delivered = 0;
  pending: ReplicaEffect[] = [];
  shard = shardAt(100);
  leaseVersion = 10;
  lastRenewTime = '';
  /** Monotonic starts of renewals that were confirmed: the oracle of the window. */
  windowEndsMs = Number.NEGATIVE_INFINITY;
  readonly renewalSentMs = new Map<string, number>();
  /** The runtime's truth. */
  busy: RangeSet = EMPTY;
  draining: RangeSet = EMPTY;
  started: RangeSet = EMPTY;
  /** Slots told to stop acting and not yet reported idle: nobody may act on them elsewhere. */
  readonly acquisitions = new Map<number, number>();
  acts = 0;
  acks = 0;

  constructor() {
    this.publish(BLOCKS.map(([start, end]) => ({ start, end, owner: 'A', generation: 1, awaiting: [] })));
    this.event({ type: 'Tick' });
  }

  /** To the first open window with a view. */
  join(): void {
    for (let turn = 0; turn < 3; turn++) {
      this.answerReads(true);
      this.answerWrites(true);
    }
  }

  get table(): Table {
    const table = this.sets.at(-1)?.table;
    if (table === undefined) throw new Error('there is always a table');
    return table;
  }

  publish(ranges: readonly Row[], generation = 1): void {
    const revision = this.sets.length + 1;
    const table: Table = { uid: 'set', epoch: 5, revision, generation, protocol: 1, minProtocol: 1, ranges };
    this.sets.push({ uid: 'set', resourceVersion: `${1_000 + revision}`, deleting: false, table });
  }

  event(event: ReplicaEvent): void {
    const before = this.state;
    const { state, effects } = step(before, event, { monotonicMs: this.nowMs, wallMs: this.nowMs });
    this.state = state;
    for (const effect of effects) this.perform(effect);
    this.check();
    // As the real runtime does: what is not busy is idle at once.
    const idle = subtract(this.draining, this.busy);
    if (idle.length > 0 && this.state.life.type !== 'Exited') this.event({ type: 'Idle', slots: idle, written: {} });
  }

  perform(effect: ReplicaEffect): void {
    switch (effect.type) {
      case 'Start':
        assert.equal(intersect(this.started, effect.slots), EMPTY, 'started twice');
        this.started = union(this.started, effect.slots);
        this.acts++;
        break;
      case 'Complete':
        assert.equal(subtract(effect.slots, this.started), EMPTY, 'completed what is not started');
        break;
      case 'Drain':
        this.draining = union(this.draining, effect.slots);
        break;
      case 'Resume':
        this.draining = subtract(this.draining, effect.slots);
        break;
      case 'Stop':
        assert.equal(intersect(this.busy, effect.slots), EMPTY, 'stopped while busy');
        this.started = subtract(this.started, effect.slots);
        this.draining = subtract(this.draining, effect.slots);
        break;
      case 'WriteStatus':
        this.checkStatus(effect);
        this.pending.push(effect);
        break;
      case 'RenewLease':
        this.renewalSentMs.set(effect.renewTime, this.nowMs);
        this.pending.push(effect);
        break;
      case 'Want':
      case 'Tell':
        break;
      case 'Abort':
      case 'TakeLease':
      case 'ReadLease':
      case 'ReadShard':
      case 'Register':
      case 'ReadView':
      case 'ConfirmView':
      case 'ReadPeers':
      case 'Exit':
        this.pending.push(effect);
        break;
      default:
        effect satisfies never;
    }
  }

  /** A4, F1, W4. */
  checkStatus(effect: Extract<ReplicaEffect, { type: 'WriteStatus' }>): void {
    const { status } = effect;
    this.acks++;
    assert.ok(this.nowMs < this.windowEndsMs, 'a status outside the window');
    assert.ok(covers(status.held, this.busy), 'a status acks a busy slot');
    assert.ok(covers(status.held, this.started), 'a status acks a slot that may be acted on');
    if (status.final) assert.equal(status.held, EMPTY);
  }

  /** The invariant below P1, on the present table: who may act is awaited, or is the owner with nobody else awaited. */
  checkExclusion(): void {
    const foreign = this.table.ranges.filter((row) => row.owner !== 'A' && !row.awaiting.includes('A'));
    assert.equal(intersect(this.started, rangeSet(foreign)), EMPTY, 'another replica may act on a slot of A');
  }

  check(): void {
    this.checkExclusion();
    const { life } = this.state;
    if (!('member' in life)) return;
    const { holds } = life.member;
    const acting = slotsIn(holds, 'Active', 'Draining');
    assert.ok(equal(heldSlots(holds), rangeSet(holds)), 'holds overlap');
    if (acting.length > 0) {
      assert.is(life.type, 'Running');
      assert.ok(this.nowMs < this.windowEndsMs, 'holds outside an open window');
    }
    if (life.type === 'Running') {
      // The oracle for A1, from the rows themselves.
      const granted =
        life.view.set.table?.ranges.filter((row) => row.owner === 'A' && row.awaiting.every((name) => name === 'A')) ??
        [];
      const active = slotsIn(holds, 'Active');
      assert.ok(covers(rangeSet(granted), active), 'acts on what the view does not grant');
    }
    for (const hold of holds) {
      for (const [start] of BLOCKS) {
        if (start < hold.start || hold.end < start) continue;
        const before = this.acquisitions.get(start) ?? 0;
        assert.ok(hold.acquisition >= before, 'acquisition fell');
        this.acquisitions.set(start, hold.acquisition);
      }
    }
    for (const [index, [start]] of BLOCKS.entries()) {
      if (index >= 0 && !holds.some((hold) => hold.start <= start && start <= hold.end)) {
        const before = this.acquisitions.get(start);
        // Lost: the next gain must be higher.
        if (before !== undefined && Number.isInteger(before)) this.acquisitions.set(start, before + 0.5);
      }
    }
  }

  take<T extends ReplicaEffect['type']>(...types: readonly T[]): Extract<ReplicaEffect, { type: T }>[] {
    const isWanted = (effect: ReplicaEffect): effect is Extract<ReplicaEffect, { type: T }> =>
      (types as readonly string[]).includes(effect.type);
    const taken = this.pending.filter(isWanted);
    this.pending = this.pending.filter((effect) => !isWanted(effect));
    return taken;
  }

  run(command: Command): void {
    const range = 'block' in command ? BLOCKS[command.block] : undefined;
    const slots: RangeSet = range === undefined ? EMPTY : [{ start: range[0], end: range[1] }];
    switch (command.type) {
      case 'Move':
        return this.move(slots, command.to);
      case 'Drop':
        return this.drop(slots);
      case 'Deliver': {
        this.delivered = Math.min(this.delivered + 1, this.sets.length - 1);
        return this.event({ type: 'SetSeen', set: this.sets[this.delivered] });
      }
      case 'StaleEvent':
        return this.event({ type: 'SetSeen', set: this.sets[0] });
      case 'Pass':
        return this.pass(command.ms);
      case 'AnswerWrites':
        return this.answerWrites(command.good);
      case 'AnswerRenewal':
        return this.answerRenewal(command.how);
      case 'AnswerReads':
        return this.answerReads(command.good);
      case 'Busy': {
        const { life } = this.state;
        const active = life.type === 'Running' ? slotsIn(life.member.holds, 'Active') : EMPTY;
        this.busy = union(this.busy, intersect(active, slots));
        return undefined;
      }
      case 'Finish': {
        this.busy = subtract(this.busy, slots);
        return this.event({ type: 'Tick' });
      }
      case 'ClockJump':
        this.windowEndsMs = Number.NEGATIVE_INFINITY;
        this.renewalSentMs.clear();
        return this.event({ type: 'ClockJump' });
      case 'Leave':
        return this.event({ type: 'Leave' });
      default:
        return command satisfies never;
    }
  }

  /** T2-T4. */
  move(slots: RangeSet, to: string): void {
    const { table } = this;
    const generation = table.generation + 1;
    let changed = false;
    const ranges = table.ranges.map((row): Row => {
      if (intersect([row], slots).length === 0 || row.owner === to) return row;
      changed = true;
      const activatable = row.owner !== '' && row.awaiting.every((name) => name === row.owner);
      const awaiting = [...new Set(activatable ? [...row.awaiting, row.owner] : row.awaiting)].toSorted();
      return { ...row, owner: to, generation, awaiting: awaiting.every((name) => name === to) ? [] : awaiting };
    });
    if (changed) this.publish(ranges, generation);
  }

  /** T5 for A, by what its status shows; B always acks. */
  drop(slots: RangeSet): void {
    const { life } = this.state;
    const written = 'member' in life ? life.member.status.written : undefined;
    const ranges = this.table.ranges.map((row): Row => {
      if (intersect([row], slots).length === 0) return row;
      const acked =
        written?.observed !== undefined &&
        written.observed.generation >= row.generation &&
        intersect(written.held, [row]).length === 0;
      return { ...row, awaiting: row.awaiting.filter((name) => name === 'A' && !acked) };
    });
    this.publish(ranges, this.table.generation);
  }

  pass(ms: number): void {
    const endMs = this.nowMs + ms;
    for (let turns = 0; turns < 50; turns++) {
      const wakeMs = wakeAtMs(this.state);
      if (wakeMs > endMs) break;
      this.nowMs = Math.max(this.nowMs, wakeMs);
      this.event({ type: 'Tick' });
      if (this.state.life.type === 'Exited') break;
    }
    this.nowMs = endMs;
    this.event({ type: 'Tick' });
  }

  answerWrites(good: boolean): void {
    for (const effect of this.take('Register', 'WriteStatus')) {
      if (!good) {
        this.event(effect.type === 'Register' ? { type: 'RegisterFailed' } : { type: 'StatusFailed' });
        continue;
      }
      const version = Number(this.shard.resourceVersion) + 1;
      this.shard = shardAt(version, { incarnation: 'A_1', final: effect.status.final });
      this.event({ type: effect.type === 'Register' ? 'Registered' : 'StatusWritten', shard: this.shard });
    }
  }

  answerRenewal(how: 'Confirmed' | 'Unanswered' | 'Lost'): void {
    for (const effect of this.take('RenewLease')) {
      if (how !== 'Unanswered' && effect.resourceVersion === `${this.leaseVersion}`) {
        this.leaseVersion++;
        this.lastRenewTime = effect.renewTime;
      } else if (effect.resourceVersion !== `${this.leaseVersion}`) {
        this.event({ type: 'LeaseRenewFailed', outcome: 'Conflict' });
        continue;
      }
      if (how !== 'Confirmed') {
        this.event({ type: 'LeaseRenewFailed', outcome: 'Unanswered' });
        continue;
      }
      const sentMs = this.renewalSentMs.get(effect.renewTime) ?? Number.NEGATIVE_INFINITY;
      const window = FIVE_SECOND_TIMING.leaseDurationMs - FIVE_SECOND_TIMING.fenceMarginMs;
      this.windowEndsMs = Math.max(this.windowEndsMs, sentMs + window);
      const started = Number.isFinite(sentMs) ? sentMs : 0 - window;
      this.event({ type: 'LeaseRenewed', resourceVersion: `${this.leaseVersion}`, sentMs: started });
    }
  }

  answerReads(good: boolean): void {
    for (const effect of this.take('TakeLease', 'ReadLease', 'ReadShard', 'ReadView', 'ConfirmView', 'ReadPeers')) {
      this.event(good ? this.goodAnswer(effect.type, effect) : BAD_ANSWERS[effect.type]);
    }
  }

  goodAnswer(type: keyof typeof BAD_ANSWERS, effect: ReplicaEffect): ReplicaEvent {
    const set = this.sets.at(-1);
    switch (type) {
      case 'TakeLease':
        this.windowEndsMs = this.nowMs + FIVE_SECOND_TIMING.leaseDurationMs - FIVE_SECOND_TIMING.fenceMarginMs;
        return { type: 'LeaseTaken', created: true, resourceVersion: '10', sentMs: this.nowMs, previousDurationMs: 0 };
      case 'ReadLease':
        return {
          type: 'LeaseRead',
          lease: { holder: 'A_1', resourceVersion: `${this.leaseVersion}`, renewTime: this.lastRenewTime },
        };
      case 'ReadShard':
        return { type: 'ShardRead', shard: this.shard, holder: 'A_1' };
      case 'ReadView':
        this.delivered = this.sets.length - 1;
        return { type: 'ViewRead', set, shard: this.shard, sentMs: this.nowMs };
      case 'ConfirmView':
        return { type: 'ViewConfirmed', resourceVersion: set?.resourceVersion ?? '', sentMs: this.nowMs };
      case 'ReadPeers': {
        const request = effect.type === 'ReadPeers' ? effect.request : 0;
        return { type: 'PeersRead', request, peers: {} };
      }
      default:
        return type satisfies never;
    }
  }
}

const BAD_ANSWERS = {
  TakeLease: { type: 'LeaseTakeFailed' },
  ReadLease: { type: 'LeaseReadFailed' },
  ReadShard: { type: 'ShardReadFailed' },
  ReadView: { type: 'ViewReadFailed' },
  ConfirmView: { type: 'ViewConfirmFailed' },
  ReadPeers: { type: 'PeersRead', request: -1, peers: {} },
} as const satisfies Record<string, ReplicaEvent>;
