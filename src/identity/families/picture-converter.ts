import { fork, type ForkOptions } from 'node:child_process';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { besideCode } from '../../platform/paths.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { MINUTE, SECOND } from '../../platform/security/clock.js';

const WORKER = besideCode('identity/families/picture.worker.js');
const MAX_BYTES = 5 * 1024 * 1024;
/** Concurrent conversions. */
export const AT_ONCE = 2;
/** The memory of one conversion, in MB, besides a processor: a container needs it for all concurrent ones. */
export const MOST_MB = 320;
const WAITING = 8;
const LIMITS: Task['limits'] = { ms: 5 * SECOND, mb: MOST_MB };
/** Elapsed time: the limit on an overloaded machine. */
const LONGEST_MS = MINUTE;

const OPTIONS: ForkOptions = {
  env: {}, // the process that reads untrusted data has none of the server's keys
  execArgv: [],
  stdio: 'ignore',
  serialization: 'advanced',
  timeout: LONGEST_MS,
  killSignal: 'SIGKILL',
};

type Outcome =
  | { readonly picture: Buffer }
  | {
      readonly refusal: 'imageInvalid' | 'imageTooLarge';
      readonly details: Readonly<Record<string, unknown>>;
      readonly message?: string;
    };

/** The largest size that an image becomes; it keeps its shape. */
interface Box {
  readonly width: number;
  readonly height: number;
}

/** How the worker reads and writes; without a box it is a picture of a family. */
interface Task {
  /** Processor time, and memory that is resident. */
  readonly limits: { readonly ms: number; readonly mb: number };
  /** Also takes SVG, and makes a PNG of this size. */
  readonly box?: Box;
}

/**
 * Converts any upload into a small WebP without metadata (D27). The format is read from the content, not the name. Each
 * conversion runs in its own process, killed after five seconds of work: a JPEG of 400 KB can keep a decoder busy for
 * 23 s.
 */
@Injectable()
export class PictureConverter {
  private readonly limited = pLimit(AT_ONCE);

  /** @throws CallError imageInvalid, imageTooLarge; unavailable when too many are in progress */
  toWebp(upload: Buffer, limits = LIMITS): Promise<Buffer> {
    return this.convert(upload, { limits });
  }

  /** Converts a logo or icon; an SVG is drawn, so that a browser gets no script and no address. @throws as `toWebp` does */
  toPng(upload: Buffer, box: Box): Promise<Buffer> {
    return this.convert(upload, { limits: LIMITS, box });
  }

  private async convert(upload: Buffer, task: Task): Promise<Buffer> {
    if (upload.length > MAX_BYTES) throw new CallError(Errors.imageTooLarge, { bytes: upload.length });
    const { activeCount, pendingCount } = this.limited;
    if (activeCount + pendingCount >= AT_ONCE + WAITING) throw unavailable('picture queue full');
    const outcome = await this.limited(() => convert(upload, task));
    if ('picture' in outcome) return outcome.picture;
    const { refusal, details, message } = outcome;
    throw new CallError(Errors[refusal], details, { message });
  }
}

function convert(upload: Buffer, task: Task): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, OPTIONS);
    child.once('message', (outcome: Outcome) => {
      resolve(outcome);
      child.kill('SIGKILL');
    });
    // After an answer both of these have no effect.
    child.once('exit', (code, signal) => {
      if (signal === null) return reject(new Error(`the process for a picture ended with ${code}`));
      // It took too long, the system ran out of memory, or native code crashed.
      resolve({ refusal: signal === 'SIGKILL' ? 'imageTooLarge' : 'imageInvalid', details: { signal } });
    });
    child.once('error', (cause) => reject(unavailable('no process for a picture', cause)));
    child.send({ upload, ...task }, () => undefined); // the process exits when this fails
  });
}

function unavailable(reason: string, cause?: unknown): CallError {
  return new CallError(Errors.unavailable, { reason }, { headers: { 'Retry-After': '5' }, cause });
}
