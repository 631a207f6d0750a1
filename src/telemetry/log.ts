import type { LoggerService } from '@nestjs/common';
import { pino, destination, type Logger, type DestinationStream } from 'pino';

/**
 * Fields that may hold a secret wherever they stand in a logged object. Nothing logs them on purpose;
 * this is the second lock on the same door.
 */
const SECRET_FIELDS = [
  'password',
  'authorization',
  'cookie',
  'secret',
  'token',
  'code',
  'mac',
  'macKey',
  'access_token',
  'refresh_token',
  'client_secret',
  'clientSecret',
  'mac_key',
  'query',
  'body',
];

const GATHERED_BYTES = 8192;
const FLUSH_MS = 50;

/** What helps to find a fault; not what a database error carries along: its parameters and the values in question. */
function describeError(error: Error & { code?: string }): object {
  const { name, message, stack, code } = error;
  return { type: name, message, stack, sqlState: code };
}

/** One JSON line per entry; pretty on a terminal. */
export function createLog(level: string, target?: DestinationStream): Logger {
  const redact = { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' };
  const options = {
    level,
    redact,
    serializers: { err: describeError },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (target) return pino(options, target);
  if (process.stdout.isTTY) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  }
  // Written in the background and many lines at once: neither a slow reader nor the log itself must slow a call.
  const stdout = destination({ fd: 1, sync: false, minLength: GATHERED_BYTES, periodicFlush: FLUSH_MS });
  process.once('exit', () => flush(stdout));
  return pino(options, stdout);
}

function flush(stdout: ReturnType<typeof destination>): void {
  try {
    stdout.flushSync();
  } catch {
    // nothing was written yet
  }
}

/** The log, as something that can be injected. */
export class AppLog {
  /** For lines whose every field is known to hold no secret, where looking for one costs more than the line. */
  readonly plain: Logger;

  constructor(readonly pino: Logger) {
    this.plain = pino.child({}, { redact: [] });
  }
}

/** Nest's own messages, in the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }

  fatal(message: unknown, stack?: string, context?: string): void {
    this.logger.fatal({ context, stack }, String(message));
  }
}
