/**
 * The workload's controller and the kubelet in one: pods as the StatefulSet or the Deployment wants them, a process in each.
 *
 * A StatefulSet's pods have the names 0..n-1; the highest goes first; an update replaces one after the other, from the highest. A
 * Deployment's have new names; an update brings the successor before it takes the pod away. A process that ends is started again
 * in its pod (same uid), unless the pod is being deleted.
 */
import type { Scheduler } from '../ports.ts';
import type { SeededRandom } from '../schedule/index.ts';
import { SET_NAME, type WorkloadKind } from './objects.ts';
import type { ReplicaProcess } from './process.ts';

export interface Pod {
  readonly name: string;
  readonly uid: string;
  readonly revision: number;
  process: ReplicaProcess | undefined;
  deleting: boolean;
}

export interface PodsOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly kind: WorkloadKind;
  readonly gracePeriodMs: number;
  readonly launch: (name: string, podUID: string) => ReplicaProcess;
  readonly say: (what: string) => void;
}

const SYNC_MS = 500;

export class Pods {
  readonly #options: PodsOptions;
  readonly #pods = new Map<string, Pod>();
  /** Names that do not come back before a time. */
  readonly #barred = new Map<string, number>();
  #replicas = 0;
  #revision = 1;

  constructor(options: PodsOptions) {
    this.#options = options;
    const loop = (): void => {
      this.sync();
      options.scheduler.at(SYNC_MS, loop);
    };
    options.scheduler.at(0, loop);
  }

  /** Pods that are there, sorted by name. */
  all(): readonly Pod[] {
    return [...this.#pods.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** As many pods as wanted, of the newest revision, none on its way out, and a process in each. */
  get settled(): boolean {
    const pods = this.all();
    return (
      pods.length === this.#replicas &&
      pods.every(
        ({ deleting, revision, process }) => !deleting && revision === this.#revision && process?.alive === true,
      )
    );
  }

  scale(replicas: number): void {
    this.#replicas = replicas;
  }

  update(): void {
    this.#revision += 1;
  }

  /** The pod is deleted: SIGTERM now, SIGKILL after the grace period, and its successor. */
  delete(pod: Pod): void {
    if (pod.deleting) return;
    this.#options.say(`pod ${pod.name} is deleted`);
    pod.deleting = true;
    if (pod.process?.alive !== true) this.#gone(pod);
    else {
      pod.process.terminate();
      this.#options.scheduler.at(this.#options.gracePeriodMs, () => {
        pod.process?.kill();
        this.#gone(pod);
      });
    }
  }

  /** SIGKILL by a node that is lost; a successor of the same name comes after `backMs`. */
  lose(pod: Pod, backMs: number): void {
    pod.process?.kill();
    this.abandon(pod, backMs);
  }

  /** Its node is given up, but is not lost: the process runs on, beside the successor. */
  abandon(pod: Pod, backMs: number): void {
    this.#barred.set(pod.name, this.#options.scheduler.nowMs() + backMs);
    this.#gone(pod);
  }

  /** SIGKILL of the container; the kubelet starts it again after `backMs`. */
  crash(pod: Pod, backMs: number): void {
    pod.process?.kill();
    // Nothing is left that could be waited for.
    if (pod.deleting) this.#gone(pod);
    else this.#restart(pod, backMs);
  }

  /** The process in a pod has ended by itself. */
  exited(process: ReplicaProcess): void {
    const pod = this.#pods.get(process.name);
    if (pod?.process !== process) return;
    if (pod.deleting) this.#gone(pod);
    else this.#restart(pod, this.#options.random.integer(200, 2_000));
  }

  #restart(pod: Pod, delayMs: number): void {
    this.#options.scheduler.at(delayMs, () => {
      if (this.#pods.get(pod.name) !== pod || pod.deleting || pod.process?.alive === true) return;
      pod.process = this.#options.launch(pod.name, pod.uid);
    });
  }

  #gone(pod: Pod): void {
    if (this.#pods.get(pod.name) !== pod) return;
    this.#pods.delete(pod.name);
    this.#options.say(`pod ${pod.name} is gone`);
  }

  sync(): void {
    if (this.#options.kind === 'StatefulSet') this.#syncStatefulSet();
    else this.#syncDeployment();
  }

  #syncStatefulSet(): void {
    const { scheduler } = this.#options;
    for (let ordinal = 0; ordinal < this.#replicas; ordinal++) {
      const name = `${SET_NAME}-${ordinal}`;
      if (!this.#pods.has(name) && (this.#barred.get(name) ?? 0) <= scheduler.nowMs()) this.#create(name);
    }
    for (const pod of this.all()) if (Number(pod.name.slice(SET_NAME.length + 1)) >= this.#replicas) this.delete(pod);
    const old = this.all().filter(({ revision }) => revision < this.#revision);
    const next = old.at(-1);
    if (next !== undefined && this.#allReady()) this.delete(next);
  }

  #syncDeployment(): void {
    const { scheduler, random } = this.#options;
    const barred = [...this.#barred].filter(([, untilMs]) => untilMs > scheduler.nowMs()).length;
    const staying = this.all().filter(({ deleting }) => !deleting);
    const old = staying.filter(({ revision }) => revision < this.#revision);
    const surge = old.length > 0 ? 1 : 0;
    if (staying.length + barred < this.#replicas + surge) this.#create(`${SET_NAME}-${random.id().slice(0, 5)}`);
    else if (staying.length > this.#replicas + surge) this.delete(random.pick(old.length > 0 ? old : staying));
    else if (old.length > 0 && staying.length > this.#replicas && this.#allReady()) this.delete(random.pick(old));
  }

  #allReady(): boolean {
    const pods = this.all();
    return (
      pods.length >= this.#replicas &&
      pods.every(({ deleting, process }) => !deleting && process?.replica?.ready() === true)
    );
  }

  #create(name: string): void {
    const { random, launch, say } = this.#options;
    const pod: Pod = { name, uid: random.id(), revision: this.#revision, process: undefined, deleting: false };
    this.#pods.set(name, pod);
    say(`pod ${name} is created (uid ${pod.uid})`);
    pod.process = launch(name, pod.uid);
  }
}
