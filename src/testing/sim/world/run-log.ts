/** Everything that happened in a run, in order: what two runs of one seed are compared by, and what a person reads. */
import { createHash } from 'node:crypto';
import type { LogFields, Logger } from '../../../telemetry/logger.ts';

export class RunLog {
  readonly lines: string[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  say(who: string, what: string): void {
    this.lines.push(`${this.#nowMs().toFixed(3).padStart(11)} ${who} ${what}`);
  }

  hash(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('hex').slice(0, 16);
  }

  /** What a process logs. Debug lines are for nobody. */
  logger(who: string, given: LogFields = {}): Logger {
    const level =
      (name: string) =>
      (message: string, fields: LogFields = {}): void => {
        this.say(who, `${name} ${message} ${fieldsText({ ...given, ...fields })}`);
      };
    return {
      debug: () => {},
      info: level('info'),
      warn: level('warn'),
      error: level('ERROR'),
      child: (fields) => this.logger(who, { ...given, ...fields }),
    };
  }
}

function fieldsText(fields: LogFields): string {
  let text = '';
  for (const key in fields) {
    const value = fields[key];
    text += ` ${key}=${value instanceof Error ? value.message : typeof value === 'string' ? value : JSON.stringify(value)}`;
  }
  return text;
}
