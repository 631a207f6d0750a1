import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { SessionRecords } from '../../platform/http/browser-sessions.js';
import type { Long } from '../../platform/operations/long.js';
import { batchStatement } from '../../platform/database/batch-statement.js';
import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { WriteBehind } from '../../platform/database/write-behind.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { stillBy, valueOfMark } from '../accounts/account-sql.js';
import { hasFactor, hasYoungFactor } from '../factors/factor-sql.js';
import { hasPasskey, hasYoungPasskey } from '../passkeys/passkey-sql.js';
import { youngSince, type Rank } from '../ways-in/youth.js';
import type { Method } from './authentication.js';
import { keptMethods } from './kept-methods.js';
import { isOfPages, type SessionData } from './session-data.js';
import { SessionIds } from './session-ids.js';
import type { UserAgent } from '../sign-ins/user-agent.js';

// Checks the account's status too: a disabled account has no session, even if a row is left.
const GET = {
  name: 'session-get',
  text: `SELECT s.data, s.expires_at, s.client_id FROM session s LEFT JOIN account a ON a.id = s.account_id
          WHERE s.digest = $1 AND (s.account_id IS NULL OR a.status = 'active')`,
};
const GET_SEVERAL = {
  name: 'session-get-several',
  text: `SELECT s.digest, s.data, s.expires_at, s.client_id FROM session s LEFT JOIN account a ON a.id = s.account_id
          WHERE s.digest = ANY ($1::bytea[]) AND (s.account_id IS NULL OR a.status = 'active')`,
};
// Locks the account against being disabled meanwhile: sessions that disabling ended stay ended (D24).
const SET = {
  name: 'session-set',
  text: `WITH who AS (SELECT FROM account WHERE id = $2 AND status = 'active' AND ${stillBy('$6')} FOR SHARE),
              before AS (DELETE FROM session WHERE digest = $7 AND EXISTS (SELECT FROM who) RETURNING digest),
              noted AS (INSERT INTO sign_in (id, account_id, began_id, at, methods, rank, agent)
                        SELECT $8::bigint, $2::bigint, $14::bigint, $9::timestamptz, $10, ${rankOf('$2', '$11::text[]', '$12::timestamptz', '$15::smallint')}, $13::jsonb
                         WHERE $8 IS NOT NULL AND EXISTS (SELECT FROM who) AND ($7::bytea IS NULL OR EXISTS (SELECT FROM before))
                        ON CONFLICT DO NOTHING)
         INSERT INTO session (digest, account_id, data, expires_at, device_password_id)
         SELECT $1::bytea, $2::bigint, $3::jsonb, $4::timestamptz, $5::bigint
          WHERE ($2 IS NULL OR EXISTS (SELECT FROM who)) AND ($7::bytea IS NULL OR EXISTS (SELECT FROM before))
         ON CONFLICT (digest) DO UPDATE SET account_id = excluded.account_id, data = excluded.data, expires_at = excluded.expires_at,
               device_password_id = excluded.device_password_id
         RETURNING digest`,
};
const DESTROY = { name: 'session-destroy', text: 'DELETE FROM session WHERE digest = $1' };
const TOUCH = batchStatement<never>()({
  name: 'session-touch',
  columns: { digest: 'bytea', expires_at: 'timestamptz' },
  text: ({ asked }) =>
    `UPDATE session s SET expires_at = u.expires_at FROM ${asked('u')} WHERE s.digest = u.digest`,
});

interface Row {
  data: SessionData;
  expires_at: Date;
  client_id: Long | null;
}

/** The conditions for writing a new session; if one fails, there is none. */
export interface Condition {
  /** The account still has this password. */
  readonly mark?: string | null;
  /** The digest of the session that it replaces, which ends with that: it did not end meanwhile. */
  readonly before?: Buffer | null;
  /** What was proven just now, on a page: the same statement notes it. */
  readonly shown?: NotedSignIn | null;
}

/** A sign-in on a page, or one more proof there. */
export interface NotedSignIn {
  readonly signInId: Long;
  /** The sign-in that it is a further proof in; its own number: it begins a sign-in. */
  readonly beganId: Long;
  readonly at: Date;
  readonly methods: readonly Method[];
  /** What the mailed link among the methods proves; 1: no more than a password, or there is none. */
  readonly linkRank: Rank;
  readonly agent: UserAgent;
}

