import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import { FreshCache } from '../../platform/database/fresh-cache.js';
import { unavailable } from '../../platform/errors/outcome.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import type { IssuedTokens } from './access-token.view.js';
import { randomIssue } from './format/access-token.js';
import { grantAnchorOf } from './format/grant-secret.js';
import { FreshTokens } from './fresh-tokens.js';
import type { Target } from './target.js';
import { TokenCount } from './token-count.js';
import type { GrantRequest } from './token-issuer.js';
import { ownGrantContext } from './token-grant.entity.js';

const MAX_CLIENTS = 10_000;
/** Other requests may make, end or renew it at the same moment. */
const TRIES = 5;

const FIND = {
  name: 'own-grant',
  text: `SELECT id, sealed_secret FROM token_grant WHERE client_id = $1 AND account_id IS NULL AND revoked_at IS NULL`,
};
const MAKE = {
  name: 'own-grant-make',
  text: `INSERT INTO token_grant (client_id, token_type, created_at, anchor, sealed_secret) VALUES ($1, 'bearer', $2, $3, $4)
         ON CONFLICT (client_id) WHERE account_id IS NULL AND revoked_at IS NULL DO NOTHING RETURNING id`,
};
/**
 * Gives a grant a new secret when the key that sealed the old one is not listed any more: tokens under that key are invalid
 * too. A secret under a listed key waits for `Resealing`: two nodes, each with another key first, would seal it in turns.
 */
const RENEW = {
  name: 'own-grant-renew',
  text: `UPDATE token_grant SET anchor = $3, sealed_secret = $4
          WHERE id = $1 AND sealed_secret = $2 AND revoked_at IS NULL RETURNING id`,
};

interface Row {
  readonly id: Long;
  readonly sealed_secret: Buffer;
}

/** The standing grant of a client for itself. */
interface OwnGrant {
  readonly id: Long;
  readonly accessSecret: Buffer;
}

/** A request for a token of the client itself. */
interface OwnTokenRequest extends Pick<GrantRequest, 'client' | 'tokenType' | 'thumbprint' | 'address'> {
  /** Restricts the token; null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  /** What it is for. */
  readonly target: Target;
  readonly grantType: string;
}

/**
 * Issues clients' own tokens (RFC 6749 §4.4), all tokens of a client of its one standing grant. This node remembers the
 * secrets of these grants, so that a token costs no statement (D206).
 */
@Injectable()
export class OwnTokens {
  private readonly grants: FreshCache<OwnGrant>;

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly fresh: FreshTokens,
    private readonly sealer: Sealer,
    private readonly audit: AuditLog,
    private readonly count: TokenCount,
    private readonly clock: Clock,
  ) {
    this.grants = new FreshCache(changes, {
      max: MAX_CLIENTS,
      topicsOf: (_client, { id }) => [`grant:${id}`],
    });
  }

  /** @throws CallError clientNotAuthenticated when the client was deleted meanwhile */
  async issue(request: OwnTokenRequest): Promise<IssuedTokens> {
    const { client, tokenType, thumbprint, scope, target, grantType, address } = request;
    const { id: grantId, accessSecret } = await this.grantOf(client);
    const issuedAt = this.clock.millis();
    const issued = { issue: randomIssue(), issuedAt, grantEndsAt: null, thumbprint, scope, target };
    const access = this.fresh.access({ client, grantId, accessSecret, tokenType, ...issued });
    const { clientId } = client;
    const event = { action: 'client-token.issued', outcome: 'ok', target: `grant:${grantId}` } as const;
    this.audit.count({ ...event, clientId, address });
    this.count.issued({ grant: grantType, type: access.tokenType, accountId: null });
    return { refreshToken: null, scope, ...access };
  }

  private async grantOf(client: CallerClient): Promise<OwnGrant> {
    const known = this.grants.get(client.id);
    if (known) return known;
    const grant = await this.grants.load(client.id, () => this.findOrMake(client));
    if (grant === null) throw unavailable({ reason: 'own grant' }, undefined);
    return grant;
  }

  private async findOrMake({ id: clientId }: CallerClient): Promise<OwnGrant | null> {
    const context = ownGrantContext(clientId);
    for (let tries = 0; tries < TRIES; tries++) {
      const [row] = await this.database.query<Row & Record<string, unknown>>(FIND, [clientId]);
      const known = row ? this.sealer.tryOpen('own grant', row.sealed_secret, context) : null;
      if (row && known) return { id: row.id, accessSecret: known };
      const { accessSecret } = this.fresh.grant();
      const kept = [grantAnchorOf(accessSecret), this.sealer.seal('own grant', accessSecret, context)];
      const [made] = await (row ? this.renew(row, kept) : this.make([clientId, this.clock.now(), ...kept]));
      if (made) return { id: made.id, accessSecret };
    }
    return null;
  }

  /** Returns nothing if another request was faster. */
  private renew({ id, sealed_secret: sealed }: Row, kept: Buffer[]): Promise<{ id: Long }[]> {
    const renewed = this.database.query<{ id: Long }>(RENEW, [id, sealed, ...kept]);
    return this.changes.publishWith(renewed, `grant:${id}`);
  }

  private async make(values: unknown[]): Promise<{ id: Long }[]> {
    try {
      return await this.database.query<{ id: Long }>(MAKE, values);
    } catch (cause) {
      throwIfClientGone(cause, 'token_grant_client_id_fkey');
    }
  }
}
