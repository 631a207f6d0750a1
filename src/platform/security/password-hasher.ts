import { createHmac, hash as sha, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import bcrypt from 'bcrypt';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { besideCode } from '../places.js';
import type { Clock } from './clock.js';
import { FairQueue, LONGEST_WAIT_MS, type Asker } from './fair-queue.js';

const BCRYPT_MAX_BYTES = 72;
/** Far more than get a turn within the five seconds that anybody waits: it bounds memory. */
const MOST_WAITING = 1000;
/** Of one subject: as many as may fail before the throttle delays (D40). */
const TURNS_OF_ONE = 5;
/** Cost 4 to 16: one compare at 31 would keep a thread for a day. */
const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/;

/** Asks for what the server itself or its operator starts. */
export const OPERATOR: Asker = { party: 'operator', isKnown: true };

/** What can be done in a turn. */
export interface Bcrypt {
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash; with no hash the same time is spent and the answer is no (D40). */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/**
 * bcrypt in worker threads; only who has a turn of the queue gets at it (D69, D70). Never ask for one inside a
 * transaction or while holding a database connection.
 */
export class PasswordHasher {
  private readonly pool: Piscina;
  private readonly queue: FairQueue;
  private readonly dummyHash: string;
  private readonly bcrypt: Bcrypt = {
    hash: (password) => this.run('hash', { password: bcryptInput(password), cost: this.cost }),
    matches: async (password, hash) => {
      const pair = createHmac('sha256', this.memoryKey).update(`${hash} ${password}`).digest('base64');
      if (this.justMatched.has(pair)) return true;
      // node's bcrypt does not know the $2y$ of PHP; it is the same algorithm as $2b$.
      const known = (hash ?? this.dummyHash).replace(/^\$2y\$/, '$2b$');
      const task = { password: bcryptInput(password), hash: known, cost: this.cost };
      const matches = (await this.run<boolean>('compare', task)) && hash !== null;
      if (matches) this.justMatched.set(pair, true);
      return matches;
    },
  };
  /**
   * What was right, for as long as somebody may wait with the same: of many sign-ins of an account at once one is hashed.
   * What is wrong is always hashed.
   */
  private readonly justMatched = new LRUCache<string, true>({
    max: MOST_WAITING,
    ttl: LONGEST_WAIT_MS,
    ttlAutopurge: true,
  });
  private readonly memoryKey = randomBytes(32);

  constructor(
    readonly cost: number,
    clock: Clock,
  ) {
    const threads = Math.max(1, availableParallelism() - 1);
    this.pool = new Piscina({
      filename: pathToFileURL(besideCode('platform/security/password.worker.js')).href,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: Infinity,
    });
    // No more turns than threads: whoever goes first waits for nobody but those who are being hashed.
    this.queue = new FairQueue({ turns: threads, turnsOfOne: TURNS_OF_ONE, waiting: MOST_WAITING }, clock);
    // A hash nobody knows the password of; the salt is made here, the digest part is random text of its alphabet.
    this.dummyHash = bcrypt.genSaltSync(cost) + randomBytes(23).toString('hex').slice(0, 31);
  }

  /**
   * @param work whether it had to wait for its turn: what it read before may have changed
   * @throws CallError unavailable when there is no room, or its turn did not come in time
   */
  turn<T>(asker: Asker, work: (bcrypt: Bcrypt, hasWaited: boolean) => Promise<T>): Promise<T> {
    return this.queue.turn(asker, (hasWaited) => work(this.bcrypt, hasWaited));
  }

  /** A turn for this alone. @throws CallError unavailable as `turn` */
  hash(password: string, asker: Asker): Promise<string> {
    return this.turn(asker, (turn) => turn.hash(password));
  }

  needsRehash(hash: string): boolean {
    return bcrypt.getRounds(hash) !== this.cost;
  }

  /** Those who wait for a turn. */
  get queued(): number {
    return this.queue.waiting;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async run<T>(name: 'hash' | 'compare', task: object): Promise<T> {
    return (await this.pool.run(task, { name })) as T;
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
