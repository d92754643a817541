/** The cluster of a run: the server, the processes, and the judge who watches both. */
import { SLOT_LABEL } from '../../../api/names.ts';
import { DEFAULT_ELECTION_TIMING } from '../../../kube/leader-election.ts';
import { DEPLOYMENTS, LEASES, SHARD_SETS, SHARDS, STATEFUL_SETS } from '../../../kube/resources.ts';
import type { KubeObject, Resource, WriteRequest } from '../../../kube/types.ts';
import { messageOf } from '../../../lib/errors.ts';
import { MANAGER_LEASE } from '../../../manager/index.ts';
import type { Timing } from '../../../protocol/table.ts';
import { slotOf } from '../../../protocol/slots.ts';
import {
  Acting,
  Endings,
  Findings,
  Management,
  missing,
  Service,
  TableHistory,
  Writes,
  type RootFacts,
} from '../judge/index.ts';
import { createLinkedClient } from '../net/index.ts';
import type { LinkedClient, ModelAnswer, ModelChange, ModelServer } from '../ports.ts';
import { SeededScheduler, SimProcessClock, type SeededRandom } from '../schedule/index.ts';
import { createModelServer } from '../server/index.ts';
import type { LinkFault } from './links.ts';
import {
  GADGETS,
  NAMESPACE,
  SET_NAME,
  shardSet,
  TICKETS,
  valueOf,
  widget,
  WIDGETS,
  workloadObject,
} from './objects.ts';
import { openApiPaths } from './openapi.ts';
import { detailOf } from './detail.ts';
import { Pods } from './pods.ts';
import { ManagerProcess, ReplicaProcess, type ProcessOptions, type SimProcess } from './process.ts';
import { RunLog } from './run-log.ts';
import { PRESETS, type Story } from './story.ts';

/** All runs take place on 2026-01-01. */
const WALL_MS = 1_767_225_600_000;
const EPSILON = 0.01;
const INTAKE_SLOT = slotOf('intake:sim.example/widgets');
const MANAGER_BACK_MS = 1_000;
/** A standby looks once every retry interval, sees the Lease unchanged for its duration by a clock of its own, and writes it. */
const TAKEOVER_MS =
  DEFAULT_ELECTION_TIMING.leaseDurationMs * (1 + 2 * EPSILON) + 2 * DEFAULT_ELECTION_TIMING.retryIntervalMs;

interface Writing {
  readonly process: SimProcess;
  readonly request: WriteRequest;
  changed: boolean;
}

export class Cluster {
  readonly story: Story;
  readonly timing: Timing;
  readonly random: SeededRandom;
  readonly scheduler: SeededScheduler;
  readonly log: RunLog;
  readonly server: ModelServer;
  readonly findings: Findings;
  readonly endings: Endings;
  readonly table: TableHistory;
  readonly acting: Acting;
  readonly writes: Writes;
  readonly management: Management;
  readonly service: Service;
  readonly pods: Pods;
  readonly widgetNames: readonly string[];
  readonly replicas = new Set<ReplicaProcess>();
  readonly managers: ManagerProcess[] = [];
  /** While false, managers that end do not come back. */
  managersWanted = true;
  /** Faults that every link has, those of later processes too. */
  readonly everywhere = new Set<LinkFault>();
  readonly #ran = new Set<ReplicaProcess>();
  readonly #watches = new Map<string, number>();
  #writing: Writing | undefined;
  #processes = 0;

