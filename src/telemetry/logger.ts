/**
 * What a room needs of a log: constant messages, facts as fields.
 *
 * Contract: `message` is a constant text; everything that varies is a field. Never a secret, never a hook body.
 */
export interface Logger {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields) => void;
  /** A logger that adds `fields` to every line. */
  readonly child: (fields: LogFields) => Logger;
}

export type LogFields = Readonly<Record<string, unknown>>;

const nothing = (): void => {};

/** For tests and tools that want silence. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
};
