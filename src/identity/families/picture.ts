import { fork, type ForkOptions } from 'node:child_process';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { besideCode } from '../../platform/places.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { MINUTE, SECOND } from '../../platform/security/clock.js';

const WORKER = besideCode('identity/families/picture.worker.js');
const MAX_BYTES = 5 * 1024 * 1024;
/** Each takes up to 450 MB and a processor. */
const AT_ONCE = 2;
const WAITING = 8;
/** Of processor time. */
const LIMIT_MS = 5 * SECOND;
/** Of any time: nobody waits for ever on a machine that is overrun. */
const LONGEST_MS = MINUTE;

const OPTIONS: ForkOptions = {
  env: {}, // no key of the server is in the process that reads what others send
  execArgv: [],
  stdio: 'ignore',
  serialization: 'advanced',
  timeout: LONGEST_MS,
  killSignal: 'SIGKILL',
};

type Outcome =
  | { readonly webp: Buffer }
  | {
      readonly refusal: 'imageInvalid' | 'imageTooLarge';
      readonly details: Readonly<Record<string, unknown>>;
      readonly message?: string;
    };

/**
 * Makes of whatever was uploaded a small WebP without metadata (D27). What it is, its content says, not its name. Each
 * has a process of its own, which is ended after five seconds of work: a JPEG of 400 KB can keep a decoder for 23 s.
 */
@Injectable()
export class PictureConverter {
  private readonly limited = pLimit(AT_ONCE);

  /** @throws CallError imageInvalid, imageTooLarge; unavailable when too many are under way */
  async toWebp(upload: Buffer, limitMs = LIMIT_MS): Promise<Buffer> {
    if (upload.length > MAX_BYTES) throw new CallError(Errors.imageTooLarge, { bytes: upload.length });
    const { activeCount, pendingCount } = this.limited;
    if (activeCount + pendingCount >= AT_ONCE + WAITING) throw unavailable('picture queue full');
    const outcome = await this.limited(() => convert(upload, limitMs));
    if ('webp' in outcome) return outcome.webp;
    const { refusal, details, message } = outcome;
    throw new CallError(Errors[refusal], details, { message });
  }
}

function convert(upload: Buffer, limitMs: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, OPTIONS);
    child.once('message', (outcome: Outcome) => {
      resolve(outcome);
      child.kill('SIGKILL');
    });
    // After an answer neither of these counts any more.
    child.once('exit', (code, signal) => {
      if (signal === null) return reject(new Error(`the process for a picture ended with ${code}`));
      // Too long, too much memory for the system, or native code that crashed.
      resolve({ refusal: signal === 'SIGKILL' ? 'imageTooLarge' : 'imageInvalid', details: { signal } });
    });
    child.once('error', (cause) => reject(unavailable('no process for a picture', cause)));
    child.send({ upload, limitMs }, () => undefined); // where that fails, it ends
  });
}

function unavailable(reason: string, cause?: unknown): CallError {
  return new CallError(Errors.unavailable, { reason }, { headers: { 'Retry-After': '5' }, cause });
}