  constructor(story: Story, random: SeededRandom) {
    this.story = story;
    this.timing = PRESETS[story.preset];
    this.random = random;
    this.scheduler = new SeededScheduler(random.fork(), { settled: () => this.#settled() });
    const { nowMs } = this.scheduler;
    this.log = new RunLog(nowMs);
    this.server = createModelServer({
      wallMs: () => WALL_MS + nowMs(),
      random: random.fork(),
    });
    this.findings = new Findings(nowMs);
    this.endings = new Endings(this.findings);
    this.widgetNames = Array.from({ length: story.widgets }, (_, index) => `w-${index}`);
    const slots = [
      ...new Set([...this.widgetNames.map((name) => slotOf(`${NAMESPACE}/${name}`)), INTAKE_SLOT, 0, 4095]),
    ];
    this.table = new TableHistory(this.findings, slots);
    this.acting = new Acting(this.findings, slots, this.table);
    this.writes = new Writes({
      findings: this.findings,
      acting: this.acting,
      slotLabel: SLOT_LABEL,
      rootKind: WIDGETS.kind,
      childKinds: [GADGETS.kind, TICKETS.kind],
      stored: (request) => this.#storedOf(request),
    });
    this.management = new Management({ nowMs, takeoverMs: TAKEOVER_MS });
    this.service = new Service({
      findings: this.findings,
      acting: this.acting,
      table: this.table,
      slots,
      nowMs,
      managedForMs: () => this.management.forMs,
    });
    this.server.onStored((change) => this.#stored(change));
    this.pods = new Pods({
      scheduler: this.scheduler,
      random: random.fork(),
      kind: story.workload,
      gracePeriodMs: this.timing.gracePeriodMs,
      launch: (name, podUID) => this.#launchReplica(name, podUID),
      say: (what) => this.log.say('kubelet', what),
    });
  }

  /** What there is before the first process starts. */
  furnish(): void {
    const { story } = this;
    this.write({
      verb: 'create',
      resource: this.workloadResource,
      body: workloadObject(story.workload, story.replicas),
    });
    this.write({ verb: 'create', resource: SHARD_SETS, body: shardSet(story.workload, this.timing) });
    for (const name of this.widgetNames) this.write({ verb: 'create', resource: WIDGETS, body: widget(name, 1) });
    for (let index = 0; index < story.managers; index++) this.startManager(index);
  }

  get workloadResource(): Resource {
    return this.story.workload === 'Deployment' ? DEPLOYMENTS : STATEFUL_SETS;
  }

  /** A request of somebody who is no process of ours; refused ones are said and dropped. */
  write(request: WriteRequest): ModelAnswer {
    const answer = this.server.write(request);
    if (answer.type === 'Failure')
      this.log.say('admin', `refused: ${request.verb} ${request.resource.kind}: ${answer.message}`);
    return answer;
  }

  read(resource: Resource, name: string): KubeObject | undefined {
    const answer = this.server.get(resource, { namespace: NAMESPACE, name });
    return answer.type === 'Object' ? answer.object : undefined;
  }

  list(resource: Resource): readonly KubeObject[] {
    const answer = this.server.list(resource, { namespace: NAMESPACE });
    return answer.type === 'List' ? answer.list.items : [];
  }

  processes(): readonly SimProcess[] {
    return [...this.replicas, ...this.managers].filter(({ alive }) => alive);
  }

  startManager(index: number): void {
    if (!this.managersWanted || this.managers[index]?.alive === true) return;
    const process: ManagerProcess = new ManagerProcess(
      this.#options(`m-${index}`, () => this.scheduler.at(MANAGER_BACK_MS, () => this.startManager(index))),
    );
    this.managers[index] = process;
    this.#begin(process);
  }

  /** What is still missing from rest; undefined when nothing is. */
  missing(): string | undefined {
    const values = (resource: Resource, root: KubeObject): readonly number[] =>
      this.list(resource)
        .filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === root.metadata.uid)
        .map(valueOf);
    const roots = this.list(WIDGETS).map((root): RootFacts => {
      const { name, labels } = root.metadata;
      const label = labels?.[SLOT_LABEL];
      return {
        name,
        slot: label === undefined ? undefined : Number(label),
        value: valueOf(root),
        gadgets: values(GADGETS, root),
        tickets: values(TICKETS, root).length,
      };
    });
    const facts = {
      roots,
      replicas: new Set([...this.replicas].filter(({ running }) => running).map(({ name }) => name)),
      podsSettled: this.pods.settled,
      strangers: [...this.replicas].filter((replica) => replica.running && !this.#joined(replica)).map(({ id }) => id),
      watches: Math.max(0, ...this.processes().map(({ id }) => this.#watches.get(id) ?? 0)),
      timers: Math.max(0, ...this.processes().map(({ clock }) => clock.timers)),
    };
    return missing(facts, this.acting, this.table);
  }

  #joined({ name, replica }: ReplicaProcess): boolean {
    const status = this.read(SHARDS, name)?.['status'] as { readonly incarnation?: string } | undefined;
    return replica?.ready() === true && replica.ownership.incarnation === status?.incarnation;
  }

  /** Every so often: slots without service, managers that can do their work. */
  look(): void {
    const lease = this.read(LEASES, MANAGER_LEASE);
    const spec = lease?.['spec'] as { readonly holderIdentity?: string } | undefined;
    this.management.look({
      served: this.everywhere.size === 0 && this.table.table !== undefined,
      managers: this.managers.map(({ id, running, link }) => ({ id, well: running && !link.faulty })),
      lease: lease && { holder: spec?.holderIdentity ?? '', resourceVersion: lease.metadata.resourceVersion ?? '' },
    });
    this.service.look();
  }

  /** The store has gone back. */
  restored(): void {
    this.endings.restored(this.managers.filter(({ alive }) => alive).map(({ id }) => id));
    this.table.restored();
    this.table.stored(this.read(SHARD_SETS, SET_NAME));
    this.writes.restored([...this.list(GADGETS), ...this.list(TICKETS)]);
    this.followWorkload();
  }

  followWorkload(): void {
    const spec = this.read(this.workloadResource, SET_NAME)?.['spec'] as { readonly replicas?: number } | undefined;
    this.pods.scale(spec?.replicas ?? 1);
  }

  #launchReplica(name: string, podUID: string): ReplicaProcess {
    const process: ReplicaProcess = new ReplicaProcess({
      ...this.#options(
        name,
        () => this.#replicaEnded(process),
        () => this.#ran.add(process),
      ),
      name,
      podUID,
      onHook: (caller, root, children) => this.#hook(caller, root, children),
    });
    this.replicas.add(process);
    this.#begin(process);
    return process;
  }

  #begin(process: SimProcess): void {
    this.log.say(process.id, 'starts');
    for (const fault of this.everywhere) process.link.add(fault);
    process.start();
  }

  #options(name: string, ended: () => void, runs: () => void = () => {}): ProcessOptions {
    this.#processes += 1;
    const id = `${name}#${this.#processes}`;
    const { scheduler, log } = this;
    const random = this.random.fork();
    const rate = 1 + (random.next() * 2 - 1) * (EPSILON / 2);
    const clock = new SimProcessClock({ scheduler, rate, wallMs: WALL_MS + random.integer(-5_000, 5_000), runs });
    let process: SimProcess | undefined;
    const client: LinkedClient = createLinkedClient({
      server: this.#serverFor(id, () => process),
      scheduler,
      clock,
      random: random.fork(),
      process: id,
      requestTimeoutMs: this.timing.requestTimeoutMs,
      lateWrites: this.story.lateWrites === true ? 'Applied' : 'Dropped',
      paths: openApiPaths(),
      onSent: ({ request }) => {
        if (process instanceof ReplicaProcess) this.writes.sent(process, request);
      },
    });
    return {
      id,
      clock,
      client,
      random,
      log: log.logger(id),
      onCreated: (created) => {
        process = created;
      },
      onExit: (exited, end) => {
        log.say(exited.id, `exits: ${end.type === 'Left' ? end.why : `failed: ${messageOf(end.error)}`}`);
        if (end.type === 'Failed') this.endings.failed(exited.id, end.error);
        ended();
      },
    };
  }

