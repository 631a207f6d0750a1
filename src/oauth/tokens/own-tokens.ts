import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { Clock } from '../../platform/security/clock.js';
import type { IssuedTokens } from './access-token.view.js';
import { randomIssue } from './format/access-token.js';
import { FreshTokens } from './fresh-tokens.js';
import { OwnGrants } from './own-grants.js';
import type { TokenType } from './token-grant.entity.js';
import { TokenCount } from './token-count.js';

/** A request for a token of the client itself. */
interface OwnTokenRequest {
  readonly client: CallerClient;
  readonly tokenType: TokenType;
  /** Thumbprint of the key that it is bound to; null: none. */
  readonly thumbprint: Buffer | null;
  /** Restricts the token; null: everything that the client's ruleset allows. */
  readonly scope: string | null;
  readonly grantType: string;
  readonly address: string;
}

/** Issues a client's own tokens (RFC 6749 §4.4), all of its one standing grant. */
@Injectable()
export class OwnTokens {
  constructor(
    private readonly grants: OwnGrants,
    private readonly fresh: FreshTokens,
    private readonly audit: AuditLog,
    private readonly count: TokenCount,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError clientNotAuthenticated when the client was deleted meanwhile */
  async issue(request: OwnTokenRequest): Promise<IssuedTokens> {
    const { client, tokenType, thumbprint, scope, grantType, address } = request;
    const { id: grantId, accessSecret } = await this.grants.of(client);
    const issuedAt = this.clock.millis();
    const issued = { issue: randomIssue(), issuedAt, grantEndsAt: null, thumbprint, scope };
    const access = this.fresh.access({ client, grantId, accessSecret, tokenType, ...issued });
    const target = `grant:${grantId}`;
    const { clientId } = client;
    this.audit.count({ action: 'client-token.issued', outcome: 'ok', target, clientId, address });
    this.count.issued({ grant: grantType, type: access.tokenType, accountId: null });
    return { refreshToken: null, scope, ...access };
  }
}
