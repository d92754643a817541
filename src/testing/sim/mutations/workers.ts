/** Runs trials in processes of their own, several at once. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../../kube/record.ts';
import type { Story } from '../world/story.ts';
import type { Trial, Verdict } from './trial.ts';

export interface Order {
  readonly id: number;
  readonly seed: number;
  readonly story?: Story | undefined;
  readonly mutation?: string | undefined;
}

export interface Answer {
  readonly id: number;
  readonly verdict: Verdict;
}

/** A fixed number of processes, each with one trial at a time; trials wait in a queue. One that ends is replaced. */
export class Workers {
  readonly #idle: (ChildProcess | undefined)[];
  readonly #waiting: ((child: ChildProcess | undefined) => void)[] = [];
  readonly #all = new Set<ChildProcess>();
  #orders = 0;

  constructor(count: number) {
    this.#idle = Array.from({ length: count }, () => undefined);
  }

  readonly run = async ({ seed, story, mutation }: Trial): Promise<Verdict> => {
    const idle = this.#idle.length > 0 ? this.#idle.pop() : await this.#next();
    const child = idle?.connected === true ? idle : this.#start();
    this.#orders += 1;
    const verdict = await ask(child, { id: this.#orders, seed, story, mutation: mutation?.name });
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#idle.push(child);
    else waiting(child);
    return verdict;
  };

  close(): void {
    for (const child of this.#all) child.kill();
  }

  #next(): Promise<ChildProcess | undefined> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#all.add(child);
    child.once('exit', () => this.#all.delete(child));
    return child;
  }
}

function ask(child: ChildProcess, order: Order): Promise<Verdict> {
  return new Promise((resolve) => {
    const done = (verdict: Verdict): void => {
      child.off('message', heard);
      child.off('exit', died);
      resolve(verdict);
    };
    const heard = (message: unknown): void => {
      if (isRecord(message) && message['id'] === order.id) done((message as unknown as Answer).verdict);
    };
    const died = (code: number | null): void =>
      done({ breaches: [], simulatedMs: 0, wallMs: 0, error: `the process of the trial ended with code ${code}` });
    child.on('message', heard);
    child.once('exit', died);
    child.send(order);
  });
}
