/**
 * A store, some Leases and replicas as numbers, and the manager's machine above them. Replicas renew by themselves; everything
 * else happens when the script says so. What each manager does is written down, one line per effect. Time is a number, nothing waits.
 */
import { BREATH_MS } from '../../../src/protocol/manager/moves.ts';
import type { ShardSetSpec } from '../../../src/api/shard-set.ts';
import type { ShardStatus } from '../../../src/api/shard.ts';
import { type LeaseSeen, noteLease } from '../../../src/protocol/lease.ts';
import { decide } from '../../../src/protocol/manager/machine.ts';
import { emptyMemory } from '../../../src/protocol/manager/memory.ts';
import { timingOf } from '../../../src/protocol/timing.ts';
import {
  type ManagerEffect,
  type Observation,
  type SetView,
  type ShardView,
  tableOf,
  type WorkloadView,
} from '../../../src/protocol/manager/view.ts';
import { format, rangeSet, type RangeSet } from '../../../src/protocol/ranges.ts';
import type { Table } from '../../../src/protocol/table.ts';
import { assertTable } from '../../../src/protocol/table-invariants.ts';
import { namesOf } from '../../../src/protocol/table-rules.ts';
import { effectText } from './effect-text.ts';
import { Mind, SPEC } from './mind.ts';

interface Replica {
  incarnation: string;
  renews: boolean;
  leaving: boolean;
}

export class World {
  nowMs = 0;
  readonly lines: string[] = [];
  set: SetView | undefined;
  workload: WorkloadView;
  readonly shards = new Map<string, ShardView>();
  readonly leases = new Map<string, LeaseSeen>();
  readonly replicas = new Map<string, Replica>();
  /** Every table that was stored, in order. */
  readonly tables: Table[] = [];
  readonly minds: Mind[] = [new Mind('m-0')];
  /** Effects that managers do not get to perform. */
  readonly lost = new Set<ManagerEffect['type']>();
  #version = 100;
  #renewedMs = 0;

  constructor(replicas: number, spec: Partial<ShardSetSpec> = {}) {
    this.workload = { type: 'Found', resourceVersion: '1', replicas, selector: 'app=w', firstOrdinal: 0 };
    this.set = {
      name: 'w',
      uid: 'set-1',
      resourceVersion: this.#next(),
      generation: 1,
      deleting: false,
      guarded: false,
      spec: { ...SPEC, ...spec },
      status: {},
    };
  }

  #next(): string {
    return String(this.#version++);
  }

  note(text: string): this {
    this.lines.push(`# ${text}`);
    return this;
  }

  said(text: string): void {
    this.lines.push(`${String(this.nowMs).padStart(6)} ${text}`);
  }

  /* ── What replicas do ─────────────────────────────────────────────────────────────────────────────────────────── */

  start(name: string, incarnation = `${name}_1`): this {
    this.said(`${name} takes its Lease as ${incarnation}`);
    this.replicas.set(name, { incarnation, renews: true, leaving: false });
    this.#renew(name);
    return this.settle();
  }

  #renew(name: string): void {
    const replica = this.replicas.get(name);
    if (replica === undefined) return;
    const uid = this.leases.get(name)?.uid ?? `lease-${name}-${this.nowMs}`;
    this.leases.set(name, { uid, resourceVersion: this.#next(), holder: replica.incarnation, durationMs: 5000 });
  }

  register(name: string): this {
    const replica = this.replicas.get(name);
    if (replica === undefined || !this.shards.has(name))
      throw new Error(`${name} has no shard to register in\n${this.text()}`);
    this.said(`${name} registers`);
    this.#status(name, { incarnation: replica.incarnation, held: [], final: false, protocol: 1 }, true);
    return this.settle();
  }

  #status(name: string, status: ShardStatus, fresh = false): void {
    const shard = this.shards.get(name);
    if (shard === undefined) throw new Error(`no shard ${name}`);
    this.shards.set(name, {
      ...shard,
      resourceVersion: this.#next(),
      status: fresh ? status : { ...shard.status, ...status },
    });
  }

  /** It reads the table: acts on what it may, and acknowledges everything else but `draining`. */
  sync(name: string, draining: RangeSet = []): this {
    const table = this.set === undefined ? undefined : tableOf(this.set);
    if (table === undefined) return this;
    const granted = table.ranges.filter((row) => row.owner === name && row.awaiting.length === 0);
    const held = rangeSet([...granted, ...draining]);
    const before = this.shards.get(name)?.status;
    const observed = { uid: table.uid, epoch: table.epoch, generation: table.generation };
    if (format(held) === format(rangeSet(before?.held ?? [])) && before?.observed?.generation === observed.generation)
      return this;
    this.said(`${name} has seen generation ${table.generation}, holds ${format(held)}`);
    this.#status(name, { held: [...held], observed });
    return this.settle();
  }