  /** The server as one process reaches it: who writes is known while the write is applied. */
  #serverFor(id: string, process: () => SimProcess | undefined): ModelServer {
    const { server } = this;
    return {
      ...server,
      write: (request) => {
        const writer = process();
        const writing = writer === undefined ? undefined : { process: writer, request, changed: false };
        this.#writing = writing;
        try {
          const answer = server.write(request);
          if (writing?.changed === false && answer.type !== 'Failure') this.writes.unchanged(writing.process, request);
          return answer;
        } finally {
          this.#writing = undefined;
        }
      },
      watch: (resource, selection, sink) => {
        const opened = server.watch(resource, selection, sink);
        if ('type' in opened) return opened;
        this.#watches.set(id, (this.#watches.get(id) ?? 0) + 1);
        let open = true;
        return {
          close: () => {
            opened.close();
            if (open) this.#watches.set(id, (this.#watches.get(id) ?? 0) - 1);
            open = false;
          },
        };
      },
    };
  }

  #replicaEnded(process: ReplicaProcess): void {
    this.pods.exited(process);
    this.forget(process);
  }

  /** It is dead. */
  forget(process: ReplicaProcess): void {
    this.replicas.delete(process);
    this.acting.ended(process);
  }

  #settled(): void {
    for (const process of this.#ran) this.acting.ran(process);
    this.#ran.clear();
  }

  #hook(process: ReplicaProcess, root: KubeObject, children: readonly KubeObject[]): void {
    this.log.say(process.id, `hook ${root.metadata.name} value ${valueOf(root)} children ${children.length}`);
    this.writes.hook(process, root, children);
  }

  #stored(change: ModelChange & { readonly before: KubeObject | undefined }): void {
    if (change.type === 'BOOKMARK') return;
    const { object, type, before } = change;
    const writer = this.#writing;
    if (writer !== undefined) writer.changed = true;
    this.log.say(writer?.process.id ?? 'admin', `${type} ${object.kind} ${object.metadata.name} ${detailOf(object)}`);
    if (object.kind === 'ControllerShardSet') {
      this.table.stored(type === 'DELETED' ? undefined : object);
      this.acting.tableStored();
    } else if (object.kind === this.story.workload && type !== 'DELETED') this.followWorkload();
    else this.#objectStored({ type, object, before });
  }

  #objectStored(change: {
    readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
    readonly object: KubeObject;
    readonly before: KubeObject | undefined;
  }): void {
    const writer = this.#writing;
    if (writer?.process instanceof ReplicaProcess) this.writes.applied(writer.process, writer.request, change);
    this.writes.stored(change);
  }

  #storedOf(request: WriteRequest): KubeObject | undefined {
    const name = 'ref' in request ? request.ref.name : request.body.metadata.name;
    return name === undefined ? undefined : this.read(request.resource, name);
  }
}
