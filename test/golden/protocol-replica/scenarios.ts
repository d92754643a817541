/** The stories that the golden transcripts tell, one per file. */
import { MINE, Script, SHARD, set, slots, table } from './transcript.ts';

const ALL_MINE = set(60, table(1, 1, ['0-4095 r-0']));

export const SCENARIOS: Readonly<Record<string, () => Script>> = {
  'fresh-start': () => {
    const s = new Script().on({
      type: 'LeaseTaken',
      created: true,
      resourceVersion: '10',
      sentMs: 0,
      previousDurationMs: 0,
    });
    s.note('the manager sees the Lease and creates the shard (S3: never used, Lease created: no wait)');
    s.on({ type: 'ShardRead', shard: undefined })
      .on({ type: 'ShardSeen', shard: SHARD })
      .on({ type: 'ShardRead', shard: SHARD });
    s.on({ type: 'Registered', shard: MINE });
    s.note('no table yet');
    s.on({ type: 'ViewRead', set: set(55, undefined), shard: MINE, sentMs: 0 }).pass(2_000);
    s.note('birth: everybody is awaited, itself alone here');
    s.on({ type: 'SetSeen', set: set(60, table(1, 1, ['0-4095 r-0 awaiting r-0'])) });
    return s.written(102).on({ type: 'Warm', slots: slots([0, 4095]) });
  },
  'news-during-the-first-read': () => {
    const s = new Script()
      .on({ type: 'LeaseTaken', created: true, resourceVersion: '10', sentMs: 0, previousDurationMs: 0 })
      .on({ type: 'ShardRead', shard: SHARD })
      .on({ type: 'Registered', shard: MINE });
    s.note('the read of table and shard is under way; the watches are faster');
    s.on({ type: 'SetSeen', set: set(60, table(1, 1, ['0-4095 r-1'])) });
    s.on({ type: 'ShardSeen', shard: { ...MINE, resourceVersion: '103', generation: 2, warmUp: slots([0, 99]) } });
    s.note('what they showed comes but once: the older answer must not hide it');
    s.on({ type: 'ViewRead', set: set(55, undefined), shard: MINE, sentMs: 0 });
    return s.on({ type: 'Warm', slots: slots([0, 99]) });
  },
  'shard-created-during-the-read': () => {
    const s = new Script().on({
      type: 'LeaseTaken',
      created: true,
      resourceVersion: '10',
      sentMs: 0,
      previousDurationMs: 0,
    });
    s.note('the watch is faster than the answer, which says that there is none: read again, not after the poll');
    return s.on({ type: 'ShardSeen', shard: SHARD }).on({ type: 'ShardRead', shard: undefined });
  },
  'answer-nobody-waits-for': () => {
    const s = new Script()
      .on({ type: 'LeaseTaken', created: true, resourceVersion: '10', sentMs: 0, previousDurationMs: 0 })
      .on({ type: 'ShardRead', shard: SHARD })
      .on({ type: 'Registered', shard: MINE })
      .on({ type: 'ViewRead', set: set(60, table(2, 1, ['0-4095 r-0'])), shard: MINE, sentMs: 0 });
    s.written(102);
    s.note('the watch goes on from each read: a revocation that only this answer shows must be seen');
    const revoked = set(70, table(3, 2, ['0-4095 r-1 awaiting r-0']));
    return s.on({ type: 'ViewRead', set: revoked, shard: MINE, sentMs: s.nowMs });
  },
  'read-overtaken-by-the-watch': () => {
    const s = new Script()
      .on({ type: 'LeaseTaken', created: true, resourceVersion: '10', sentMs: 0, previousDurationMs: 0 })
      .on({ type: 'ShardRead', shard: SHARD })
      .on({ type: 'Registered', shard: MINE })
      .on({ type: 'ViewRead', set: set(60, table(2, 1, ['0-4095 r-0'])), shard: MINE, sentMs: 0 });
    s.written(102).pass(500);
    s.note('V2: an older event is dropped, a fresh read is begun');
    s.on({ type: 'SetSeen', set: set(58, table(1, 1, ['0-4095 r-0'])) });
    const sentMs = s.nowMs;
    s.pass(10).on({ type: 'SetSeen', set: set(61, table(3, 1, ['0-4095 r-0'])) });
    s.note('the answer shows the table of before the last event: no restore, no fence; read again');
    return s.on({ type: 'ViewRead', set: set(60, table(2, 1, ['0-4095 r-0'])), shard: MINE, sentMs });
  },
  'restart-in-place': () => {
    const s = new Script().on({
      type: 'LeaseTaken',
      created: false,
      resourceVersion: '10',
      sentMs: 0,
      previousDurationMs: 5_000,
    });
    s.on({ type: 'ShardRead', shard: { ...SHARD, incarnation: 'r-0_old', podUID: 'pod-uid' } });
    s.note('S3a: requestTimeout + stallMax, not the lease').pass(1_500);
    s.on({ type: 'ShardRead', shard: { ...SHARD, incarnation: 'r-0_old', podUID: 'pod-uid' }, holder: 'r-0_new' });
    s.on({ type: 'Registered', shard: MINE }).on({ type: 'ViewRead', set: ALL_MINE, shard: MINE, sentMs: s.nowMs });
    return s.written(102);
  },
  'restart-under-an-old-name': () => {
    const s = new Script().on({
      type: 'LeaseTaken',
      created: false,
      resourceVersion: '10',
      sentMs: 0,
      previousDurationMs: 7_000,
    });
    const old = { ...SHARD, incarnation: 'r-0_old', podUID: 'another-pod' };
    s.on({ type: 'ShardRead', shard: old });
    s.note('S2: the longer of both lease durations, renewing meanwhile').pass(7_000);
    s.note('S4: a conflict; the shard was written in between, the Lease is still ours');
    s.on({ type: 'ShardRead', shard: old, holder: 'r-0_new' }).on({ type: 'RegisterFailed' }).pass(300);
    s.on({ type: 'ShardRead', shard: { ...old, resourceVersion: '100' }, holder: 'r-0_new' }).on({
      type: 'Registered',
      shard: MINE,
    });
    return s.on({ type: 'ViewRead', set: ALL_MINE, shard: MINE, sentMs: s.nowMs });
  },
  'predecessor-ends-during-the-wait': () => {
    const s = new Script().on({
      type: 'LeaseTaken',
      created: false,
      resourceVersion: '10',
      sentMs: 0,
      previousDurationMs: 5_000,
    });
    const old = { ...SHARD, incarnation: 'r-0_old' };
    s.on({ type: 'ShardRead', shard: old }).pass(500);
    const ended = { ...old, resourceVersion: '101', final: true };
    return s.on({ type: 'ShardSeen', shard: ended }).on({ type: 'ShardRead', shard: ended });
  },
  'overtaken-before-registration': () => {
    const s = new Script().on({
      type: 'LeaseTaken',
      created: false,
      resourceVersion: '10',
      sentMs: 0,
      previousDurationMs: 5_000,
    });
    s.on({ type: 'ShardRead', shard: { ...SHARD, incarnation: 'r-0_old' } }).pass(5_000);
    s.note('a third process has the Lease');
    return s.on({ type: 'ShardRead', shard: { ...SHARD, incarnation: 'r-0_third' }, holder: 'r-0_third' });
  },
  'move-out-with-a-slow-slot': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100);
    s.on({ type: 'SetSeen', set: set(61, table(2, 2, ['0-1023 r-1 awaiting r-0', '1024-4095 r-0 @1'])) });
    s.note('all but slot 7 are idle within the turn: one write acks them');
    s.on({ type: 'Idle', slots: slots([0, 6], [8, 1023]), written: { configmaps: '900' } })
      .pass(1)
      .written(103)
      .pass(200);
    s.note('the manager drops r-0 for what was acked');
    const split = ['0-6 r-1 @2', '7-7 r-1 @2 awaiting r-0', '8-1023 r-1 @2', '1024-4095 r-0 @1'];
    s.on({ type: 'SetSeen', set: set(62, table(3, 2, split)) }).pass(300);
    s.on({ type: 'Idle', slots: slots([7, 7]), written: { configmaps: '950' } }).written(104);
    s.on({ type: 'SetSeen', set: set(63, table(4, 2, ['0-1023 r-1 @2', '1024-4095 r-0 @1'])) });
    s.note('marks are kept for 30 s').pass(31_000);
    return s.on({ type: 'StatusRequested' });
  },
  'move-in-with-marks': () => {
    const s = new Script().running(set(60, table(1, 1, ['0-4095 r-1']))).pass(100);
    s.note('H1: a hint').on({
      type: 'ShardSeen',
      shard: { ...MINE, resourceVersion: '103', generation: 2, warmUp: slots([0, 99]) },
    });
    s.written(104)
      .on({ type: 'Warm', slots: slots([0, 99]) })
      .pass(30)
      .written(105);
    s.note('T2, then the ack of r-1');
    s.on({ type: 'SetSeen', set: set(61, table(2, 2, ['0-99 r-0 awaiting r-1', '100-4095 r-1 @1'])) }).pass(40);
    s.on({ type: 'SetSeen', set: set(62, table(3, 2, ['0-99 r-0', '100-4095 r-1 @1'])) }).written(106);
    s.note('held and told at once; what r-1 wrote is known a request later');
    const observed = { uid: 'set-uid', epoch: 50, generation: 2 };
    const released = [{ start: 0, end: 99, generation: 2, written: { configmaps: '1000', secrets: '7' } }];
    s.on({ type: 'PeersRead', request: 1, peers: { 'r-1': { observed, held: slots([100, 4095]), released } } });
    s.note('another range, and its leaver does not answer: a fresh list');
    s.on({
      type: 'SetSeen',
      set: set(63, table(4, 3, ['0-99 r-0 @2', '100-199 r-0 awaiting r-1', '200-4095 r-1 @1'])),
    });
    s.on({ type: 'SetSeen', set: set(64, table(5, 3, ['0-99 r-0 @2', '100-199 r-0', '200-4095 r-1 @1'])) });
    return s.pass(1_100);
  },
  'cancelled-move': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100);
    s.on({ type: 'SetSeen', set: set(61, table(2, 2, ['0-99 r-1 awaiting r-0', '100-4095 r-0 @1'])) });
    s.on({ type: 'Idle', slots: slots([0, 49]), written: {} });
    s.note('moved back before 50-99 were idle: they go on, 0-49 are gained anew');
    s.on({ type: 'SetSeen', set: set(62, table(3, 3, ['0-99 r-0', '100-4095 r-0 @1'])) }).pass(5);
    return s;
  },
  'fence-and-return': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(1_000);
    s.note('the API server does not answer').silence(4_000);
    s.note('W4: slot 5 has an unanswered write, the rest is idle');
    s.on({ type: 'Idle', slots: slots([0, 4], [6, 4095]), written: {} });
    s.note('F3: renewal, then the reads');
    s.on({ type: 'LeaseRenewed', resourceVersion: '20', sentMs: s.nowMs });
    s.note('meanwhile 2048-4095 went to r-1');
    const split = ['0-2047 r-0 @1', '2048-4095 r-1 @2'];
    s.on({ type: 'ViewRead', set: set(61, table(2, 2, split)), shard: MINE, sentMs: s.nowMs });
    s.written(103);
    return s.on({ type: 'Idle', slots: slots([5, 5]), written: {} });
  },
  'lost-reply-of-a-renewal': () => {
    const s = new Script().running(ALL_MINE).written(102);
    s.nowMs = 1_000;
    s.on({ type: 'Tick' });
    const sent = s.effects.find((effect) => effect.type === 'RenewLease');
    s.on({ type: 'LeaseRenewFailed', outcome: 'Unanswered' });
    s.nowMs = 1_250;
    s.on({ type: 'Tick' }).on({ type: 'LeaseRenewFailed', outcome: 'Conflict' });
    s.note('the lost one was applied: the window goes on, from the next renewal');
    const renewTime = sent?.type === 'RenewLease' ? sent.renewTime : '';
    s.on({ type: 'LeaseRead', lease: { holder: 'r-0_new', resourceVersion: '11', renewTime } });
    s.on({ type: 'LeaseRenewed', resourceVersion: '12', sentMs: 1_250 });
    s.note('R2: a conflict that no own request explains ends the window');
    s.nowMs = 2_250;
    s.on({ type: 'Tick' }).on({ type: 'LeaseRenewFailed', outcome: 'Conflict' });
    return s.on({ type: 'LeaseRead', lease: { holder: 'r-0_new', resourceVersion: '9', renewTime: 'restored' } });
  },
  'lease-stolen': () => {
    const s = new Script().running(ALL_MINE).written(102);
    s.nowMs = 1_000;
    s.on({ type: 'Tick' }).on({ type: 'LeaseRenewFailed', outcome: 'Conflict' });
    return s.on({ type: 'LeaseRead', lease: { holder: 'r-0_other', resourceVersion: '11', renewTime: 'x' } });
  },
  'set-deleted': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100);
    s.note('B2: being deleted: stop, abort what runs').on({
      type: 'SetSeen',
      set: { ...ALL_MINE, resourceVersion: '61', deleting: true },
    });
    s.on({ type: 'Idle', slots: slots([0, 4095]), written: {} }).pass(1);
    return s.written(103);
  },
  'set-gone': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100);
    s.on({ type: 'SetSeen', set: undefined });
    return s.on({ type: 'ViewRead', set: undefined, shard: MINE, sentMs: s.nowMs });
  },
  restore: () => {
    const s = new Script()
      .running(set(600, table(9, 9, ['0-4095 r-0'])))
      .written(102)
      .pass(100);
    s.note('V2: an older table in an event is dropped, and read afresh');
    s.on({ type: 'SetSeen', set: set(500, table(5, 5, ['0-4095 r-1'])) });
    s.note('V3: the fresh read is older too: fence first, return by F3');
    s.on({ type: 'ViewRead', set: set(500, table(5, 5, ['0-4095 r-1'])), shard: MINE, sentMs: s.nowMs });
    s.on({ type: 'Idle', slots: slots([0, 4095]), written: {} }).pass(300);
    return s.on({ type: 'ViewRead', set: set(500, table(5, 5, ['0-4095 r-1'])), shard: MINE, sentMs: s.nowMs });
  },
  'restored-while-fenced': () => {
    const s = new Script().running(set(600, table(9, 1, ['0-4095 r-0 @1']))).written(102);
    s.pass(1_000).silence(4_000);
    s.note('W4: slot 5 has an unanswered write');
    s.on({ type: 'Idle', slots: slots([0, 4], [6, 4095]), written: {} });
    s.note('the Lease is as it was left, the table is older: the same rows are no continuation');
    s.on({ type: 'LeaseRenewed', resourceVersion: '20', sentMs: s.nowMs });
    const older = set(500, table(5, 1, ['0-4095 r-0 @1']));
    s.on({ type: 'ViewRead', set: older, shard: MINE, sentMs: s.nowMs });
    s.written(103);
    return s.on({ type: 'Idle', slots: slots([5, 5]), written: {} });
  },
  'restored-lease': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(1_000);
    s.on({ type: 'LeaseRenewFailed', outcome: 'Conflict' });
    s.note('R2: ours, and not as we left it: the store was restored');
    s.on({ type: 'LeaseRead', lease: { holder: 'r-0_new', resourceVersion: '9', renewTime: 'restored' } });
    s.note('W4: slot 5 has an unanswered write');
    s.on({ type: 'Idle', slots: slots([0, 4], [6, 4095]), written: {} });
    s.on({ type: 'LeaseRenewed', resourceVersion: '20', sentMs: s.nowMs });
    s.note('the same rows in the same version; what the caches show may never have been: no continuation');
    s.on({ type: 'ViewRead', set: ALL_MINE, shard: MINE, sentMs: s.nowMs });
    s.written(103);
    return s.on({ type: 'Idle', slots: slots([5, 5]), written: {} });
  },
  'sigterm-emptied-by-the-manager': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100).on({ type: 'Leave' });
    s.written(103).pass(50);
    s.on({ type: 'SetSeen', set: set(61, table(2, 2, ['0-4095 r-1 awaiting r-0'])) });
    s.on({ type: 'Idle', slots: slots([0, 4095]), written: { configmaps: '900' } }).pass(25);
    return s.written(104);
  },
  'sigterm-without-a-manager': () => {
    const s = new Script({ restartInPlace: false })
      .running(ALL_MINE)
      .written(102)
      .on({ type: 'Leave' })
      .pass(25)
      .written(103);
    s.note('S6: at grace period - drainTimeout - requestTimeout - 2 s').pass(37_000);
    s.written(104);
    return s.on({ type: 'Idle', slots: slots([0, 4095]), written: {} }).written(105);
  },
  'awaited-though-it-holds-nothing': () => {
    const s = new Script().running(set(60, table(1, 1, ['0-99 r-1 awaiting r-0', '100-4095 r-2'])));
    s.note('A6: nothing of it is held, and still the table waits for the word');
    s.written(102).pass(100);
    s.note('the next version awaits it by the same grant: acked already, no write');
    s.on({ type: 'SetSeen', set: set(61, table(2, 1, ['0-99 r-1 awaiting r-0', '100-4095 r-2'])) });
    s.note('by a later grant: acked again');
    return s.on({ type: 'SetSeen', set: set(62, table(3, 2, ['0-99 r-2 awaiting r-0', '100-4095 r-2 @1'])) });
  },
  'drain-timeout': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100);
    s.on({ type: 'SetSeen', set: set(61, table(2, 2, ['0-99 r-1 awaiting r-0', '100-4095 r-0 @1'])) });
    s.on({ type: 'Idle', slots: slots([0, 98]), written: {} })
      .pass(5)
      .written(103);
    s.note('H4: slot 99 is aborted after drainTimeout; if even that fails the process exits').pass(20_000);
    return s.pass(3_100);
  },
  'view-unconfirmed': () => {
    const s = new Script().running(ALL_MINE).written(102);
    s.note('L4: writes work, reads do not: no renewal after viewMaxAge, fenced by the end of the window');
    for (const endMs = 9_000; s.nowMs < endMs;) {
      s.nowMs = Math.max(s.nowMs + 1, 0);
      s.on({ type: 'Tick' });
      if (s.effects.length === 0) s.lines.pop();
      for (const effect of s.effects) {
        if (effect.type === 'RenewLease') s.on({ type: 'LeaseRenewed', resourceVersion: '20', sentMs: s.nowMs });
        if (effect.type === 'ConfirmView') s.on({ type: 'ViewConfirmFailed' });
      }
      if (s.state.life.type === 'Fenced') break;
    }
    return s;
  },
  'protocol-too-old': () => {
    const s = new Script().running(ALL_MINE).written(102).pass(100);
    s.on({ type: 'SetSeen', set: set(61, { ...table(2, 2, ['0-4095 r-1 awaiting r-0']), minProtocol: 2 }) });
    return s
      .on({ type: 'Idle', slots: slots([0, 4095]), written: {} })
      .pass(1)
      .written(103);
  },
};
