import { Injectable } from '@nestjs/common';
import { Store, type Session, type SessionData } from 'express-session';
import { AppConfig } from '../../platform/config/app-config.js';
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
import type { KeepingProof } from '../accounts/deletion-pending.js';
import { hasFactor, hasYoungFactor } from '../factors/factor-sql.js';
import { hasPasskey, hasYoungPasskey } from '../passkeys/passkey-sql.js';
import { youngSince, type Rank } from '../ways-in/youth.js';
import type { Method, PendingSignIn } from './authentication.js';
import { keptMethods } from './kept-methods.js';
import type { UserAgent } from './user-agent.js';

declare module 'express-session' {
  interface SessionData {
    accountId?: Long;
    /** Milliseconds since the epoch: when the password was entered. */
    signedInAt?: number;
    /** Milliseconds since the epoch: when it was last shown again who it is, since the sign-in. */
    provenAt?: number;
    /** Milliseconds since the epoch: when each method was shown last; absent: a node of before 0.3 wrote it. */
    proofs?: Partial<Record<Method, number>>;
    /** The number of the last sign-in or confirmation on a page, which what is made in it keeps (D337); absent: before 0.3. */
    signIn?: Long;
    /** What the mailed link proves by which it was signed in; absent: no more than a password, or there was none. */
    linkRank?: Rank;
    /** The number of the sign-in that this is, or is a further proof in. */
    signInBegan?: Long;
    /** Names the sign-in to clients (OpenID Connect Back-Channel Logout); worth nothing by itself. */
    sid?: string;
    /** How; absent: by a password, before this was recorded. */
    methods?: readonly Method[];
    /** The device password that opened it, with which it ends. */
    devicePassword?: Long;
    /** What the browser said that it is when it was signed in, and roughly where it was. */
    agent?: UserAgent;
    /** Signed in to no account, but showed who it is at this one, which is about to be deleted (D237). */
    keeps?: KeepingProof & { at: number };
    /** The first step of a sign-in was made, the second not yet: it opens nothing. */
    pending?: PendingSignIn;
    /** Opened by the form of the web flow (§3.4). */
    isWebFlow?: true;
    /** Opened by a call of the interface (§4.3); neither: on a page. */
    isOfCalls?: true;
    /** Written beside `isOfCalls` for nodes of 0.2, whose pages take a session without it. To be removed after 0.3. */
    isForCallsAlone?: true;
    /** The client that validated it: stored in a separate column, which only the validation writes. */
    clientId?: Long;
  }
}

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

/** What has to be so at the moment in which a new session is written; otherwise there is none. */
export interface Condition {
  /** The account still has this password. */
  readonly mark?: string | null;
  /** The digest of the session that it takes the place of, and which ends with that: nobody ended it meanwhile. */
  readonly before?: Buffer | null;
  /** What was shown just now, on a page: it is noted in the same statement. */
  readonly shown?: Shown | null;
}

/** A sign-in on a page, or one more proof there. */
export interface Shown {
  readonly signInId: Long;
  /** The sign-in that it is a further proof in; its own number: it begins one. */
  readonly beganId: Long;
  readonly at: Date;
  readonly methods: readonly Method[];
  /** What the mailed link among them proves; 1: so little, or there is none. */
  readonly linkRank: Rank;
  readonly agent: UserAgent;
}

type Callback<T = void> = (error?: unknown, value?: T) => void;

/**
 * express-session's store. Written here because a session belongs to an account (and ends with it), is stored under the
 * digest of its id, and takes the time from the injected clock; connect-pg-simple supports none of these.
 */
