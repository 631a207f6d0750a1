import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { AccountRoles } from '../../../identity/accounts/account-roles.js';
import { holdActive } from '../../../identity/accounts/account-statements.js';
import type { Role } from '../../../identity/accounts/account.entity.js';
import type { FoundWay } from '../../../identity/accounts/ways-list.js';
import { PasswordVerifier, type PasswordSignIn } from '../../../identity/passwords/password-verifier.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import type { Long } from '../../../platform/operations/long.js';
import { Database } from '../../../platform/database/database.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { invalid, ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import type { Visit } from '../../../platform/operations/visit.js';
import { Clock, MINUTE } from '../../../platform/security/clock.js';
import { digestOf } from '../../../platform/security/secrets.js';
import { adminCookieOf } from './admin-cookie.js';
import { AdminSession } from './admin-session.entity.js';
import { isFor, newSessionId, type Surface } from './admin-surface.js';
import type { Administrator, CurrentAdminSession } from './administrator.js';

const LONGEST_MS = 12 * 60 * MINUTE;
export const ADMIN_IDLE_MS = 30 * MINUTE;
const CONFIRMED_MS = 5 * MINUTE;
/** The expiry is written at most this often, so that not every request writes. */
const TOUCH_EVERY_MS = MINUTE;

const FIND = {
  name: 'admin-session',
  text: `SELECT s.account_id, s.created_at, s.confirmed_at, s.expires_at, a.name, a.role FROM admin_session s
           JOIN account a ON a.id = s.account_id
          WHERE s.digest = $1 AND s.expires_at > $2 AND a.status = 'active' AND a.role IS NOT NULL`,
};
const TOUCH = {
  name: 'admin-session-touch',
  isRepeatable: true,
  text: 'UPDATE admin_session SET expires_at = $2 WHERE digest = $1 AND expires_at < $2',
};

const SIGNED_IN = { action: 'administrator.signed_in', outcome: 'ok' } as const;
const REFUSED = { action: 'administrator.refused', outcome: 'refused' } as const;
const CONFIRMED = { action: 'administrator.password_confirmed', outcome: 'ok' } as const;

/** The account that signs in, and the mark of its password if it was given just now. */
type Entering = Pick<PasswordSignIn, 'accountId'> & Partial<Pick<PasswordSignIn, 'mark'>>;

/** The surface of the session, and the address that opens it. */
interface Entrance {
  readonly surface: Surface;
  readonly address: string;
}

interface Row {
  account_id: Long;
  created_at: Date;
  confirmed_at: Date;
  expires_at: Date;
  name: string;
  role: Role;
}

/**
 * Sessions of the administration: they end after 30 minutes without use, after 12 hours, or once the account loses its
 * role or is disabled.
 */
