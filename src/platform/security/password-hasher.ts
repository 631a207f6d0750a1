import { createHmac, hash as sha, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import bcrypt from 'bcrypt';
import { LRUCache } from 'lru-cache';
import type { Piscina } from 'piscina';
import { besideCode } from '../paths.js';
import { inSpan } from '../tracing.js';
import { PLACE_MS } from '../waits.js';
import type { Clock } from './clock.js';
import { foreignHashOf, problemWithForeignHash, type ForeignHash } from './foreign-hash.js';
import { costliest, fillers, kindOf } from './foreign-work.js';
import { FairQueue, type Asker } from './fair-queue.js';
import { plainPassword } from './typed.js';

const THREADS = Math.max(1, availableParallelism() - 1);
const BCRYPT_MAX_BYTES = 72;
/** Far more than can get a turn within the longest wait: it only bounds memory. */
const MOST_WAITING = 1000;
/** For one subject: as many as may fail before the throttle delays (D40). */
const TURNS_OF_ONE = 5;
/** Cost 4 to 16: one compare at cost 31 would occupy a thread for a day. */
const BCRYPT_HASH = /^\$2[aby]\$(0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/;

/** The digest of no password: bcrypt would have to make 184 bits of nothing (D296). */
const NO_DIGEST = '.'.repeat(31);

/** For work started by the server itself or its operator. */
export const OPERATOR: Asker = { party: 'operator', isKnown: true };

/** The data that makes all refusals equally slow if hashes of other systems are kept (D40, D256). */
export interface Refusals {
  /** A hash of another system for each cost among the accounts: a refusal is as much work as the costliest. */
  readonly decoys: readonly string[];
  /** Refused whatever the password: as much work as for a wrong one. */
  readonly isRefused: boolean;
}
const ALIKE: Refusals = { decoys: [], isRefused: false };

/** Which spelling of a password matched: the one that new hashes are made of, or its bytes as they were typed (D371). */
type Match = 'plain' | 'typed';

/** The operations available in a turn. */
export interface Bcrypt {
  hash(password: string): Promise<string>;
  /**
   * How the password matches the hash, or null. Without a hash it takes the same time and answers null (D40). A hash that
   * is older than D371, or another system's, may be of the bytes as they were typed: they are compared too, if they
   * differ. Whether that is done depends on what was typed only, so no refusal tells how the hash was made.
   * @param signerKey of a hash of Firebase Auth; without it no password matches that (D407)
   */
  matches(
    password: string,
    hash: string | null,
    refusals?: Refusals,
    signerKey?: Buffer | null,
  ): Promise<Match | null>;
}

type Work = ({ readonly kind: 'bcrypt'; readonly hash: string; readonly cost: number } | ForeignHash) & {
  readonly password: string;
  readonly signerKey?: Buffer | null;
};

/** A hash as it is kept, with the key that it needs. */
interface Kept {
  readonly hash: string | null;
  readonly signerKey: Buffer | null;
}

/** One comparison: the deciding work, and further work if the password is refused. */
interface Comparison {
  readonly deciding: Work;
  readonly others: readonly Work[];
  readonly isRefused: boolean;
}

/**
 * bcrypt in worker threads, available only in a turn of the queue (D69, D70). Never wait for a turn inside a
 * transaction or while holding a database connection. Hashes of other systems are compared there too (D256).
 */
export class PasswordHasher {
  private pool: Promise<Piscina> | null = null;
  private isClosed = false;
  private readonly queue: FairQueue;
  private readonly dummyHash: string;
  private readonly bcrypt: Bcrypt = {
    hash: (password) => this.run('hash', { password: bcryptInput(plainPassword(password)), cost: this.cost }),
    matches: async (password, hash, refusals = ALIKE, signerKey = null) => {
      const pair = createHmac('sha256', this.memoryKey).update(`${hash} ${password}`).digest('base64');
      const before = this.justMatched.get(pair);
      if (before && !refusals.isRefused) return before;
      const kept = { hash, signerKey };
      let match = await this.compare('plain', plainPassword(password), kept, refusals);
      if (password !== plainPassword(password) && (match === null || refusals.isRefused))
        match = (await this.compare('typed', password, kept, refusals)) ?? match;
      if (match) this.justMatched.set(pair, match);
      return match;
    },
  };
  /**
   * Recent correct passwords, for as long as a caller may wait: of many concurrent sign-ins of an account one is
   * hashed. Wrong passwords are always hashed.
   */
  private readonly justMatched = new LRUCache<string, Match>({
    max: MOST_WAITING,
    ttl: PLACE_MS,
    ttlAutopurge: true,
  });
  private readonly memoryKey = randomBytes(32);

  constructor(
    readonly cost: number,
    clock: Clock,
  ) {
    // No more turns than threads: a caller that takes precedence waits only for hashes in progress.
    this.queue = new FairQueue({ turns: THREADS, turnsOfOne: TURNS_OF_ONE, waiting: MOST_WAITING }, clock);
    // A hash without a known password: its salt is generated here, its digest part is random text in the same alphabet.
    this.dummyHash = bcrypt.genSaltSync(cost) + randomBytes(23).toString('hex').slice(0, 31);
  }

  /**
   * @param work gets whether it had to wait for its turn: data read before may have changed
   * @throws CallError unavailable when the queue is full, or its turn did not come in time
   */
  turn<T>(asker: Asker, work: (bcrypt: Bcrypt, hasWaited: boolean) => Promise<T>): Promise<T> {
    return inSpan('password turn', {}, () =>
      this.queue.turn(asker, (hasWaited) => work(this.bcrypt, hasWaited)),
    );
  }

  /** Hashes in a turn of its own. @throws CallError unavailable as `turn` */
  hash(password: string, asker: Asker): Promise<string> {
    return this.turn(asker, (turn) => turn.hash(password));
  }

  /** Whether a hash differs from new ones in cost, system or spelling. */
  needsRehash(hash: string, match: Match): boolean {
    return match === 'typed' || !isBcryptHash(hash) || bcrypt.getRounds(hash) !== this.cost;
  }

  /** Returns the hash of an account without a password: no password matches, and a refusal takes the usual time. */
  noPassword(): string {
    return bcrypt.genSaltSync(this.cost) + NO_DIGEST;
  }

  /** The number of callers waiting for a turn. */
  get queued(): number {
    return this.queue.waiting;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await (await this.pool?.catch(() => null))?.destroy();
  }

  private async compare(
    spelling: Match,
    password: string,
    kept: Kept,
    refusals: Refusals,
  ): Promise<Match | null> {
    const matches = await this.run<boolean>('compare', this.comparisonOf(password, kept, refusals));
    return matches && kept.hash !== null ? spelling : null;
  }

  /**
   * Every refusal costs the server one bcrypt of the full cost and, for each imported kind of hash, as much as the costliest
   * of that kind (D256).
   */
  private comparisonOf(
    password: string,
    { hash, signerKey }: Kept,
    { decoys, isRefused }: Refusals,
  ): Comparison {
    const foreign = hash === null ? null : foreignHashOf(hash);
    // node's bcrypt does not know PHP's $2y$, which is the same algorithm as $2b$.
    const own = hash !== null && isBcryptHash(hash) ? hash.replace(/^\$2y\$/, '$2b$') : this.dummyHash;
    const ours: Work = { kind: 'bcrypt', password: bcryptInput(password), hash: own, cost: this.cost };
    const most = costliest(decoys.map(foreignHashOf).filter((decoy) => decoy !== null));
    const others = most.flatMap((one) =>
      foreign && kindOf(one) === kindOf(foreign) ? fillers(foreign, one) : [one],
    );
    const work = others.map((other) => ({ ...other, password }));
    if (foreign) return { deciding: { ...foreign, password, signerKey }, others: [ours, ...work], isRefused };
    return { deciding: ours, others: work, isRefused };
  }

  /** Loaded again where that failed. */
  private threads(): Promise<Piscina> {
    if (this.isClosed) throw new Error('no password is hashed any more: the server stops');
    this.pool ??= openPool().catch((cause: unknown) => {
      this.pool = null;
      throw cause;
    });
    return this.pool;
  }

  private async run<T>(name: 'hash' | 'compare', task: object): Promise<T> {
    const pool = await this.threads();
    return (await inSpan(`password ${name}`, {}, () => pool.run(task, { name }))) as T;
  }
}

/** Opens the pool at the first password: its first thread takes 15 MB. */
async function openPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: pathToFileURL(besideCode('platform/security/password.worker.js')).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: Infinity,
    recordTiming: false,
  });
}

/** Whether it is the hash of an account that has no password. */
export function isNoPassword(hash: string): boolean {
  return isBcryptHash(hash) && hash.endsWith(NO_DIGEST);
}

/** Whether a text is a bcrypt hash that can be imported (D69). */
export function isBcryptHash(text: string): boolean {
  return BCRYPT_HASH.test(text);
}

/** Why a hash of another system can't be taken over, such as "costs too much: …"; null: it can (D69, D256). */
export function problemWithHash(text: unknown): string | null {
  if (typeof text !== 'string') return 'is not a text';
  return isBcryptHash(text) ? null : problemWithForeignHash(text);
}

/** bcrypt reads 72 bytes; longer passwords are hashed to 44 characters first, so that nothing is truncated (D69). */
function bcryptInput(password: string): string {
  if (Buffer.byteLength(password) <= BCRYPT_MAX_BYTES) return password;
  return sha('sha256', password, 'base64');
}
