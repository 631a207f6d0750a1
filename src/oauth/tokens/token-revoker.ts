import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { endGrants } from './end-grants.js';
import {
  DELETE_ACCESS_TOKEN,
  END_ACCESS_TOKEN,
  END_GRANT,
  FIND,
  type GrantEnd,
} from './revoke-statements.js';

/** Reasons to end a grant that mean theft, with the kind of the reused token. */
const REUSED: Partial<Record<GrantEnd, string>> = {
  'token.reused': 'refresh_token',
  'code.reused': 'code',
};

/** Revokes tokens. Once it has answered, this node never accepts them again; other nodes are notified at once. */
@Injectable()
export class TokenRevoker {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * RFC 7009: an access token is revoked alone, a refresh token with its whole grant; an unknown token is no error.
   * @throws CallError grantNotValid when the token is another client's
   */
  async revoke(client: CallerClient, token: string, address: string): Promise<void> {
    const digest = digestOf(token);
    const [found] = await this.database.query<{ kind: string; grant_id: Long; client_id: Long }>(FIND, [
      digest,
    ]);
    if (!found) return;
    if (found.client_id !== client.id) {
      throw new CallError(Errors.grantNotValid, {}, { message: 'The token was issued to another client.' });
    }
    const { clientId } = client;
    if (found.kind === 'refresh')
      return this.endGrant(found.grant_id, 'token.revoked', { accountId: null, clientId, address });
    const deleted = this.database.query(DELETE_ACCESS_TOKEN, [digest, this.clock.now(), clientId, address]);
    await this.changes.publishWith(deleted, `token:${digest.toString('hex')}`);
  }

  /** A spent refresh token was presented after its grace period: it was stolen, or its successor was (D49). */
  revokeStolen(grantId: Long, clientId: string, address: string): Promise<void> {
    return this.endGrant(grantId, 'token.reused', { accountId: null, clientId, address });
  }

  /** An authorization code was used twice: it leaked, or the tokens of its first use did (D54). */
  revokeReusedCode(grantId: Long, clientId: string, address: string): Promise<void> {
    return this.endGrant(grantId, 'code.reused', { accountId: null, clientId, address });
  }

  /** Revokes a grant for an administrator; one that has ended already is left as it is. */
  end(grantId: Long, actor: AuditActor): Promise<void> {
    return this.endGrant(grantId, 'grant.ended', actor);
  }

  /**
   * Revokes a token for an administrator: an access token alone, a refresh token with its grant. @returns false: there
   * is no such token
   */
  async endToken(token: string, actor: AuditActor): Promise<boolean> {
    const digest = digestOf(token);
    const [found] = await this.database.query<{ kind: string; grant_id: Long }>(FIND, [digest]);
    if (!found) return false;
    if (found.kind === 'refresh') {
      await this.end(found.grant_id, actor);
      return true;
    }
    const { accountId, clientId, address } = actor;
    const values = [digest, this.clock.now(), clientId, address, accountId];
    const ended = this.database.query(END_ACCESS_TOKEN, values);
    await this.changes.publishWith(ended, `token:${digest.toString('hex')}`);
    return true;
  }

  /** Revokes every grant of an account, in the caller's transaction. @returns the number of those that were active */
  endAllGrants(tx: Transaction, accountId: Long): Promise<number> {
    return this.endWhere(tx, 'account_id = $2', [accountId]);
  }

  /** The same, for the grants of one client. */
  endGrants(tx: Transaction, accountId: Long, clientId: Long): Promise<number> {
    return this.endWhere(tx, 'account_id = $2 AND client_id = $3', [accountId, clientId]);
  }

  /**
   * The same, for all grants that fit.
   * @param which condition on the table `g`, its parameters from `$2` on
   */
  async endWhere(tx: Transaction, which: string, values: readonly unknown[]): Promise<number> {
    const ended = await endGrants(tx, this.clock.now(), which, values);
    this.changes.publishAfter(tx, ...ended.map((id) => `grant:${id}`));
    return ended.length;
  }

  private async endGrant(grantId: Long, how: GrantEnd, by: AuditActor): Promise<void> {
    const { accountId, clientId, address } = by;
    const values = [grantId, this.clock.now(), clientId, address, accountId];
    const ending = this.database.query(END_GRANT[how], values);
    const ended = await this.changes.publishWith(ending, `grant:${grantId}`);
    const what = REUSED[how];
    if (what && ended.length > 0) this.metrics.reuses.inc({ what });
  }
}