  syncAll(): this {
    for (let round = 0; round < 6; round++) for (const [name, { renews }] of this.replicas) if (renews) this.sync(name);
    return this;
  }

  warm(name: string): this {
    const hint = this.shards.get(name)?.spec.warmUp ?? [];
    this.said(`${name} is warm on ${format(rangeSet(hint))}`);
    this.#status(name, { warm: [...hint] });
    return this.settle();
  }

  /** Warms and syncs until nothing moves any more. */
  play(): this {
    for (let round = 0; round < 20; round++) {
      const before = this.lines.length;
      let warmed = false;
      for (const [name, shard] of [...this.shards]) {
        if (this.replicas.get(name)?.renews !== true || (shard.spec.warmUp ?? []).length === 0) continue;
        const { warmUp = [] } = shard.spec;
        if (format(rangeSet(warmUp)) !== format(rangeSet(shard.status.warm ?? []))) {
          this.warm(name);
          warmed = true;
        }
      }
      if (warmed) this.pass(BREATH_MS);
      this.syncAll();
      if (this.lines.length === before) break;
    }
    return this;
  }

  leave(name: string): this {
    this.said(`${name} wants to leave`);
    this.#status(name, { leaving: true });
    return this.settle();
  }

  end(name: string): this {
    this.said(`${name} has ended (final)`);
    this.#status(name, { held: [], final: true });
    const replica = this.replicas.get(name);
    if (replica !== undefined) replica.renews = false;
    return this.settle();
  }

  crash(name: string): this {
    this.said(`${name} crashes`);
    const replica = this.replicas.get(name);
    if (replica !== undefined) replica.renews = false;
    return this;
  }

  /* ── What people do ───────────────────────────────────────────────────────────────────────────────────────────── */

  scaleWorkload(replicas: number): this {
    this.said(`the workload is scaled to ${replicas}`);
    if (this.workload.type === 'Found') this.workload = { ...this.workload, replicas, resourceVersion: this.#next() };
    return this.settle();
  }

  edit(what: string, change: (set: SetView) => SetView): this {
    this.said(what);
    if (this.set !== undefined)
      this.set = { ...change(this.set), resourceVersion: this.#next(), generation: this.set.generation + 1 };
    return this.settle();
  }

  /** A change like others: the API server counts it in the generation. */
  delete(): this {
    return this.edit('the set is deleted', (set) => ({ ...set, deleting: true }));
  }

  /** A manager starts anew: it has no notes and remembers nothing. */
  restartManager(index = 0): this {
    const mind = new Mind(`${this.minds[index]?.name ?? 'm'}'`);
    this.said(`${mind.name} starts`);
    this.minds[index] = mind;
    return this.settle();
  }

  addManager(): this {
    const mind = new Mind(`m-${this.minds.length}`);
    this.said(`${mind.name} leads too`);
    this.minds.push(mind);
    return this.settle();
  }

  /* ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

  pass(ms: number): this {
    const endMs = this.nowMs + ms;
    while (this.nowMs < endMs) {
      const next = Math.min(
        endMs,
        this.#renewedMs + 1000,
        ...this.minds.map((mind) => Math.max(mind.wakeAtMs, this.nowMs + 1)),
      );
      this.nowMs = next;
      if (this.nowMs >= this.#renewedMs + 1000) {
        this.#renewedMs = this.nowMs;
        for (const [name, { renews }] of this.replicas) if (renews) this.#renew(name);
      }
      this.settle();
    }
    return this;
  }

  /** Every manager decides and acts until nobody has anything to do. */
  settle(): this {
    for (let round = 0; round < 60; round++) {
      let busy = false;
      for (const mind of this.minds) busy = this.#turn(mind) || busy;
      if (!busy) return this;
    }
    throw new Error(`managers never come to rest\n${this.text()}`);
  }

  #turn(mind: Mind): boolean {
    const set = mind.stale ?? this.set;
    if (set === undefined) return false;
    const observation = this.#observe(mind, set);
    mind.memory ??= emptyMemory(timingOf(set.spec));
    const decision = decide(mind.memory, observation, { monotonicMs: this.nowMs, wallMs: this.nowMs });
    mind.memory = decision.memory;
    mind.report = decision.report;
    mind.wakeAtMs = decision.wakeAtMs;
    let busy = false;
    for (const effect of decision.effects) busy = this.#perform(mind, effect) || busy;
    return busy;
  }

  #observe(mind: Mind, set: SetView): Observation {
    const table = tableOf(set);
    const also = [
      ...this.shards.keys(),
      ...(table === undefined ? [] : namesOf(table)),
      ...(mind.proofs.names?.names ?? []),
    ];
    for (const name of new Set([...mind.book.keys(), ...this.leases.keys(), ...also])) {
      mind.book = noteLease(mind.book, name, { lease: this.leases.get(name), nowMs: this.nowMs, event: mind.looked });
    }
    mind.looked = true;
    return { set, shards: this.shards, book: mind.book, workload: this.workload, proofs: mind.proofs };
  }

