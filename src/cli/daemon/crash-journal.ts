/**
 * The crash journal as a small file: one record for each reconcile under way, one for each suspect.
 *
 * - It must outlive the container and end with the pod (an emptyDir), in memory at best: the writes are synchronous, two
 *   for each reconcile. They need not reach a disk: the page cache outlives a process, whatever ended it.
 * - All of its space is taken when it is opened, so that a full disk is met there. Any failure ends the journal, never the
 *   process: from then on a crash is not attributed to anybody.
 */
import { closeSync, constants, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../lib/errors.ts';
import type { CrashJournal } from '../../replica/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';

export interface CrashJournalOptions {
  readonly directory: string;
  /** Reconciles at once. */
  readonly workers: number;
  readonly log: Logger;
}

/** One byte whether it counts, two how long it is, then the text: names of a controller, a resource and an object fit. */
const RECORD_BYTES = 1024;
const HEAD_BYTES = 3;
const FILE = 'under-way';

export function openCrashJournal(options: CrashJournalOptions): CrashJournal {
  return new FileJournal(options);
}

class FileJournal implements CrashJournal {
  readonly suspects: readonly string[];
  readonly #log: Logger;
  readonly #workers: number;
  readonly #free: number[];
  readonly #record = Buffer.alloc(RECORD_BYTES);
  readonly #blank = Buffer.alloc(1);
  readonly #placeOf = new Map<string, number>();
  #file: number | undefined = undefined;

  constructor({ directory, workers, log }: CrashJournalOptions) {
    this.#log = log;
    this.#workers = workers;
    this.#free = Array.from({ length: workers }, (_, place) => place);
    const file = path.join(directory, FILE);
    this.suspects = this.#try(() => this.#open(directory, file)) ?? [];
  }

  readonly begin = (id: string): number => {
    const place = this.#free.pop();
    if (place === undefined) return -1;
    this.#try(() => this.#put(place, id));
    return place;
  };

  readonly end = (ticket: number): void => {
    if (ticket < 0) return;
    this.#free.push(ticket);
    this.#try(() => this.#erase(ticket));
  };

  readonly acquit = (id: string): void => {
    const place = this.#placeOf.get(id);
    if (place === undefined) return;
    this.#placeOf.delete(id);
    this.#try(() => this.#erase(place));
  };

  readonly close = (): void => {
    this.#try(() => {
      for (let place = 0; place < 2 * this.#workers; place++) this.#erase(place);
      if (this.#file !== undefined) closeSync(this.#file);
    });
    this.#file = undefined;
  };

  #open(directory: string, file: string): readonly string[] {
    mkdirSync(directory, { recursive: true });
    const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#file = descriptor;
    const left = idsIn(readFileSync(file)).slice(0, this.#workers);
    const zeros = Buffer.alloc(2 * this.#workers * RECORD_BYTES);
    if (writeSync(descriptor, zeros, 0, zeros.length, 0) < zeros.length) throw new Error('no space is left');
    for (const [index, id] of left.entries()) {
      this.#placeOf.set(id, this.#workers + index);
      this.#put(this.#workers + index, id);
    }
    return left;
  }

  #put(place: number, id: string): void {
    if (this.#file === undefined) return;
    const length = this.#record.write(id, HEAD_BYTES);
    this.#record[0] = 1;
    this.#record.writeUInt16LE(length, 1);
    writeSync(this.#file, this.#record, 0, HEAD_BYTES + length, place * RECORD_BYTES);
  }

  #erase(place: number): void {
    if (this.#file !== undefined) writeSync(this.#file, this.#blank, 0, 1, place * RECORD_BYTES);
  }

  #try<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.#file = undefined;
      this.#log.warn('there is no crash journal: a crash will not be attributed to an object', {
        error: messageOf(error),
        remedy: 'give --crash-journal a writable directory that outlives the container, such as an emptyDir',
      });
      return undefined;
    }
  }
}

/** The texts of the records that count, each once: what was under way before what was suspect. */
function idsIn(content: Buffer): readonly string[] {
  const ids = new Set<string>();
  for (let start = 0; start + HEAD_BYTES <= content.length; start += RECORD_BYTES) {
    const length = content.readUInt16LE(start + 1);
    if (content[start] !== 1 || length === 0 || length > RECORD_BYTES - HEAD_BYTES) continue;
    ids.add(content.toString('utf8', start + HEAD_BYTES, start + HEAD_BYTES + length));
  }
  return [...ids];
}
