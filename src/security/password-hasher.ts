import { hash as sha, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { Piscina } from 'piscina';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

const BCRYPT_MAX_BYTES = 72;
const QUEUED_PER_THREAD = 64;
/** Cost 4 to 16: one compare at 31 would keep a thread for a day. */
const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/;

/**
 * bcrypt in worker threads behind a bounded queue (D69, D70). Never call it inside a transaction or while
 * holding a database connection.
 * @throws CallError unavailable, at once, when the queue is full
 */
export class PasswordHasher {
  private readonly pool: Piscina;
  private readonly dummyHash: string;

  constructor(readonly cost: number) {
    const threads = Math.max(1, availableParallelism() - 1);
    this.pool = new Piscina({
      filename: new URL('../security/password.worker.js', import.meta.url).href,
      minThreads: 1,
      maxThreads: threads,
      maxQueue: QUEUED_PER_THREAD * threads,
      idleTimeout: Infinity,
    });
    // A hash nobody knows the password of; the salt is made here, the digest part is random text of its alphabet.
    this.dummyHash = bcrypt.genSaltSync(cost) + randomBytes(23).toString('hex').slice(0, 31);
  }

  hash(password: string): Promise<string> {
    return this.run('hash', { password: bcryptInput(password), cost: this.cost });
  }

  /** Whether the password belongs to the hash; with no hash the same time is spent and the answer is no (D40). */
  async matches(password: string, hash: string | null): Promise<boolean> {
    // node's bcrypt does not know the $2y$ of PHP; it is the same algorithm as $2b$.
    const known = (hash ?? this.dummyHash).replace(/^\$2y\$/, '$2b$');
    const task = { password: bcryptInput(password), hash: known, cost: this.cost };
    return (await this.run<boolean>('compare', task)) && hash !== null;
  }

  needsRehash(hash: string): boolean {
    return bcrypt.getRounds(hash) !== this.cost;
  }

  /** Tasks waiting for a thread. */
  get queued(): number {
    return this.pool.queueSize;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async run<T>(name: 'hash' | 'compare', task: object): Promise<T> {
    try {
      return (await this.pool.run(task, { name })) as T;
    } catch (cause) {
      if (this.isQueueFull(cause)) {
        throw new CallError(
          Errors.unavailable,
          { reason: 'password queue full' },
          { headers: { 'Retry-After': '2' } },
        );
      }
      throw cause;
    }
  }

  private isQueueFull(cause: unknown): boolean {
    return cause instanceof Error && cause.message === 'Task queue is at limit';
  }
}

/** Whether a text is a bcrypt hash that can be imported (D69). */
export function isBcryptHash(text: string): boolean {
  return BCRYPT_HASH.test(text);
}

/** bcrypt reads 72 bytes; what is longer is hashed to 44 characters first, so that nothing is cut off (D69). */
function bcryptInput(password: string): string {
  if (Buffer.byteLength(password) <= BCRYPT_MAX_BYTES) return password;
  return sha('sha256', password, 'base64');
}