/** Sessions as rows of their accounts, with which they end: under the digests of their ids, by the injected clock. */
@Injectable()
export class SessionStore implements SessionRecords {
  private readonly touches: WriteBehind<Date>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly ids: SessionIds,
    log: AppLog,
  ) {
    this.touches = new WriteBehind(async (batch) => {
      const rows = [...batch].map(([hex, end]) => ({ digest: Buffer.from(hex, 'hex'), expires_at: end }));
      await database.query(TOUCH, TOUCH.valuesOf(rows));
    }, log.pino);
  }

  async find(id: string): Promise<SessionData | null> {
    const digest = digestOf(id);
    const [row] = await this.database.query<Row>(GET, [digest]);
    return row ? this.dataIn(row, digest) : null;
  }

  /** @throws SignInRequired, CallError credentialInvalid when a condition fails */
  async write(id: string, session: SessionData, condition: Condition): Promise<void> {
    const { accountId = null, devicePassword = null } = session;
    const { mark = null, before = null, shown = null } = condition;
    const values = [digestOf(id), accountId, JSON.stringify(session), this.nextEnd(session), devicePassword];
    const conditions = [valueOfMark(mark), before];
    const work = this.database.query(SET, [...values, ...conditions, ...valuesOf(shown)]);
    const written = await work.catch((cause: unknown) => {
      if (!isForeignKeyViolation(cause, 'session_device_password_id_fkey')) throw cause;
      return []; // ended meanwhile
    });
    if (written.length === 0)
      throw before ? new SignInRequired(null) : new CallError(Errors.credentialInvalid, { accountId });
    if (before) this.touches.delete(before.toString('hex'));
  }

  /**
   * Extends the session to 30 minutes after the last access (§8), a page's at most to its longest time. Extensions of
   * all sessions are written once a second.
   */
  touch(id: string, session: SessionData): void {
    this.touches.set(digestOf(id).toString('hex'), this.nextEnd(session));
  }

  async end(id: string): Promise<void> {
    const digest = digestOf(id);
    this.touches.delete(digest.toString('hex'));
    await this.database.query(DESTROY, [digest]);
  }

  /** Returns the first cookie that leads to a session, else the first that Hearth signed (D358). */
  async chosen(cookies: readonly string[]): Promise<string | null> {
    const own = cookies.filter((cookie) => this.ids.isSigned(cookie));
    if (own.length < 2) return own[0] ?? null;
    const digests = own.map((cookie) => this.ids.digestOf(cookie));
    const rows = await this.database.query<Row & { digest: Buffer }>(GET_SEVERAL, [digests]);
    const open = rows.filter((row) => this.dataIn(row, row.digest) !== null);
    const found = digests.findIndex((digest) => open.some((row) => row.digest.equals(digest)));
    return own[Math.max(found, 0)];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.touches.close();
  }

  /** Returns the data of a session; null: it has ended. */
  private dataIn({ data, client_id: clientId, expires_at: stored }: Row, digest: Buffer): SessionData | null {
    const end = this.touches.get(digest.toString('hex')) ?? stored;
    const now = this.clock.now();
    if (end <= now || (isOfPages(data) && this.latestEnd(data) <= now)) return null;
    return { ...data, ...(clientId !== null && { clientId }) };
  }

  /**
   * Returns when the session ends unless it is used again: after its idle time; a page's at the latest after its
   * longest time (D254).
   */
  private nextEnd(session: SessionData): Date {
    const idle = this.clock.millis() + this.config.sessionIdleSeconds * SECOND;
    const latest = isOfPages(session) ? this.latestEnd(session).getTime() : Infinity;
    return new Date(Math.min(idle, latest));
  }

  /** Returns when a session of pages ends at the latest, however much it is used. */
  private latestEnd({ signedInAt = this.clock.millis() }: SessionData): Date {
    return new Date(signedInAt + this.config.sessionLongestSeconds * SECOND);
  }
}

/** Parameters 8 to 15 of SET. */
function valuesOf(shown: NotedSignIn | null): unknown[] {
  if (shown === null) return [null, null, null, null, null, null, null, null];
  const { signInId, beganId, at, methods, linkRank, agent } = shown;
  const noted = [signInId, at, keptMethods(methods), methods, youngSince(at), JSON.stringify(agent)];
  return [...noted, beganId, linkRank];
}

/** SQL: the `Rank` of a proof by these methods. A factor that is young, or gone, counts no more than a password. */
function rankOf(accountId: string, methods: string, since: string, linkRank: string): string {
  const [passkey, factor] = [hasYoungPasskey(accountId, since), hasYoungFactor(accountId, since)];
  const settled = (shown: string, is: string, young: string): string =>
    `${methods} && '{${shown}}' AND ${is} AND NOT ${young}`;
  return `CASE WHEN ${settled('passkey', hasPasskey(accountId), passkey)} OR ${settled('code,recovery', hasFactor(accountId), factor)} THEN 3
               WHEN ${methods} && '{link}' THEN ${linkRank} ELSE 1 END`;
}
