/** Labels the roots of one resource: watches those without a label, looks for labels that are no slot, works in batches. */
import type { Clock, Timer } from '../../lib/clock.ts';
import { hasCode, messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { EventRecorder } from '../../kube/events.ts';
import { createReflector } from '../../kube/reflector.ts';
import { keyOf, refOf, type KubeClient, type KubeObject, type ObjectKey } from '../../kube/types.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Ownership, WorkToken } from '../ports.ts';
import type { ObjectWriter, WriteScope } from '../write/object-writer.ts';
import { fieldManagersOf } from '../write/field-managers.ts';
import { tellLabelChanged } from '../write/slot-label-event.ts';
import { labelledSlot, slotTextOf } from '../watch/slot-label.ts';
import { sweepGarbage } from './garbage-sweep.ts';
import { Postponed } from './postponed.ts';
import { labelTree, UnlabelledChildren, type LabelRun } from './label-tree.ts';
import { intakeSlotOf, type RootKind } from './slot-rule.ts';
import type { StripGuard } from './strip-guard.ts';

export interface IntakeDeps {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly ownership: Pick<Ownership, 'token'>;
  readonly writer: ObjectWriter;
  readonly guard: StripGuard;
  readonly objectEvents?: Pick<EventRecorder, 'record'>;
  readonly slotLabel: string;
  readonly set: string;
}

/** Roots that are labelled with one look at their children. */
const BATCH_MAX = 200;
/** Roots that are labelled at once. */
const PARALLEL = 8;
/** Before the token is asked for again when there is none: losing the slot ends the intake anyway. */
const TOKEN_RETRY_MS = 1_000;
/** A label that was set so often is being stripped by somebody. */
const STRIPS_TO_REPORT = 3;

export class ResourceIntake {
  readonly #kind: RootKind;
  readonly #kinds: readonly RootKind[];
  readonly #deps: IntakeDeps;
  readonly #stop = new AbortController();
  /** What has a label that is no slot, as it was read last. */
  readonly #garbage = new Map<ObjectKey, KubeObject>();
  /** That, and per watch what it shows now. */
  readonly #found: Map<ObjectKey, KubeObject>[] = [this.#garbage];
  /** Since when (monotonic) each root that waits was seen to wait. */
  readonly #sinceMs = new Map<ObjectKey, number>();
  readonly #postponed: Postponed;
  /** Roots of which a write ended without an answer: read before they are written again. */
  readonly #unknown = new Set<ObjectKey>();
  #noTokenUntilMs = 0;
  #working = false;
  #timer: Timer | undefined = undefined;

  constructor(kind: RootKind, kinds: readonly RootKind[], deps: IntakeDeps) {
    this.#kind = kind;
    this.#kinds = kinds;
    this.#deps = deps;
    this.#postponed = new Postponed(deps.random);
  }

  /** Roots that have no slot yet. */
  get waiting(): number {
    return this.#found.reduce((sum, objects) => sum + objects.size, 0);
  }

  /** The one that has waited longest, and since when. */
  oldest(): { readonly key: ObjectKey; readonly sinceMs: number } | undefined {
    let oldest: { readonly key: ObjectKey; readonly sinceMs: number } | undefined;
    for (const [key, sinceMs] of this.#sinceMs) {
      if (oldest === undefined || sinceMs < oldest.sinceMs) oldest = { key, sinceMs };
    }
    return oldest;
  }

  start(): void {
    const { resource, selectors } = this.#kind;
    for (const selector of selectors) this.#watch(selector);
    const found = (roots: readonly KubeObject[]): void => this.#replace(this.#garbage, roots);
    void sweepGarbage({ ...this.#deps, resource, selectors, found }, this.#stop.signal);
  }

  close(): void {
    this.#stop.abort();
    this.#timer?.cancel();
  }

  #watch(selector: string): void {
    const { client, slotLabel } = this.#deps;
    const unlabelled = `!${slotLabel}`;
    const objects = new Map<ObjectKey, KubeObject>();
    this.#found.push(objects);
    const reflector = createReflector(
      {
        client,
        resource: this.#kind.resource,
        labelSelector: selector === '' ? unlabelled : `${unlabelled},${selector}`,
        metadataOnly: true,
        sink: {
          replace: (items) => this.#replace(objects, items),
          apply: (type, object) => {
            const key = keyOf(object.metadata);
            if (type === 'DELETED') this.#remove(objects, key);
            else {
              objects.set(key, object);
              this.#seen(key);
            }
            this.#workSoon();
          },
          progress: () => {},
        },
      },
      this.#deps,
    );
    void reflector.run(this.#stop.signal);
  }

  #replace(objects: Map<ObjectKey, KubeObject>, items: readonly KubeObject[]): void {
    objects.clear();
    for (const item of items) objects.set(keyOf(item.metadata), item);
    this.#postponed.keepOnly(this.#isShown);
    for (const key of this.#sinceMs.keys()) if (!this.#isShown(key)) this.#sinceMs.delete(key);
    for (const key of this.#unknown) if (!this.#isShown(key)) this.#unknown.delete(key);
    for (const key of objects.keys()) this.#seen(key);
    this.#workSoon();
  }

  #remove(objects: Map<ObjectKey, KubeObject>, key: ObjectKey): void {
    objects.delete(key);
    if (this.#isShown(key)) return;
    this.#postponed.forget(key);
    this.#unknown.delete(key);
    this.#sinceMs.delete(key);
  }

  #seen(key: ObjectKey): void {
    if (!this.#sinceMs.has(key)) this.#sinceMs.set(key, this.#deps.clock.monotonicMs());
  }

  #workSoon(): void {
    if (this.#working || this.#stop.signal.aborted || this.waiting === 0) return;
    this.#working = true;
    queueMicrotask(() => void this.#work());
  }

  async #work(): Promise<void> {
    for (let batch = this.#due(); batch.length > 0 && !this.#stop.signal.aborted; batch = this.#due()) {
      await this.#label(batch);
    }
    this.#working = false;
    this.#wakeLater();
  }

  #due(): readonly KubeObject[] {
    const nowMs = this.#deps.clock.monotonicMs();
    const due: KubeObject[] = [];
    for (const objects of this.#found) {
      for (const [key, object] of objects) {
        if (this.#dueAtMs(key, object) > nowMs) continue;
        due.push(object);
        if (due.length === BATCH_MAX) return due;
      }
    }
    return due;
  }

  #dueAtMs(key: ObjectKey, { metadata }: KubeObject): number {
    const nowMs = this.#deps.clock.monotonicMs();
    const allowedAtMs = this.#deps.guard.allowedAtMs(metadata.uid ?? key, nowMs);
    return Math.max(this.#noTokenUntilMs, this.#postponed.dueAtMs(key), allowedAtMs);
  }

  #wakeLater(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#stop.signal.aborted || this.waiting === 0) return;
    const nowMs = this.#deps.clock.monotonicMs();
    let atMs = Infinity;
    for (const objects of this.#found) {
      for (const [key, object] of objects) atMs = Math.min(atMs, this.#dueAtMs(key, object));
    }
    this.#timer = this.#deps.clock.setTimer(Math.max(0, atMs - nowMs), () => this.#workSoon());
  }

  /** One namespace after the other, so that the children are read once for each. */
  async #label(batch: readonly KubeObject[]): Promise<void> {
    const token = this.#deps.ownership.token(intakeSlotOf(this.#kind.resource));
    if (typeof token === 'string') {
      this.#noTokenUntilMs = this.#deps.clock.monotonicMs() + TOKEN_RETRY_MS;
      return;
    }
    const { client, writer, slotLabel } = this.#deps;
    const run: LabelRun = {
      client,
      slotLabel,
      kinds: this.#kinds,
      writer: writer.scoped(this.#scope(token, () => {})),
      signal: this.#stop.signal,
    };
    for (const objects of Map.groupBy(batch, ({ metadata }) => metadata.namespace ?? '').values()) {
      const children = new UnlabelledChildren(run, objects[0]?.metadata.namespace);
      for (let i = 0; i < objects.length; i += PARALLEL) {
        await Promise.all(
          objects.slice(i, i + PARALLEL).map((object) => this.#labelOne(object, { run, children, token })),
        );
      }
    }
  }

  async #labelOne(
    found: KubeObject,
    {
      run,
      children,
      token,
    }: { readonly run: LabelRun; readonly children: UnlabelledChildren; readonly token: WorkToken },
  ): Promise<void> {
    const key = keyOf(found.metadata);
    let deadAtMs = 0;
    const scope = this.#scope(token, (write) => (deadAtMs = Math.max(deadAtMs, write.deadAtMs)));
    try {
      const object = this.#unknown.has(key) ? await this.#readUnknown(key, run) : found;
      if (object === undefined) return;
      const writer = this.#deps.writer.scoped(scope);
      const slot = await labelTree(object, { kind: this.#kind, run: { ...run, writer }, children });
      if (slot === undefined) this.#postpone(key, 0);
      else {
        this.#labelled(found);
        this.#tellGarbage(object, slot);
      }
    } catch (error) {
      if (deadAtMs > 0 && this.#isShown(key)) this.#unknown.add(key);
      // Somebody writes it all the time: that is no reason to wait longer each time.
      if (isApiError(error, 'Conflict')) this.#postponed.forget(key);
      const deadAfterMs = deadAtMs - this.#deps.clock.monotonicMs();
      this.#postpone(key, Math.max(0, deadAfterMs, isApiError(error) ? (error.retryAfterMs ?? 0) : 0));
      // No watch would tell.
      if (isApiError(error, 'Conflict', 'NotFound') && this.#garbage.has(key)) await this.#readAgain(key, run);
      // Changed or gone meanwhile: the watch tells. Ownership lost: somebody else goes on.
      if (isApiError(error, 'Conflict', 'NotFound', 'Aborted') || hasCode(error, 'Refused')) return;
      if (!isApiError(error)) throw error;
      this.#deps.log.warn('root could not be labelled', { root: this.#nameOf(key), error: messageOf(error) });
    }
  }

  #scope(token: WorkToken, onUnknown: WriteScope['onUnknown']): WriteScope {
    return { token, signal: this.#stop.signal, origin: this, onWrote: () => {}, onUnknown, onRefused: () => {} };
  }

  /** Resolves to the root as it is, or undefined when it is gone or has its slot. Its writes are applied or dead (W4). */
  async #readUnknown(key: ObjectKey, { writer, slotLabel }: LabelRun): Promise<KubeObject | undefined> {
    const live = await writer.getLive(this.#kind.resource, refOf(key));
    this.#unknown.delete(key);
    if (live !== undefined && labelledSlot(live, slotLabel) === undefined) return live;
    for (const objects of this.#found) this.#remove(objects, key);
    return undefined;
  }

  /** Never throws: what could not be read is found again by the next sweep. */
  async #readAgain(key: ObjectKey, { writer, slotLabel }: LabelRun): Promise<void> {
    const live = await writer.getLive(this.#kind.resource, refOf(key)).catch(() => undefined);
    const isGarbage =
      live !== undefined && slotTextOf(live, slotLabel) !== undefined && labelledSlot(live, slotLabel) === undefined;
    if (isGarbage) this.#garbage.set(key, live);
    else this.#remove(this.#garbage, key);
  }

  #labelled(object: KubeObject): void {
    const key = keyOf(object.metadata);
    this.#postponed.forget(key);
    for (const objects of this.#found) {
      if (objects.get(key)?.metadata.resourceVersion === object.metadata.resourceVersion) this.#remove(objects, key);
    }
    const times = this.#deps.guard.labelled(object.metadata.uid ?? key, this.#deps.clock.monotonicMs());
    if (times >= STRIPS_TO_REPORT) void this.#reportStrips(key, times);
  }

  async #reportStrips(key: ObjectKey, times: number): Promise<void> {
    const fieldManagers = await fieldManagersOf(this.#deps.client, this.#kind.resource, refOf(key));
    this.#deps.log.warn('slot label is stripped again and again', { root: this.#nameOf(key), times, fieldManagers });
  }

  #tellGarbage(object: KubeObject, slot: Slot): void {
    const { log, objectEvents, slotLabel } = this.#deps;
    const was = object.metadata.labels?.[slotLabel];
    if (was === undefined) return;
    log.warn('a slot label was no slot', { root: this.#nameOf(keyOf(object.metadata)), was, slot });
    const note = `Its label ${slotLabel} was "${was}", which is no slot, and is "${slot}" now: leave that label to Shardkeeper`;
    tellLabelChanged(objectEvents, object, note);
  }

  #postpone(key: ObjectKey, afterMs: number): void {
    // It is gone meanwhile: nothing would ever forget it.
    if (!this.#isShown(key)) return;
    const nowMs = this.#deps.clock.monotonicMs();
    this.#postponed.postpone(key, nowMs, nowMs + afterMs);
  }

  readonly #isShown = (key: ObjectKey): boolean => this.#found.some((objects) => objects.has(key));

  #nameOf(key: ObjectKey): string {
    return `${this.#kind.groupResource} ${key}`;
  }
}
