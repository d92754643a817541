/**
 * Operating errors: few, coded, branded. Tests and callers look at `code`, never at the text.
 *
 * `terminal` means that repeating the same thing cannot help (bad input, refused by policy); the loop that catches it
 * owns the decision to retry everything else.
 */

const BRAND = Symbol.for('shardkeeper.io/error');

export interface ErrorOptionsOf {
  /** Stable identifier in CamelCase, e.g. `Conflict`, `InvalidConfiguration`. */
  readonly code: string;
  readonly terminal?: boolean;
  /** Whoever tries again with back-off shall not wait longer than this. */
  readonly retryWithinMs?: number | undefined;
  readonly cause?: unknown;
}

export class ShardkeeperError extends Error {
  override readonly name: string = 'ShardkeeperError';
  readonly code: string;
  readonly terminal: boolean;
  readonly retryWithinMs: number | undefined;

  constructor(message: string, options: ErrorOptionsOf) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.terminal = options.terminal ?? false;
    this.retryWithinMs = options.retryWithinMs;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Safe across realms and duplicate installs. */
export function isShardkeeperError(value: unknown): value is ShardkeeperError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

export function hasCode(value: unknown, code: string): value is ShardkeeperError {
  return isShardkeeperError(value) && value.code === code;
}

/** The message of anything that was thrown, bounded to `maxChars`. */
export function messageOf(value: unknown, maxChars = 1024): string {
  const text = value instanceof Error ? value.message : String(value);
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1)}…`;
}
