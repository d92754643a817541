/**
 * Keeps an object that ends processes from ending every process.
 *
 * Guarantees: while a reconcile runs, it stands in the crash journal; what was under way when the process before this one
 * died is tried alone (one such root at a time, beside what is not suspect), and not before the mark of that trial is on the
 * object; what did not survive its trials is not touched until its quarantine is over (`quarantine.ts`). A root that is
 * neither suspect nor marked pays for the journal alone. Without a journal nobody becomes suspect; marks count all the same.
 */
import { QUARANTINE_ANNOTATION, REPLICA_FIELD_MANAGER } from '../../api/names.ts';
import type { EventRecorder } from '../../kube/events.ts';
import { subjectOf } from '../../kube/event-body.ts';
import { isApiError } from '../../kube/api-error.ts';
import { keyOf, refOf, type KubeObject, type Resource } from '../../kube/types.ts';
import { toTime, type Clock } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { CrashJournal, Outcome, Quarantined, ReconcileContext } from '../ports.ts';
import type { Run } from './pool-entry.ts';
import { isMarked, standingOf, withoutTrial, withTrial } from './quarantine.ts';
import { rootId } from './root-id.ts';

export interface ProbationOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** About users' objects, in whatever namespace. */
  readonly objectEvents?: Pick<EventRecorder, 'record'>;
  readonly journal?: CrashJournal;
  readonly resourceOf: (groupResource: string) => Resource | undefined;
  readonly replicaName: string;
  /** `namespace/name` of the set. */
  readonly set: string;
}

/** A trial that runs longer does not keep the next from beginning: a hook that hangs must not hold up other suspects. */
const ALONE_MS = 5_000;
/** How long a suspect waits before it asks whether it is its turn. */
const TURN_MS = 200;
/** A mark that could not be taken away: when that is tried again. */
const UNMARK_AGAIN_MS = 5_000;
const UNMARK_ATTEMPTS = 3;
const NAMED_MAX = 3;

interface Known {
  readonly slot: Slot;
  readonly name: string;
  readonly trials: number;
}

export class Probation {
  readonly #options: ProbationOptions;
  readonly #suspects: Set<string>;
  /** Trials under way, and since when (monotonic). */
  readonly #trials = new Map<string, number>();
  /** Survived, and the mark is still there: its text. */
  readonly #unmarked = new Map<string, string>();
  /** Marks that were sent and not answered: their texts. */
  readonly #unanswered = new Map<string, string>();
  readonly #quarantined = new Map<string, Known>();

