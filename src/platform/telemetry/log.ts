import { write, writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { pino, type Logger, type DestinationStream } from 'pino';

/**
 * Fields that may contain a secret anywhere in a logged object. Nothing logs them on purpose; this is a second line of
 * defence.
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
  'client_assertion',
  'mac_key',
  'query',
  'body',
];

const GATHERED_CHARACTERS = 64 * 1024;
const FLUSH_MS = 50;

/** What can't be written, to a full disk or a slow reader, is kept up to this; further lines are lost. */
const KEPT = 16 * 1024 * 1024;
const TRIED_AGAIN_MS = 10;
const TRIES_AT_THE_END = 100;

/**
 * Buffers lines and writes many at once. What can't be written is tried again, and never ends or holds up the process:
 * pino's destination throws on a full disk, and then waits for room for as long as it takes (D433).
 */
class Gathered implements DestinationStream {
  private lines = '';
  private left: Buffer = Buffer.alloc(0);
  private isWriting = false;

  constructor(private readonly file: number) {
    setInterval(() => this.handOver(), FLUSH_MS).unref();
  }

  write(line: string): void {
    if (this.left.length + this.lines.length > KEPT) return;
    this.lines += line;
    if (this.lines.length >= GATHERED_CHARACTERS) this.handOver();
  }

  /** Writes the rest when the process ends, if it is taken within a second. */
  flush(): void {
    let left = this.take();
    for (let tries = 0; left.length > 0 && tries < TRIES_AT_THE_END; tries++) {
      try {
        left = left.subarray(writeSync(this.file, left));
      } catch {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRIED_AGAIN_MS);
      }
    }
  }

  private take(): Buffer {
    const all = Buffer.concat([this.left, Buffer.from(this.lines)]);
    this.left = Buffer.alloc(0);
    this.lines = '';
    return all;
  }

  private handOver(): void {
    if (this.isWriting || this.left.length + this.lines.length === 0) return;
    const bytes = this.take();
    this.isWriting = true;
    write(this.file, bytes, (cause, written) => {
      this.isWriting = false;
      this.left = bytes.subarray(cause ? 0 : written);
      const isMuch = this.left.length > 0 || this.lines.length >= GATHERED_CHARACTERS;
      if (!cause && isMuch) this.handOver();
    });
  }
}

let lastMillis = 0;
let lastTime = '';

/** Many lines share a millisecond: its text is created once. */
function isoTime(): string {
  const now = Date.now();
  if (now !== lastMillis) {
    lastMillis = now;
    lastTime = pino.stdTimeFunctions.isoTime();
  }
  return lastTime;
}

/** The fields that help to find a fault, without the query parameters and values that a database error contains. */
function describeError(error: Error & { code?: string }): object {
  const { name, message, stack, code } = error;
  return { type: name, message, stack, sqlState: code };
}

/**
 * One JSON line per entry; pretty-printed on a terminal.
 * @param node the name that each line has; absent: none
 */
export function createLog(level: string, target?: DestinationStream, node?: string): Logger {
  const redact = { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' };
  const options = {
    level,
    redact,
    serializers: { err: describeError },
    base: node === undefined ? undefined : { node },
    timestamp: isoTime,
  };
  if (target) return pino(options, target);
  if (process.stdout.isTTY) {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,node' } },
    });
  }
  // Asynchronous, and many lines at once: neither a slow reader nor the log itself must slow down a call.
  const lines = new Gathered(1);
  process.once('exit', () => lines.flush());
  return pino(options, lines);
}

/** An injectable log. */
export class AppLog {
  /** For lines whose fields never contain a secret: searching for one would cost more than the line. */
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
