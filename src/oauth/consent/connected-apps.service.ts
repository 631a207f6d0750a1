import { Injectable } from '@nestjs/common';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditEntry } from '../../platform/audit/audit-entry.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { endOpenCodes } from '../tokens/authorization-codes.js';
import { BackchannelLogout } from '../oidc/backchannel-logout.js';
import { TokenRevoker } from '../tokens/token-revoker.js';

const FIND = {
  name: 'connected-apps',
  text: `SELECT c.client_id, c.name, c.homepage_url, n.scopes, n.created_at FROM consent n JOIN client c ON c.id = n.client_id
          WHERE n.account_id = $1 ORDER BY n.created_at DESC`,
};

/** The account that disconnects, and its address. */
export interface ByUser {
  readonly accountId: Long;
  readonly address: string;
}

/** An application that the account allowed to use it (D61). */
export interface ConnectedApp {
  readonly clientId: string;
  readonly name: string;
  readonly homepageUrl: string | null;
  readonly scopes: readonly string[];
  readonly since: Date;
}

/** Lists and disconnects the "connected apps" of an account (D61). */
@Injectable()
export class ConnectedApps {
  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly backchannel: BackchannelLogout,
    private readonly audit: AuditLog,
  ) {}

  async of(accountId: Long): Promise<ConnectedApp[]> {
    const rows = await this.database.query<{
      client_id: string;
      name: string;
      homepage_url: string | null;
      scopes: string[];
      created_at: Date;
    }>(FIND, [accountId]);
    return rows.map(({ client_id: clientId, homepage_url: homepageUrl, created_at: since, ...row }) => ({
      ...{ clientId, name: row.name, homepageUrl, scopes: row.scopes, since },
    }));
  }

  /** The user disconnects the client: its consent, open codes and all its tokens for this account end at once. */
  async disconnect({ accountId, address }: ByUser, clientId: string): Promise<void> {
    await this.end(accountId, clientId, {
      action: 'consent.ended',
      outcome: 'ok',
      accountId,
      clientId,
      address,
    });
  }

  /** An administrator disconnects it. @returns false: the account allowed the client nothing */
  endFor(accountId: Long, clientId: string, actor: AuditActor): Promise<boolean> {
    const event = { action: 'account.consent_ended', outcome: 'ok', target: `account:${accountId}` } as const;
    return this.end(accountId, clientId, { ...event, ...actor, details: { client: clientId } });
  }

  private async end(accountId: Long, clientId: string, event: AuditEntry): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const [[ended]] = await tx.query<[{ client_id: Long }[], number]>(
        `DELETE FROM consent n USING client c
          WHERE c.id = n.client_id AND n.account_id = $1 AND c.client_id = $2 RETURNING n.client_id`,
        [accountId, clientId],
      );
      if (!ended) return false;
      await this.backchannel.tellClient(tx, accountId, ended.client_id); // grants before codes, as everywhere
      await endOpenCodes(tx, accountId, { clientId: ended.client_id });
      await this.audit.record(event, tx);
      await this.revoker.endGrants(tx, accountId, ended.client_id);
      return true;
    });
  }
}
