import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry.js';
import { AuditLog } from '../audit/audit-log.js';
import type { ActionOf } from '../audit/audit-actions.js';
import { AppConfig } from '../config/app-config.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock, SECOND } from '../security/clock.js';
import { KeyedDigests } from '../security/keyed-digests.js';
import { PasswordHasher, type Bcrypt } from '../security/password-hasher.js';
import { COUNT_FAILURE, COUNTED, COUNTS, type CountRow } from './attempt-statements.js';
import { networkOf } from './network.js';
import { FREE_FAILURES, waitFor, WINDOW_MS } from './throttle-rules.js';

/** The data of an attempt, selected in one statement with its counts (`countsOf`). */
export interface Looked {
  readonly counts: readonly CountRow[];
  /** Whether it succeeded from this network before. */
  readonly isKnown: boolean;
}

/** The audit event of a wrong secret. */
type Refusal = Pick<AuditEntry, 'accountId' | 'clientId'> & { readonly action: ActionOf<'signin'> };

/** An attempt that failed. */
interface Failure extends Pick<Attempt<Looked, unknown>, 'address' | 'text'> {
  readonly refusal?: Refusal;
}

interface Attempt<L extends Looked, T> {
  readonly address: string;
  /** The password as sent; absent: no password. The same wrong one from one network counts once (D321). */
  readonly text?: string;
  /** Made in a session: it takes precedence, like attempts from known networks. */
  readonly isSignedIn?: boolean;
  /** Called at once, and again if the turn came later: meanwhile others may have failed, or the secret changed. */
  readonly look: (network: string) => Promise<L>;
  /** A result that needs no hashing, and so neither waits nor counts. */
  readonly clear?: (looked: L) => T | null;
  /** null for a wrong secret; if it throws, the attempt does not count. */
  readonly check: (looked: L, bcrypt: Bcrypt) => Promise<T | null>;
  readonly refusal?: (looked: L) => Refusal;
}

/** An attempt that needs no hashing. */
interface AttemptAtOnce<L extends Looked, T> {
  readonly address: string;
  readonly look: (network: string) => Promise<L>;
  readonly check: (looked: L) => Promise<T>;
  /** Whether what `check` threw counts as a failure. */
  readonly isWrong: (cause: unknown) => boolean;
}

/**
 * Slows down guessing (D40, D162). The counts are read before a secret is hashed, and a failure is counted before its
 * turn ends, so that concurrent guesses can't all slip through: the free failures are exceeded only by attempts whose
 * turns overlapped, five for a subject from one address on each node. A correct secret writes nothing here.
 */
@Injectable()
export class AttemptThrottle {
  private readonly texts: KeyedDigests;

  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    config: AppConfig,
  ) {
    this.texts = new KeyedDigests(config.masterKeys, 'wrong text');
  }

  /** @throws CallError tooManyAttempts with Retry-After in seconds; unavailable where hashing has no room */
  async attempt<L extends Looked, T>(attempt: Attempt<L, T>): Promise<T | null> {
    const { address, text, isSignedIn = false, look, clear = () => null, check, refusal } = attempt;
    const network = networkOf(address);
    const clearOrFree = (looked: L): T | null => {
      const cleared = clear(looked);
      if (cleared === null) this.requireFree(looked, address);
      return cleared;
    };
    const first = await look(network);
    const cleared = clearOrFree(first);
    if (cleared !== null) return cleared;
    const [{ key: subject }, { key: account }] = first.counts;
    const party = isSignedIn ? account : network;
    const asker = { party, isKnown: isSignedIn || first.isKnown, subject };
    return this.hasher.turn(asker, async (bcrypt, hasWaited) => {
      const looked = hasWaited ? await look(network) : first;
      const clearedMeanwhile = hasWaited ? clearOrFree(looked) : null;
      if (clearedMeanwhile !== null) return clearedMeanwhile;
      const result = await check(looked, bcrypt);
      const action = refusal?.(looked);
      if (result === null) await this.count(looked, { address, text, refusal: action });
      else if (action) this.audit.recorded(action.action, 'ok');
      return result;
    });
  }

  /**
   * For credentials that can't be guessed and need no hashing: the attempt does not wait, and a success counts nothing.
   * @throws CallError tooManyAttempts; what `check` throws
   */
  async attemptAtOnce<L extends Looked, T>({
    address,
    look,
    check,
    isWrong,
  }: AttemptAtOnce<L, T>): Promise<T> {
    const looked = await look(networkOf(address));
    this.requireFree(looked, address);
    try {
      return await check(looked);
    } catch (cause) {
      if (isWrong(cause)) await this.count(looked, { address });
      throw cause;
    }
  }

  /**
   * Counts as a failure in any case: slows down requests without a secret. @throws CallError tooManyAttempts
   */
  async ask(subject: string, address: string): Promise<void> {
    const [{ counts }] = await this.database.query<{ counts: CountRow[] }>(COUNTS, [
      subject,
      networkOf(address),
    ]);
    const looked = { counts, isKnown: false };
    this.requireFree(looked, address);
    await this.count(looked, { address });
  }

  private requireFree({ counts, isKnown }: Looked, address: string): void {
    const now = this.clock.now();
    const waits = COUNTED.map((what, index) => {
      // Failures from other networks don't lock out a user who signed in from this one before.
      if (what === 'account' && isKnown) return 0;
      const { failures, window_started_at: started, last_failed_at: last } = counts[index];
      if (failures === null || started === null || last === null) return 0;
      const count = { failures, windowStartedAt: new Date(started), lastFailedAt: new Date(last) };
      return waitFor(count, FREE_FAILURES[what], now);
    });
    const waitMs = Math.max(...waits);
    if (waitMs === 0) return;
    this.audit.count({ action: 'attempt.throttled', outcome: 'refused', address });
    const headers = { 'Retry-After': String(Math.ceil(waitMs / SECOND)) };
    throw new CallError(Errors.tooManyAttempts, {}, { headers });
  }

  private async count({ counts }: Looked, { address, text, refusal }: Failure): Promise<void> {
    const now = this.clock.now();
    const { action = null, accountId = null, clientId = null } = refusal ?? {};
    const keys = counts.map(({ key }) => Buffer.from(key, 'hex'));
    const expiresAt = new Date(now.getTime() + 2 * WINDOW_MS);
    // For one subject and network: elsewhere the same text has another digest.
    const texts = text === undefined ? [] : this.texts.short(`${counts[0].key} ${text}`);
    const values = [keys, now, expiresAt, action, accountId, clientId, address, texts];
    await this.database.query(COUNT_FAILURE, values);
    if (action !== null) this.audit.recorded(action, 'refused');
  }
}