  constructor(options: ProbationOptions) {
    const { journal, log, metrics, set, replicaName } = options;
    this.#options = options;
    this.#suspects = new Set(journal?.suspects);
    if (this.#suspects.size > 0) {
      log.warn('the process before this one died: what was under way is tried again one by one', {
        suspects: this.#suspects.size,
        first: [...this.#suspects].slice(0, NAMED_MAX),
      });
    }
    metrics.onScrape(() =>
      metrics.set('shardkeeper_objects_quarantined', this.#quarantined.size, { set, shard: replicaName }),
    );
  }

  /** Runs `work` unless the root must wait. Errors: those of `work`; ApiError and `Refused` when a mark cannot be set. */
  async perform(run: Run, context: ReconcileContext, work: () => Promise<Outcome>): Promise<Outcome> {
    const id = rootId(run.controller, run.item.root);
    const object = context.stores.get(run.item.root.groupResource, run.item.root.key);
    const mayBeFree = this.#suspects.size === 0 || !this.#suspects.has(id);
    if (object === undefined || (mayBeFree && !isMarked(object))) {
      if (this.#quarantined.size > 0) this.#quarantined.delete(id);
      return this.#recorded(id, work);
    }
    return this.#judged({ id, run, context, object, work });
  }

  /** What is in quarantine here. */
  quarantined(): Quarantined | undefined {
    if (this.#quarantined.size === 0) return undefined;
    const names = [...new Set(Array.from(this.#quarantined.values(), ({ name }) => name))].toSorted();
    return { count: names.length, named: names.slice(0, NAMED_MAX) };
  }

  /** These slots are not ours any more. */
  forget(slots: RangeSet): void {
    for (const [id, { slot }] of this.#quarantined) if (contains(slots, slot)) this.#quarantined.delete(id);
  }

  /** An orderly end. */
  close(): void {
    this.#options.journal?.close();
  }

  async #recorded(id: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const { journal } = this.#options;
    if (journal === undefined) return work();
    const ticket = journal.begin(id);
    try {
      return await work();
    } finally {
      journal.end(ticket);
    }
  }

  async #judged(attempt: Attempt): Promise<Outcome> {
    const { id, run, object, work } = attempt;
    if (isMarked(object) && this.#unmarked.get(id) === markText(object)) {
      await this.#acquit(attempt, object);
      return this.#recorded(id, work);
    }
    const { clock, random } = this.#options;
    const wallMs = clock.wallMs();
    const about = { object, controller: run.controller.name, suspected: this.#suspects.has(id), wallMs };
    // The mark that this process set and had no answer for: that trial has not begun yet.
    const isNoted = isMarked(object) && this.#unanswered.get(id) === markText(object);
    const standing = isNoted ? ({ type: 'Trial', trials: 0 } as const) : standingOf(about);
    if (standing.type === 'Quarantined') {
      this.#keepOut(attempt, standing);
      return { type: 'WakeAfter', ms: standing.untilMs - wallMs };
    }
    this.#quarantined.delete(id);
    if (standing.type === 'Free') return this.#recorded(id, work);
    if (this.#isTrialUnderWay()) return { type: 'WakeAfter', ms: TURN_MS * (0.5 + random.next()) };
    this.#trials.set(id, clock.monotonicMs());
    try {
      const marked = isNoted ? object : await this.#mark(attempt, withTrial(about, standing.trials));
      const outcome = await this.#tried(attempt, marked);
      return outcome.type === 'Settled' && this.#unmarked.has(id)
        ? { type: 'WakeAfter', ms: UNMARK_AGAIN_MS }
        : outcome;
    } finally {
      this.#trials.delete(id);
    }
  }

  async #mark({ id, run, object, context }: Attempt, text: string): Promise<KubeObject> {
    this.#unanswered.set(id, text);
    const marked = await context.writer.send(annotationPatch(this.#resourceOf(run), object, text));
    this.#unanswered.delete(id);
    return marked;
  }

  async #tried(attempt: Attempt, marked: KubeObject): Promise<Outcome> {
    const { id, work } = attempt;
    this.#options.log.info('a suspect is tried', { root: id, mark: markText(marked) ?? '' });
    try {
      return await this.#recorded(id, work);
    } finally {
      // It lives, and that is all that was asked: whether the reconcile failed is another matter.
      await this.#acquit(attempt, marked);
    }
  }

  #isTrialUnderWay(): boolean {
    const since = this.#options.clock.monotonicMs() - ALONE_MS;
    for (const startedMs of this.#trials.values()) if (startedMs > since) return true;
    return false;
  }

  /** Never throws: a mark that stays is taken away at the next look. */
  async #acquit(attempt: Attempt, marked: KubeObject): Promise<void> {
    const { journal, log } = this.#options;
    const { id } = attempt;
    this.#suspects.delete(id);
    this.#unanswered.delete(id);
    journal?.acquit(id);
    this.#unmarked.delete(id);
    try {
      for (let times = 1; !(await this.#unmark(attempt, { marked, live: times > 1 })); times++) {
        if (times === UNMARK_ATTEMPTS) throw new ShardkeeperError('it is written all the time', { code: 'Conflict' });
      }
    } catch (error) {
      log.warn('the mark of a trial could not be taken away yet', { root: id, error: messageOf(error) });
      this.#unmarked.set(id, markText(marked) ?? '');
    }
  }

  /** Resolves to whether there is nothing left to do; false = somebody else was faster. */
  async #unmark(
    { run, context }: Attempt,
    { marked, live }: { readonly marked: KubeObject; readonly live: boolean },
  ): Promise<boolean> {
    const { root } = run.item;
    const resource = this.#resourceOf(run);
    const object = live
      ? await context.writer.getLive(resource, refOf(root.key))
      : context.stores.get(root.groupResource, root.key);
    if (object === undefined || object.metadata.uid !== marked.metadata.uid || !isMarked(object)) return true;
    try {
      await context.writer.send(annotationPatch(resource, object, withoutTrial(object, run.controller.name)));
      return true;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return true;
      if (isApiError(error, 'Conflict')) return false;
      throw error;
    }
  }

  #keepOut(
    { id, run, object }: Attempt,
    { trials, untilMs }: { readonly trials: number; readonly untilMs: number },
  ): void {
    const { root } = run.item;
    if (this.#quarantined.get(id)?.trials === trials) return;
    const { log, objectEvents } = this.#options;
    this.#quarantined.set(id, { slot: run.token.slot, name: `${root.groupResource} ${root.key}`, trials });
    const until = toTime(untilMs);
    log.error('an object is in quarantine: it ended the processes that worked on it', { root: id, trials, until });
    const note =
      `${run.controller.name} ended the replica that worked on this object ${trials + 1} times: it is left alone until ${until}. ` +
      `Correct its spec, or remove the annotation ${QUARANTINE_ANNOTATION} to have it tried at once`;
    objectEvents?.record({
      regarding: subjectOf(object),
      type: 'Warning',
      reason: 'Quarantined',
      action: 'Quarantine',
      note,
      api: 'core',
    });
  }

  #resourceOf({ item }: Run): Resource {
    const resource = this.#options.resourceOf(item.root.groupResource);
    if (resource === undefined) throw new TypeError(`${item.root.groupResource} has no cache`);
    return resource;
  }
}

interface Attempt {
  readonly id: string;
  readonly run: Run;
  readonly context: ReconcileContext;
  readonly object: KubeObject;
  readonly work: () => Promise<Outcome>;
}

function markText(object: KubeObject): string | undefined {
  return object.metadata.annotations?.[QUARANTINE_ANNOTATION];
}

function annotationPatch(
  resource: Resource,
  object: KubeObject,
  text: string | null,
): Parameters<ReconcileContext['writer']['send']>[0] {
  const { resourceVersion } = object.metadata;
  return {
    verb: 'patch',
    resource,
    ref: refOf(keyOf(object.metadata)),
    patchType: 'merge',
    patch: { metadata: { resourceVersion, annotations: { [QUARANTINE_ANNOTATION]: text } } },
    query: { fieldManager: REPLICA_FIELD_MANAGER },
  };
}
