/** The voice of the demo: headings, facts, and a progress line that redraws itself on a terminal. */
import { styleText } from 'node:util';
import type { Clock } from '../../lib/clock.ts';

export interface Narrator {
  /** A new act. */
  readonly act: (title: string) => void;
  /** What is being done now. */
  readonly step: (text: string) => void;
  /** What was found out; several lines are indented alike. */
  readonly fact: (text: string) => void;
  /** A command that a reader could type, and what it printed. */
  readonly shell: (command: string, output: string) => void;
  /** One more line of what a command prints. */
  readonly output: (line: string) => void;
  /** Shows `text()` until `until` settles; a terminal sees it change in place, a file gets a line every 2 s. */
  readonly progress: <T>(text: () => string, until: Promise<T>) => Promise<T>;
}

const REDRAW_MS = 200;
const LINE_MS = 2000;

export function createNarrator(stream: NodeJS.WriteStream, clock: Clock): Narrator {
  const start = clock.monotonicMs();
  const print = (text: string): void => void stream.write(`${text}\n`);
  const stamp = (): string => {
    const seconds = ((clock.monotonicMs() - start) / 1000).toFixed(1).padStart(6);
    return styleText('dim', `${seconds}s`, { stream });
  };
  const output = (line: string): void => print(`         ${line}`);
  return {
    act: (title) => print(`\n${styleText('bold', title, { stream })}`),
    step: (text) => print(`${stamp()}  ${text} …`),
    fact: (text) => print(`${stamp()}  ${text.replaceAll('\n', `\n${' '.repeat(9)}`)}`),
    shell: (command, printed) => {
      print(`${stamp()}  ${styleText('cyan', `$ ${command}`, { stream })}`);
      if (printed !== '') for (const line of printed.trimEnd().split('\n')) output(line);
    },
    output,
    progress: async (text, until) => {
      const draw = stream.isTTY
        ? (): void => void stream.write(`\r${stamp()}  ${text()}\u001B[K`)
        : (): void => print(`${stamp()}  ${text()}`);
      const every = stream.isTTY ? REDRAW_MS : LINE_MS;
      let timer = clock.setTimer(every, tick);
      function tick(): void {
        draw();
        timer = clock.setTimer(every, tick);
      }
      try {
        return await until;
      } finally {
        timer.cancel();
        if (stream.isTTY) stream.write('\r\u001B[K');
      }
    },
  };
}
