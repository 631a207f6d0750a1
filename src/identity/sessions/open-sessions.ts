import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, Repository, type EntityManager } from 'typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from '../accounts/account-statements.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { SessionRow } from './session-row.entity.js';
import { isOfPages } from './session-data.js';
import type { UserAgent } from '../sign-ins/user-agent.js';

/** A browser that is signed in. */
interface OpenSession {
  readonly digest: Buffer;
  /** The client that validated it (§3.4); null for Hearth's own pages. */
  readonly clientId: Long | null;
  /** null for a session from before this was recorded. */
  readonly signedInAt: Date | null;
  readonly lastUsedAt: Date;
  /** null for a session from before this was recorded. */
  readonly agent: UserAgent | null;
  /** Its sign-in, or the last proof in it; null: from before 0.3, or a call opened it. */
  readonly signInId: Long | null;
}

/** Limits which sessions of an account end; empty: all. */
interface EndingSessions {
  /** The digest of the only session that ends. */
  readonly digest?: Buffer;
  /** The digest of a session that stays. */
  readonly except?: Buffer | null;
  /** Another account signs in there: flows that other tabs began continue (D72). */
  readonly isReplaced?: true;
}

/** The session that a request came with; null: no account is signed in, or there is no session. */
interface ReplacedSession {
  readonly accountId: Long | null;
  readonly digest: Buffer | null;
}

type Listener = (tx: Transaction, accountId: Long, which: EndingSessions) => Promise<unknown>;

/** The sessions of an account. */
@Injectable()
export class OpenSessions {
  private listener: Listener | null = null;

  constructor(
    @InjectRepository(SessionRow) private readonly sessions: Repository<SessionRow>,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** The latest sign-in first. */
  async of(accountId: Long): Promise<OpenSession[]> {
    const found = await this.sessions.findBy({ accountId, expiresAt: MoreThan(this.clock.now()) });
    const open = found.map(({ digest, clientId, data, expiresAt }) => {
      const { signedInAt = null, agent = null, signIn = null } = data;
      const since = signedInAt === null ? null : new Date(signedInAt);
      const lastUsedAt = this.lastUseOf(since, expiresAt);
      return { digest, clientId, signedInAt: since, lastUsedAt, agent, signInId: signIn };
    });
    return open.sort((a, b) => (b.signedInAt?.getTime() ?? 0) - (a.signedInAt?.getTime() ?? 0));
  }

  /**
   * When a session was last used. If it is about to end by its longest time, the result is up to its idle time too
   * early (D254).
   */
  lastUseOf(signedInAt: Date | null, expiresAt: Date): Date {
    const idleSince = expiresAt.getTime() - this.config.sessionIdleSeconds * SECOND;
    return new Date(Math.max(idleSince, signedInAt?.getTime() ?? 0));
  }

  /** Registers what a room above does before sessions end, in the same transaction. */
  beforeEnd(listener: Listener): void {
    this.listener = listener;
  }

  onApplicationBootstrap(): void {
    if (!this.listener) throw new Error('no module registers what is done before sessions end');
  }

  /** The `sid` of a session's sign-in, for clients; null: there is no such session, or it has none. */
  async sidOf(tx: EntityManager, accountId: Long, digest: Buffer): Promise<string | null> {
    const session = await tx.findOneBy(SessionRow, { accountId, digest });
    return session?.data.sid ?? null;
  }

  /**
   * Ends sessions in the caller's transaction. A code that is redeemed at the same time is either redeemed before, or
   * ends with them: the account is locked first.
   * @returns how many there were
   */
  async end(tx: Transaction, accountId: Long, ending: EndingSessions = {}): Promise<number> {
    await lockAccount(tx, accountId, 'NO KEY UPDATE');
    await this.listener?.(tx, accountId, ending);
    const { digest, except = null } = ending;
    const which = digest ?? (except === null ? undefined : Not(except));
    const { affected } = await tx.delete(SessionRow, { accountId, ...(which && { digest: which }) });
    return affected ?? 0;
  }

  /**
   * Ends sessions whose last sign-in or further proof was one of these.
   * @param areCallsMeant also sessions of legacy clients and of the web flow, which only take the password and belong
   *     to no sign-in
   * @returns how many there were
   */
  async endOfSignIns(
    tx: Transaction,
    accountId: Long,
    signInIds: readonly Long[],
    areCallsMeant: boolean,
  ): Promise<number> {
    const all = await tx.findBy(SessionRow, { accountId });
    const meant = all.filter(
      ({ data }) => signInIds.includes(data.signIn ?? '') || (areCallsMeant && !isOfPages(data)),
    );
    for (const { digest } of meant) await this.end(tx, accountId, { digest });
    return meant.length;
  }

  /**
   * Ends the session of a browser in which another account signs in now.
   * @param by the account that signs in, if its own session continues; null: it does not
   * @returns whether there was one
   */
  async endReplaced({ accountId, digest }: ReplacedSession, by: Long | null): Promise<boolean> {
    if (accountId === null || digest === null || accountId === by) return false;
    await this.database.transaction((tx) => this.end(tx, accountId, { digest, isReplaced: true }));
    return true;
  }
}
