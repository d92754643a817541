/** What went over the line of one pod: requests with their times, and the watches that are open. */
import { isWatch, type RequestHead } from './fault.ts';

export interface SeenRequest extends RequestHead {
  /** When its head left the pod. */
  readonly wallMs: number;
  readonly watch: boolean;
  /** Status that was given here; undefined: it was sent on. */
  readonly answered: number | undefined;
}

export class Ledger {
  readonly #requests: SeenRequest[] = [];
  /** By connection. */
  readonly #watches = new Map<object, string>();

  began(head: RequestHead, at: { readonly wallMs: number; readonly answered: number | undefined }): void {
    this.#requests.push({ ...head, ...at, watch: isWatch(head) });
  }

  watchOpened(connection: object, { path }: RequestHead): void {
    this.#watches.set(connection, path);
  }

  watchEnded(connection: object): void {
    this.#watches.delete(connection);
  }

  requests(): readonly SeenRequest[] {
    return [...this.#requests];
  }

  /** Paths of the watches that the server serves now and whose stream nobody has ended. */
  openWatches(): readonly string[] {
    return [...this.#watches.values()];
  }
}
