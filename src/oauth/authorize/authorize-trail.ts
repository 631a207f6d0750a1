import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { KnownClient } from '../clients/client-directory.js';
import { LegacyGate } from '../clients/legacy-gate.js';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { AuthorizeRequest } from './authorize-request.js';

/** Logs and records requests to /authorize for the operator. */
@Injectable()
export class AuthorizeTrail {
  constructor(
    private readonly audit: AuditLog,
    private readonly legacy: LegacyGate,
  ) {}

  /**
   * The refusing page or redirect goes to a user, so the log and the audit trail (D125) give the reason.
   * @param client null for an unknown client_id, whose value is not written down
   */
  refused(exchange: Exchange, client: KnownClient | null, why: string): void {
    const clientId = client?.clientId;
    exchange.details = { clientId, problem: why };
    this.audit.count({
      action: 'authorization.refused',
      outcome: 'refused',
      clientId,
      target: `call:${exchange.operation?.name}`,
      address: exchange.origin.address,
      details: { why },
    });
  }

  /** Records what would have been refused to a strict client (D68). */
  accepted({ codeChallenge, redirectUri }: AuthorizeRequest, client: KnownClient): void {
    if (codeChallenge === null) this.legacy.pass(client, 'code-without-pkce');
    if (allowedRedirectUri(redirectUri, client.redirectUrls, true) === null)
      this.legacy.pass(client, 'redirect-uri-below');
  }
}
