/** What goes on beside the faults: edits all the time, garbage collection, bookmarks, the judge's regular look. */
import type { SeededRandom } from '../schedule/index.ts';
import type { Cluster } from './cluster.ts';
import { valueOf, WIDGETS } from './objects.ts';

const EDIT_MS = [300, 3_500] as const;
const COLLECT_MS = 4_000;
const BOOKMARK_MS = 60_000;
const LOOK_MS = 250;

export class Life {
  readonly #cluster: Cluster;
  readonly #random: SeededRandom;
  /** Nobody edits while the server serves nobody. */
  editing = true;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#random = cluster.random.fork();
  }

  begin(): void {
    const { server } = this.#cluster;
    this.#every(
      () => this.#random.integer(...EDIT_MS),
      () => this.#edit(),
    );
    this.#every(
      () => COLLECT_MS,
      () => void server.collect(),
    );
    this.#every(
      () => BOOKMARK_MS,
      () => server.bookmark(),
    );
    this.#every(
      () => LOOK_MS,
      () => this.#cluster.look(),
    );
  }

  #every(pauseMs: () => number, act: () => void): void {
    this.#cluster.scheduler.aside(pauseMs(), () => {
      act();
      this.#every(pauseMs, act);
    });
  }

  #edit(): void {
    if (!this.editing) return;
    const widget = this.#cluster.read(WIDGETS, this.#random.pick(this.#cluster.widgetNames));
    if (widget === undefined || widget.metadata.deletionTimestamp !== undefined) return;
    const body = { ...widget, spec: { value: valueOf(widget) + 1 } };
    this.#cluster.write({ verb: 'update', resource: WIDGETS, body });
  }
}