@Injectable()
export class SessionStore extends Store {
  private readonly touches: WriteBehind<Date>;
  private readonly stored = new WeakMap<SessionData, string>();
  private readonly loaded = new WeakSet<SessionData>();
  private readonly conditions = new WeakMap<SessionData, Condition>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    log: AppLog,
  ) {
    super();
    this.touches = new WriteBehind(async (batch) => {
      const rows = [...batch].map(([hex, end]) => ({ digest: Buffer.from(hex, 'hex'), expires_at: end }));
      await database.query(TOUCH, TOUCH.valuesOf(rows));
    }, log.pino);
  }

  override get(id: string, callback: Callback<SessionData | null>): void {
    settle(this.read(digestOf(id)), callback);
  }

  override set(id: string, session: SessionData, callback: Callback = () => {}): void {
    settle(this.write(id, session), callback);
  }

  override destroy(id: string, callback: Callback = () => {}): void {
    const digest = digestOf(id);
    this.touches.delete(digest.toString('hex'));
    settle(this.database.query(DESTROY, [digest]), callback);
  }

  override createSession(...[request, data]: Parameters<Store['createSession']>): Session & SessionData {
    const session = super.createSession(request, data);
    this.loaded.add(session);
    return session;
  }

  /** Which of them is the first that leads to a session; -1: none. */
  async firstOf(digests: readonly Buffer[]): Promise<number> {
    const rows = await this.database.query<Row & { digest: Buffer }>(GET_SEVERAL, [digests]);
    const open = rows.filter((row) => this.dataIn(row, row.digest) !== null);
    return digests.findIndex((digest) => open.some((row) => row.digest.equals(digest)));
  }

  /** Makes it a condition of the first write of a new session. */
  require(session: SessionData, condition: Condition): void {
    this.conditions.set(session, condition);
  }

  /** Extends it to 30 minutes after the last access (§8), a page's at most to its longest time; written once a second for all sessions. */
  override touch(id: string, session: SessionData, callback: Callback = () => {}): void {
    this.touches.set(digestOf(id).toString('hex'), this.nextEnd(session));
    callback();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.touches.close();
  }

  private async write(id: string, session: SessionData): Promise<void> {
    const json = JSON.stringify(session);
    if (this.stored.get(session) === json) return; // express-session saves again after a handler's own save
    // It may have ended since it was loaded, and writing it would bring it back: what changes takes another id.
    if (this.loaded.has(session)) throw new Error('a session that was loaded is replaced, never changed');
    const { accountId = null, devicePassword = null } = session;
    const { mark = null, before = null, shown = null } = this.conditions.get(session) ?? {};
    const values = [digestOf(id), accountId, json, this.nextEnd(session), devicePassword];
    const conditions = [valueOfMark(mark), before];
    const work = this.database.query(SET, [...values, ...conditions, ...valuesOf(shown)]);
    const written = await work.catch((cause: unknown) => {
      if (!isForeignKeyViolation(cause, 'session_device_password_id_fkey')) throw cause;
      return []; // ended meanwhile
    });
    if (written.length === 0)
      throw before ? new SignInRequired(null) : new CallError(Errors.credentialInvalid, { accountId });
    this.conditions.delete(session);
    if (before) this.touches.delete(before.toString('hex'));
    this.stored.set(session, json);
  }

  private async read(digest: Buffer): Promise<SessionData | null> {
    const [row] = await this.database.query<Row>(GET, [digest]);
    return row ? this.dataIn(row, digest) : null;
  }

  /** null: it is over. */
  private dataIn({ data, client_id: clientId, expires_at: stored }: Row, digest: Buffer): SessionData | null {
    const end = this.touches.get(digest.toString('hex')) ?? stored;
    const now = this.clock.now();
    if (end <= now || (isOfPages(data) && this.latestEnd(data) <= now)) return null;
    return { ...data, ...(clientId !== null && { clientId }) };
  }

  /** After its idle time; a page's at the latest when its longest time is over, so that it ends there in any case (D254). */
  private nextEnd(session: SessionData): Date {
    const idle = this.clock.millis() + this.config.sessionIdleSeconds * SECOND;
    const latest = isOfPages(session) ? this.latestEnd(session).getTime() : Infinity;
    return new Date(Math.min(idle, latest));
  }

  /** When a session of pages ends, however much it is used. */
  private latestEnd({ signedInAt = this.clock.millis() }: SessionData): Date {
    return new Date(signedInAt + this.config.sessionLongestSeconds * SECOND);
  }
}

/** Whether it was opened on a page: neither by a call nor by the form of the web flow, whose sessions open no page (D319). */
export function isOfPages({ isOfCalls, isWebFlow }: SessionData): boolean {
  return !isOfCalls && !isWebFlow;
}

/** Parameters 8 to 15 of SET. */
function valuesOf(shown: Shown | null): unknown[] {
  if (shown === null) return [null, null, null, null, null, null, null, null];
  const { signInId, beganId, at, methods, linkRank, agent } = shown;
  const noted = [signInId, at, keptMethods(methods), methods, youngSince(at), JSON.stringify(agent)];
  return [...noted, beganId, linkRank];
}

/** SQL: what it is worth that these were shown (`Rank`). A factor that is young itself, or gone, is worth no more than a password. */
function rankOf(accountId: string, methods: string, since: string, linkRank: string): string {
  const [passkey, factor] = [hasYoungPasskey(accountId, since), hasYoungFactor(accountId, since)];
  const settled = (shown: string, is: string, young: string): string =>
    `${methods} && '{${shown}}' AND ${is} AND NOT ${young}`;
  return `CASE WHEN ${settled('passkey', hasPasskey(accountId), passkey)} OR ${settled('code,recovery', hasFactor(accountId), factor)} THEN 3
               WHEN ${methods} && '{link}' THEN ${linkRank} ELSE 1 END`;
}

function settle<T>(work: Promise<T>, callback: Callback<T> | Callback): void {
  work.then((value) => (callback as Callback<T>)(null, value), callback);
}
