import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import type { CallerClient } from '../contract/caller.js';
import type { Long } from '../contract/long.js';
import { Changes } from '../database/changes.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock } from '../security/clock.js';
import { digestOf } from '../security/secrets.js';

const FIND = {
  name: 'token-to-revoke',
  text: `SELECT 'access' AS kind, g.id AS grant_id, g.client_id FROM access_token t JOIN token_grant g ON g.id = t.grant_id WHERE t.digest = $1
         UNION ALL
         SELECT 'refresh', g.id, g.client_id FROM refresh_token t JOIN token_grant g ON g.id = t.grant_id WHERE t.digest = $1`,
};
const DELETE_ACCESS_TOKEN = {
  name: 'access-token-delete',
  text: 'DELETE FROM access_token WHERE digest = $1',
};

/** Ends tokens. After it has answered this node never honours them again; the others hear of it at once. */
@Injectable()
export class TokenRevoker {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * RFC 7009: an access token ends alone, a refresh token ends its whole grant; an unknown token is fine.
   * @throws CallError grantNotValid when the token is another client's
   */
  async revoke(client: CallerClient, token: string): Promise<void> {
    const digest = digestOf(token);
    const [found] = await this.database.query<{ kind: string; grant_id: Long; client_id: Long }>(FIND, [
      digest,
    ]);
    if (!found) return;
    if (found.client_id !== client.id) {
      throw new CallError(Errors.grantNotValid, {}, { message: 'The token was issued to another client.' });
    }
    if (found.kind === 'refresh') return this.revokeGrant(found.grant_id, 'token.revoked', client.clientId);
    await this.database.query(DELETE_ACCESS_TOKEN, [digest]);
    await this.changes.publish(`token:${digest.toString('hex')}`);
  }

  /** A refresh token that was spent came back after its grace: it was stolen, or its successor was (D49). */
  revokeStolen(grantId: Long, clientId: string): Promise<void> {
    return this.revokeGrant(grantId, 'token.reused', clientId);
  }

  /** An authorization code came a second time: it leaked, or the tokens of its first use did (D54). */
  revokeReusedCode(grantId: Long, clientId: string): Promise<void> {
    return this.revokeGrant(grantId, 'code.reused', clientId);
  }

  /** Revokes an account's grants to a client, in the caller's transaction. @returns what to announce after it */
  endGrants(tx: EntityManager, accountId: Long, clientId: Long): Promise<Long[]> {
    return this.endWhere(tx, 'account_id = $2 AND client_id = $3', [accountId, clientId]);
  }

  /**
   * The same for what was signed in by a password, without a consent.
   * @param grantId only that one; null: all
   */
  endDeviceGrants(tx: EntityManager, accountId: Long, grantId: Long | null): Promise<Long[]> {
    const noConsent = `NOT EXISTS (SELECT FROM consent n WHERE n.account_id = g.account_id AND n.client_id = g.client_id)`;
    const which = `account_id = $2 AND ($3::bigint IS NULL OR id = $3) AND ${noConsent}`;
    return this.endWhere(tx, which, [accountId, grantId]);
  }

  /** Locked in the order of their ids: two that end several never wait for each other. */
  private async endWhere(tx: EntityManager, which: string, values: unknown[]): Promise<Long[]> {
    const [ended] = await tx.query<[{ id: Long }[], number]>(
      `UPDATE token_grant SET revoked_at = $1, expires_at = least(expires_at, $1)
        WHERE id IN (SELECT id FROM token_grant g WHERE ${which} AND revoked_at IS NULL ORDER BY id FOR UPDATE)
       RETURNING id`,
      [this.clock.now(), ...values],
    );
    return ended.map(({ id }) => id);
  }

  /** From here on no node honours a token of these grants. */
  async announce(grantIds: readonly Long[]): Promise<void> {
    await Promise.all(grantIds.map((id) => this.changes.publish(`grant:${id}`)));
  }

  private async revokeGrant(grantId: Long, action: string, clientId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(
        'UPDATE token_grant SET revoked_at = $2, expires_at = least(expires_at, $2) WHERE id = $1 AND revoked_at IS NULL',
        [grantId, this.clock.now()],
      );
      const outcome = action === 'token.revoked' ? 'ok' : 'refused';
      await this.audit.record({ action, outcome, clientId, target: `grant:${grantId}` }, tx);
    });
    await this.changes.publish(`grant:${grantId}`);
  }
}
