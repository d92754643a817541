/** What a reconcile is given, and what happens right before it. */
import type { Clock } from '../../lib/clock.ts';
import type { KubeClient } from '../../kube/types.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { StripGuard } from '../intake/strip-guard.ts';
import type { Outcome, Ownership, ReconcileContext, StoreReader } from '../ports.ts';
import type { Vanished, VanishedObjects } from '../watch/vanished.ts';
import { refusedError, type ObjectWriter } from '../write/object-writer.ts';
import type { UnknownWrites, WrittenFor } from '../write/unknown-writes.ts';
import type { Places } from './places.ts';
import type { Run } from './pool-entry.ts';
import type { Probation } from './probation.ts';
import { rootId } from './root-id.ts';
import { unknownOf, verifyUnknown, type VerifyUnknownOptions } from './verify-unknown.ts';
import { verifyVanished } from './verify.ts';

export interface RunsOptions extends Pick<VerifyUnknownOptions, 'cacheOf' | 'isComplete' | 'recheck'> {
  readonly client: Pick<KubeClient, 'getPath'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ownership: Pick<Ownership, 'check'>;
  readonly reader: StoreReader;
  readonly writer: ObjectWriter;
  readonly vanished: VanishedObjects;
  readonly unknown: UnknownWrites;
  readonly guard: StripGuard;
  readonly probation: Probation;
  readonly places: Places;
  /** Its root has another slot now: it is looked at there, should that be ours. */
  readonly again: (run: Run) => void;
  readonly slotLabel: string;
  readonly dropped: (point: 'hook' | 'write') => void;
}

const UNVERIFIED =
  'an object of this root disappeared from the watch, or was written without an answer, and was not read live yet';

export class Runs {
  readonly #options: RunsOptions;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /**
   * Unless the root must wait, or belongs elsewhere: verifies what was written and what vanished, puts labels right, then
   * reconciles.
   */
  async perform(run: Run): Promise<Outcome> {
    const context = this.#contextOf(run);
    if (!this.#options.unknown.isEmpty) {
      const withinMs = await verifyUnknown(writtenFor(run), run.token.slot, this.#options);
      if (withinMs !== undefined) return { type: 'Outpaced', withinMs };
    }
    return this.#options.probation.perform(run, context, () => this.#reconcile(run, context));
  }

  async #reconcile(run: Run, context: ReconcileContext): Promise<Outcome> {
    const suspects = this.#suspectsOf(run);
    if (suspects.length > 0) {
      const { writer } = context;
      const { root } = run.item;
      const isHere = await verifyVanished(suspects, { root, slot: run.token.slot, writer }, this.#options);
      this.#options.vanished.settle(rootId(run.controller, run.item.root), suspects);
      if (!isHere) return { type: 'Settled' };
    }
    const root = this.#options.reader.get(run.item.root.groupResource, run.item.root.key);
    if (root !== undefined && !(await this.#options.places.settle(root, context.writer))) {
      this.#options.again(run);
      return { type: 'Settled' };
    }
    return run.controller.reconcile(run.item.root, context);
  }

  #suspectsOf(run: Run): readonly Vanished[] {
    const { vanished } = this.#options;
    return vanished.isEmpty ? [] : vanished.of(rootId(run.controller, run.item.root));
  }

  #contextOf(run: Run): ReconcileContext {
    const { reader, writer, dropped } = this.#options;
    return {
      token: run.token,
      signal: run.abort.signal,
      stores: reader,
      writer: writer.scoped({
        token: run.token,
        signal: run.abort.signal,
        origin: run,
        onWrote: (request) => {
          run.wrote = request;
        },
        onUnknown: (write) => this.#options.unknown.note(writtenFor(run), write),
        onRefused: () => dropped('write'),
      }),
      assertOwned: (point) => this.#assertOwned(run, point),
    };
  }

  #assertOwned(run: Run, point: 'hook' | 'write'): void {
    const refusal = this.#options.ownership.check(run.token);
    if (refusal !== undefined || run.abort.signal.aborted) {
      this.#options.dropped(point);
      throw refusedError(refusal ?? 'Lost', point);
    }
    // It disappeared, or was written, while this run was under way: the next run reads it live first.
    const isUnverified = this.#suspectsOf(run).length > 0 || unknownOf(writtenFor(run), this.#options).length > 0;
    if (point === 'hook' && isUnverified) throw new ShardkeeperError(UNVERIFIED, { code: 'Unverified' });
  }
}

function writtenFor({ controller, item }: Run): WrittenFor {
  return { controller, root: item.root };
}
