/** The `Logger` of a real process: pino, one JSON line per decision that matters, to standard output. */
import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { LogLevel } from './log-levels.ts';
import type { LogFields, Logger } from './logger.ts';

/** Fields that must never be printed, whatever puts them into a line. */
const SECRET = ['token', 'password', 'authorization', 'key', 'cert', 'body'];

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where lines go; default: standard output, written synchronously so that none is lost at an exit. */
  readonly destination?: DestinationStream;
}

export function createLogger(options: LoggerOptions): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: SECRET.flatMap((field) => [field, `*.${field}`]),
  };
  return wrap(pino(settings, options.destination ?? pino.destination({ dest: 1, sync: true })));
}

function wrap(logger: PinoLogger): Logger {
  return {
    debug: (message, fields) => logger.debug(plain(fields), message),
    info: (message, fields) => logger.info(plain(fields), message),
    warn: (message, fields) => logger.warn(plain(fields), message),
    error: (message, fields) => logger.error(plain(fields), message),
    child: (fields) => wrap(logger.child(fields)),
  };
}

/** Errors as code and message: a stack belongs to `debug` only when somebody asks for it. */
function plain(fields: LogFields = {}): LogFields {
  const error = fields['error'];
  if (!(error instanceof Error)) return fields;
  const code = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {};
  return { ...fields, ...code, error: error.message.slice(0, 1024) };
}
