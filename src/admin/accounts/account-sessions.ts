import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OpenSessions } from '../../identity/sessions/open-sessions.js';
import type { UserAgent } from '../../identity/sign-ins/user-agent.js';
import { AdminSessions } from '../shell/access/admin-sessions.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { endOpenAuthorizations } from '../../oauth/authorize/open-authorizations.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { Clock } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import type { SessionView } from './account.view.js';

const SHOWN = 200;
const LIST = {
  name: 'admin-account-sessions',
  text: `SELECT encode(s.digest, 'hex') AS id, CASE WHEN s.data ? 'isWebFlow' THEN 'webapp' ELSE 'browser' END AS kind,
                c.client_id, s.data->'agent' AS agent, to_timestamp((s.data->>'signedInAt')::float8 / 1000) AS signed_in_at, s.expires_at
           FROM session s LEFT JOIN client c ON c.id = s.client_id WHERE s.account_id = $1 AND s.expires_at > $2
         UNION ALL
         SELECT encode(s.digest, 'hex'), 'administration', NULL, s.agent, s.created_at, s.expires_at
           FROM admin_session s WHERE s.account_id = $1 AND s.expires_at > $2
          ORDER BY signed_in_at DESC NULLS LAST LIMIT ${SHOWN}`,
};

interface Row {
  id: string;
  kind: SessionView['kind'];
  client_id: string | null;
  agent: UserAgent | null;
  signed_in_at: Date | null;
  expires_at: Date;
}

/** The sessions of an account: its own pages, web applications, and the administration. */
@Injectable()
export class AccountSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: OpenSessions,
    private readonly adminSessions: AdminSessions,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async of(accountId: Long): Promise<SessionView[]> {
    const found = await this.database.query<Row>(LIST, [accountId, this.clock.now()]);
    return found.map(
      ({ id, kind, client_id: clientId, agent, signed_in_at: signedInAt, expires_at: expiresAt }) => ({
        sessionId: id,
        kind,
        clientId,
        browser: agent?.browser ?? null,
        system: agent?.system ?? null,
        network: agent?.network ?? null,
        signedInAt,
        lastUsedAt: (kind === 'administration' ? this.adminSessions : this.sessions).lastUseOf(
          signedInAt,
          expiresAt,
        ),
        expiresAt,
      }),
    );
  }

  /** @throws ProblemError notFound */
  async end(accountId: Long, sessionId: string, by: Administrator): Promise<void> {
    const digest = /^[\da-f]{64}$/.test(sessionId) ? Buffer.from(sessionId, 'hex') : Buffer.alloc(0);
    await this.database.transaction(async (tx) => {
      const ended = await this.delete(tx, { accountId, digest });
      if (ended === 0) throw notFound('such session');
      await this.record(tx, accountId, by, ended);
    });
  }

  /** Ends all sessions, and the authorizations at third parties that are still in progress. */
  async endAll(accountId: Long, by: Administrator): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await this.delete(tx, { accountId });
      await endOpenAuthorizations(tx, accountId);
      await this.record(tx, accountId, by, ended);
    });
  }

  private async delete(tx: Transaction, which: { accountId: Long; digest?: Buffer }): Promise<number> {
    return (
      (await this.sessions.end(tx, which.accountId, which)) + (await this.adminSessions.endOf(tx, which))
    );
  }

  private record(tx: EntityManager, accountId: Long, by: Administrator, ended: number): Promise<void> {
    return this.audit.record(doneBy(by, 'account.sessions_ended', `account:${accountId}`, { ended }), tx);
  }
}
