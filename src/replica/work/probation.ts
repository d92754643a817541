/**
 * Keeps an object that ends processes from ending every process.
 *
 * Guarantees: while a reconcile runs, it stands in the crash journal; what was under way when the process before this one
 * died is tried alone (one such root at a time, beside what is not suspect), and not before the mark of that trial is on the
 * object; what did not survive its trials is not touched until its quarantine is over (`quarantine.ts`). An object that takes
 * no mark, since the API server refuses it, is tried without after a while. A root that is neither suspect nor marked pays for
 * the journal alone. Without a journal nobody becomes suspect; marks count all the same.
 */
import { QUARANTINE_ANNOTATION } from '../../api/names.ts';
import type { EventRecorder } from '../../kube/events.ts';
import { subjectOf } from '../../kube/event-body.ts';
import { isApiError } from '../../kube/api-error.ts';
import { refOf, type KubeObject, type Resource, type WriteRequest } from '../../kube/types.ts';
import { toTime, type Clock, type Timer } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Controller, CrashJournal, Outcome, Quarantined, ReconcileContext, RootRef } from '../ports.ts';
import { metadataPatch } from '../write/metadata-patch.ts';
import type { Run } from './pool-entry.ts';
import { isMarked, standingOf, trialIn, withLateTrial, withoutTrial, withTrial } from './quarantine.ts';
import { rootId, rootIn } from './root-id.ts';

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

/** A trial that runs longer does not keep the next from beginning, once its mark says so: a hook may hang. */
const ALONE_MS = 5_000;
/** How long a suspect waits before it asks whether it is its turn. */
const TURN_MS = 200;
/** A mark that could not be taken away: when that is tried again. */
const UNMARK_AGAIN_MS = 5_000;
const REWRITES_MAX = 3;
/** An object that refuses its mark as often and for as long is tried without. Not at once: nothing bounds how often it kills. */
const REFUSALS_MAX = 3;
const REFUSED_MS = 30_000;
const NAMED_MAX = 3;

interface Known {
  readonly slot: Slot;
  readonly name: string;
  readonly trials: number;
}

/** A trial, as `trialIn` names it, in its slot. */
interface Noted {
  readonly slot: Slot;
  readonly trial: string | undefined;
}

interface Refusals {
  readonly slot: Slot;
  readonly times: number;
  readonly sinceMs: number;
}