  #perform(mind: Mind, effect: ManagerEffect): boolean {
    if (this.lost.has(effect.type)) return false;
    const text = effectText(effect);
    const conflict = this.#conflicts(effect);
    if (text !== undefined) this.said(`  ${mind.name}: ${text}${conflict ? '  (conflict)' : ''}`);
    if (conflict) {
      const had = mind.stale !== undefined;
      mind.stale = undefined;
      return had;
    }
    this.#apply(mind, effect);
    return effect.type !== 'Tell' && effect.type !== 'Measured';
  }

  #conflicts(effect: ManagerEffect): boolean {
    switch (effect.type) {
      case 'WriteStatus':
      case 'SetReplicas':
      case 'AddFinalizer':
      case 'RemoveFinalizer':
        return effect.resourceVersion !== this.set?.resourceVersion;
      case 'DeleteLease':
        return effect.resourceVersion !== this.leases.get(effect.name)?.resourceVersion;
      case 'DeleteShard':
        return effect.resourceVersion !== this.shards.get(effect.name)?.resourceVersion;
      case 'CreateShard':
        return this.shards.has(effect.name);
      case 'ScaleWorkload':
      case 'WriteShardSpec':
      case 'CheckLease':
      case 'CheckShard':
      case 'ListNames':
      case 'Tell':
      case 'Measured':
        return false;
    }
  }

  #apply(mind: Mind, effect: ManagerEffect): void {
    const { set } = this;
    if (set === undefined) return;
    switch (effect.type) {
      case 'WriteStatus':
        if (effect.status.assignment !== undefined) {
          assertTable(effect.status.assignment);
          this.tables.push(effect.status.assignment);
        }
        this.set = { ...set, status: effect.status, resourceVersion: this.#next() };
        for (const event of effect.onStored.events) this.said(`  ${mind.name}: event ${event.reason}: ${event.note}`);
        break;
      case 'SetReplicas':
        this.set = {
          ...set,
          spec: { ...set.spec, replicas: effect.replicas },
          generation: set.generation + 1,
          resourceVersion: this.#next(),
        };
        break;
      case 'AddFinalizer':
        this.set = { ...set, guarded: true, resourceVersion: this.#next() };
        break;
      case 'RemoveFinalizer':
        this.set = undefined;
        break;
      case 'ScaleWorkload':
        if (this.workload.type === 'Found')
          this.workload = { ...this.workload, replicas: effect.replicas, resourceVersion: this.#next() };
        break;
      case 'CreateShard':
        this.shards.set(effect.name, {
          name: effect.name,
          uid: `shard-${effect.name}`,
          resourceVersion: this.#next(),
          ownerUid: set.uid,
          spec: effect.spec,
          status: {},
        });
        break;
      case 'WriteShardSpec': {
        const shard = this.shards.get(effect.name);
        if (shard !== undefined)
          this.shards.set(effect.name, { ...shard, spec: effect.spec, resourceVersion: this.#next() });
        break;
      }
      case 'DeleteShard':
        this.shards.delete(effect.name);
        break;
      case 'DeleteLease':
        this.leases.delete(effect.name);
        break;
      case 'CheckLease':
      case 'CheckShard':
        this.#prove(mind, effect);
        break;
      case 'ListNames': {
        const { setUid, setResourceVersion } = effect;
        const names = [...new Set([...this.leases.keys(), ...this.shards.keys()])];
        mind.proofs = { ...mind.proofs, names: { setUid, setResourceVersion, names } };
        break;
      }
      case 'Tell':
      case 'Measured':
        break;
    }
  }

  #prove(mind: Mind, { type, name, table }: ManagerEffect & { readonly type: 'CheckLease' | 'CheckShard' }): void {
    const askedMs = this.nowMs;
    if (type === 'CheckLease') {
      const proof = { table, askedMs, lease: this.leases.get(name) };
      mind.proofs = { ...mind.proofs, leases: new Map(mind.proofs.leases).set(name, proof) };
    } else {
      const proof = { table, askedMs, final: this.shards.get(name)?.status.final === true };
      mind.proofs = { ...mind.proofs, shards: new Map(mind.proofs.shards).set(name, proof) };
    }
  }

  /* ── What stands ──────────────────────────────────────────────────────────────────────────────────────────────── */

  table(): Table {
    const table = this.set === undefined ? undefined : tableOf(this.set);
    if (table === undefined) throw new Error(`there is no table\n${this.text()}`);
    return table;
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }
}