@Injectable()
export class AdminSessions {
  constructor(
    private readonly database: Database,
    private readonly roles: AccountRoles,
    private readonly passwords: PasswordVerifier,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a password. A wrong one and an account without a role get the same answer, so that a stranger learns nothing.
   * @throws CallError credentialInvalid, tooManyAttempts, unavailable
   */
  async authenticate(identifier: string, password: string, address: string): Promise<PasswordSignIn> {
    const signedIn = await this.passwords.verify({ identifier, password, address, clientId: null });
    const { accountId } = signedIn;
    if (await this.mayOpen(accountId)) return signedIn;
    await this.audit.record({ ...REFUSED, accountId, address });
    throw new CallError(Errors.credentialInvalid, { accountId });
  }

  /** Whether the account has a role, and is not disabled. */
  async mayOpen(accountId: Long): Promise<boolean> {
    return (await this.roles.of(accountId)) !== null;
  }

  /**
   * Opens a session of an account that completed every step.
   * @returns its id, to be stored in the cookie only
   * @throws CallError credentialInvalid when the account was disabled meanwhile, or its password replaced
   */
  async start(who: Entering, at: Entrance): Promise<string> {
    const id = await this.startAfter(() => Promise.resolve(true), who, at);
    if (id === null) throw new CallError(Errors.credentialInvalid, { accountId: who.accountId });
    return id;
  }

  /**
   * Opens a session in one transaction with a first step, while the account is locked.
   * @returns null if the step was refused, or the account was disabled meanwhile, or its password replaced
   */
  startAfter(
    first: (tx: Transaction) => Promise<boolean>,
    { accountId, mark = null }: Entering,
    { surface, address }: Entrance,
  ): Promise<string | null> {
    return this.database.transaction(async (tx) => {
      if (!(await holdActive(tx, accountId, mark)) || !(await first(tx))) return null;
      const id = newSessionId(surface);
      const at = this.clock.now();
      const expiresAt = new Date(at.getTime() + ADMIN_IDLE_MS);
      await tx.insert(AdminSession, {
        ...{ digest: digestOf(id), accountId, createdAt: at, confirmedAt: at, expiresAt },
      });
      await this.audit.record({ ...SIGNED_IN, accountId, address }, tx);
      return id;
    });
  }

  /** @returns null if it has ended, or is for the other surface */
  async find(id: string, surface: Surface): Promise<CurrentAdminSession | null> {
    if (!isFor(surface, id)) return null;
    const digest = digestOf(id);
    const now = this.clock.now();
    const [row] = await this.database.query<Row>(FIND, [digest, now]);
    if (!row) return null;
    const createdAt = row.created_at;
    const expiresAt = new Date(Math.min(now.getTime() + ADMIN_IDLE_MS, createdAt.getTime() + LONGEST_MS));
    if (expiresAt.getTime() - row.expires_at.getTime() > TOUCH_EVERY_MS)
      await this.database.query(TOUCH, [digest, expiresAt]);
    const confirmedUntil = new Date(row.confirmed_at.getTime() + CONFIRMED_MS);
    const { account_id: accountId, name, role } = row;
    return { digest, accountId, name, role, createdAt, expiresAt, confirmedUntil };
  }

  /** Finds who is signed in to the console or the API, by the cookie of that session. */
  async administratorOf(visit: Visit, surface: Surface): Promise<Administrator | null> {
    const id = adminCookieOf(visit, surface);
    const session = id === null ? null : await this.find(id, surface);
    if (!session) return null;
    const { accountId, role } = session;
    return { role, accountId, clientId: null, address: visit.address, session, at: this.clock.now() };
  }

  /** Returns the last use, up to the idle time too early for a session that is about to end after twelve hours. */
  lastUseOf(signedInAt: Date | null, expiresAt: Date): Date {
    return new Date(Math.max(expiresAt.getTime() - ADMIN_IDLE_MS, signedInAt?.getTime() ?? 0));
  }

  /** @throws ProblemError invalid for a wrong password; CallError tooManyAttempts, unavailable */
  async confirm(
    session: CurrentAdminSession,
    password: string,
    address: string,
  ): Promise<CurrentAdminSession> {
    await this.passwords.verifyAgain(session.accountId, password, address).catch(describeWrong);
    const now = this.clock.now();
    await this.database.transaction(async (tx) => {
      await tx.update(AdminSession, { digest: session.digest }, { confirmedAt: now });
      const { accountId } = session;
      await this.audit.record({ ...CONFIRMED, accountId, address }, tx);
    });
    return { ...session, confirmedUntil: new Date(now.getTime() + CONFIRMED_MS) };
  }

  async end({ digest, accountId }: CurrentAdminSession, address: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.delete(AdminSession, { digest });
      await this.audit.record({ action: 'administrator.signed_out', outcome: 'ok', accountId, address }, tx);
    });
  }

  /** Ends the sessions of an account, in the caller's transaction. @returns their number */
  async endOf(
    tx: EntityManager,
    which: { readonly accountId: Long; readonly digest?: Buffer },
  ): Promise<number> {
    const { affected } = await tx.delete(AdminSession, which);
    return affected ?? 0;
  }

  /** Returns the sessions of an account as ways in, newest first. */
  async waysOf(accountId: Long): Promise<FoundWay[]> {
    const where = { accountId, expiresAt: MoreThan(this.clock.now()) };
    const order = { createdAt: 'DESC' } as const;
    const open = await this.database.dataSource.manager.find(AdminSession, { where, order, take: 100 });
    return open.map(({ digest, createdAt: since, expiresAt, agent }) => {
      const lastUsedAt = this.lastUseOf(since, expiresAt);
      return { id: digest.toString('hex'), type: 'console', name: null, since, lastUsedAt, agent };
    });
  }

  /** Requires a recently confirmed password, for what can't be undone. @throws ProblemError confirmationRequired */
  requireConfirmed({ session }: Administrator): void {
    if (!session || this.isConfirmed(session)) return;
    const advice =
      'Send your password to /admin/api/session/confirm, then repeat the request within 5 minutes.';
    throw new ProblemError(Problems.confirmationRequired, advice);
  }

  isConfirmed({ confirmedUntil }: CurrentAdminSession): boolean {
    return confirmedUntil > this.clock.now();
  }
}

/** Turns a wrong password into a problem with the form: the session stays valid. */
function describeWrong(cause: unknown): never {
  if (!(cause instanceof CallError) || cause.definition !== Errors.credentialInvalid) throw cause;
  throw invalid([{ field: 'password', message: 'is wrong' }]);
}