export class Probation {
  readonly #options: ProbationOptions;
  readonly #suspects: Set<string>;
  /** Trials under way that nothing may be tried beside. */
  readonly #alone = new Set<string>();
  readonly #timers = new Set<Timer>();
  /** Survived, and the mark is still there. */
  readonly #unmarked = new Map<string, Noted>();
  /** Marks that were sent and not answered. */
  readonly #unanswered = new Map<string, Noted>();
  /** Marks that the API server does not take. */
  readonly #refused = new Map<string, Refusals>();
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
      // Nobody is left to suspect, and what is done for what is gone was survived as well.
      return this.#recorded(id, work).finally(() => {
        if (object === undefined && this.#suspects.size > 0) this.#clear(id);
      });
    }
    return this.#judged({ id, run, context, object, work });
  }

  /** Roots of this controller that are still to be tried; some may be gone, or elsewhere. */
  suspects(controller: Controller): readonly RootRef[] {
    return [...this.#suspects].map((id) => rootIn(id, controller)).filter((root) => root !== undefined);
  }

  /** What is in quarantine here. */
  quarantined(): Quarantined | undefined {
    if (this.#quarantined.size === 0) return undefined;
    const names = [...new Set(Array.from(this.#quarantined.values(), ({ name }) => name))].toSorted();
    return { count: names.length, named: names.slice(0, NAMED_MAX) };
  }

  /** These slots are not ours any more. */
  forget(slots: RangeSet): void {
    for (const known of [this.#quarantined, this.#unmarked, this.#unanswered, this.#refused]) {
      for (const [id, { slot }] of known) if (contains(slots, slot)) known.delete(id);
    }
  }

  /** An orderly end. */
  close(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#options.journal?.close();
  }

  #clear(id: string): void {
    if (this.#suspects.delete(id)) this.#options.journal?.acquit(id);
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
    const trial = trialIn(markText(object), run.controller.name);
    const isThis = (noted: Noted | undefined): boolean => trial !== undefined && noted?.trial === trial;
    if (isThis(this.#unmarked.get(id))) {
      await this.#acquit(attempt, object);
      return this.#recorded(id, work);
    }
    const { clock, random } = this.#options;
    const wallMs = clock.wallMs();
    const about = { object, controller: run.controller.name, suspected: this.#suspects.has(id), wallMs };
    // The mark that this process set and had no answer for: that trial has not begun yet.
    const isNoted = isThis(this.#unanswered.get(id));
    const standing = isNoted ? ({ type: 'Trial', trials: 0 } as const) : standingOf(about);
    if (standing.type === 'Quarantined') {
      this.#keepOut(attempt, standing);
      return { type: 'WakeAfter', ms: standing.untilMs - wallMs };
    }
    this.#quarantined.delete(id);
    if (standing.type === 'Free') return this.#recorded(id, work);
    if (this.#alone.size > 0) return { type: 'WakeAfter', ms: TURN_MS * (0.5 + random.next()) };
    this.#alone.add(id);
    try {
      const marked = isNoted ? object : await this.#mark(attempt, withTrial(about, standing.trials));
      const outcome = await this.#tried(attempt, marked);
      return outcome.type === 'Settled' && this.#unmarked.has(id)
        ? { type: 'WakeAfter', ms: UNMARK_AGAIN_MS }
        : outcome;
    } finally {
      this.#alone.delete(id);
    }
  }

  /** Resolves to the object with its mark, or without when the API server has refused that for long enough. */
  async #mark(attempt: Attempt, text: string): Promise<KubeObject> {
    const { id, run, object, context } = attempt;
    this.#unanswered.set(id, { slot: run.token.slot, trial: trialIn(text, run.controller.name) });
    try {
      const marked = await context.writer.send(markPatch(this.#resourceOf(run), object, text));
      this.#unanswered.delete(id);
      this.#refused.delete(id);
      return marked;
    } catch (error) {
      if (!isApiError(error, 'Forbidden', 'Invalid', 'BadRequest')) throw error;
      this.#unanswered.delete(id);
      if (!this.#isRefusedForLong(attempt)) throw error;
      this.#tellRefused(attempt, messageOf(error));
      return object;
    }
  }

  /** Counts this refusal. */
  #isRefusedForLong({ id, run }: Attempt): boolean {
    const nowMs = this.#options.clock.monotonicMs();
    const { times, sinceMs } = this.#refused.get(id) ?? { times: 0, sinceMs: nowMs };
    this.#refused.set(id, { slot: run.token.slot, times: times + 1, sinceMs });
    return times + 1 >= REFUSALS_MAX && nowMs >= sinceMs + REFUSED_MS;
  }

  async #tried(attempt: Attempt, marked: KubeObject): Promise<Outcome> {
    const { id, work } = attempt;
    const { clock, log } = this.#options;
    log.info('a suspect is tried', { root: id, mark: markText(marked) ?? '' });
    const timer = clock.setTimer(ALONE_MS, () => void this.#late(attempt, marked));
    this.#timers.add(timer);
    try {
      return await this.#recorded(id, work);
    } finally {
      timer.cancel();
      this.#timers.delete(timer);
      // It lives, and that is all that was asked: whether the reconcile failed is another matter.
      await this.#acquit(attempt, marked);
    }
  }

  /** Never throws: a mark that does not say so counts, should the process die. */
  async #late(attempt: Attempt, marked: KubeObject): Promise<void> {
    const { id, run } = attempt;
    try {
      await this.#rewrite(attempt, marked, (object) => withLateTrial(object, run.controller.name));
    } catch (error) {
      this.#options.log.warn('a trial that takes long could not be marked as such', {
        root: id,
        error: messageOf(error),
      });
    }
    this.#alone.delete(id);
  }

  /** Never throws: a mark that stays is taken away at the next look. */
  async #acquit(attempt: Attempt, marked: KubeObject): Promise<void> {
    const { id, run } = attempt;
    this.#clear(id);
    this.#unanswered.delete(id);
    this.#unmarked.delete(id);
    this.#refused.delete(id);
    try {
      await this.#rewrite(attempt, marked, (object) => withoutTrial(object, run.controller.name));
    } catch (error) {
      this.#options.log.warn('the mark of a trial could not be taken away yet', { root: id, error: messageOf(error) });
      this.#unmarked.set(id, { slot: run.token.slot, trial: trialIn(markText(marked), run.controller.name) });
    }
  }

  /** Changes the mark, whoever else writes the object. Errors: ApiError; `Refused`; `Conflict` when it is written all the time. */
  async #rewrite(attempt: Attempt, marked: KubeObject, change: Change): Promise<void> {
    for (let times = 1; !(await this.#rewritten(attempt, { marked, live: times > 1, change })); times++) {
      if (times === REWRITES_MAX) throw new ShardkeeperError('it is written all the time', { code: 'Conflict' });
    }
  }

  /** Resolves to whether there is nothing left to do; false = somebody else was faster. */
  async #rewritten(
    { run, context }: Attempt,
    { marked, live, change }: { readonly marked: KubeObject; readonly live: boolean; readonly change: Change },
  ): Promise<boolean> {
    const { root } = run.item;
    const resource = this.#resourceOf(run);
    const object = live
      ? await context.writer.getLive(resource, refOf(root.key))
      : context.stores.get(root.groupResource, root.key);
    if (object === undefined || object.metadata.uid !== marked.metadata.uid || !isMarked(object)) return true;
    const text = change(object);
    if (text === undefined) return true;
    try {
      await context.writer.send(markPatch(resource, object, text));
      return true;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return true;
      if (isApiError(error, 'Conflict')) return false;
      throw error;
    }
  }

  #tellRefused({ id, run, object }: Attempt, error: string): void {
    const { log, objectEvents } = this.#options;
    log.warn('an object takes no mark and is tried without: should it end this process, nobody counts', {
      root: id,
      error,
    });
    const note =
      `${run.controller.name} was at work on this object when its replica ended, and the API server refuses the annotation ` +
      `${QUARANTINE_ANNOTATION} on it: it is tried without, and would not be left alone should it end replicas. ` +
      `Correct it, or let updates of it pass: ${error}`;
    objectEvents?.record({
      regarding: subjectOf(object),
      type: 'Warning',
      reason: 'QuarantineRefused',
      action: 'Quarantine',
      note,
      api: 'core',
    });
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

/** The annotation as it shall be; null = none, undefined = as it is. */
type Change = (object: KubeObject) => string | null | undefined;

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

function markPatch(resource: Resource, object: KubeObject, text: string | null): WriteRequest {
  return metadataPatch(resource, object, { annotations: { [QUARANTINE_ANNOTATION]: text } });
}
