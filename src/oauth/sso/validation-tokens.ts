import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountService } from '../../identity/accounts/account.service.js';
import { candidatesFor, normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { ClientDirectory } from '../clients/client-directory.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { isForeignKeyViolation } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { ValidationToken } from './validation-token.entity.js';

const LIFETIME_MS = 5 * MINUTE; // D53

/**
 * What does not fit (another ruleset, another audience) uses nothing up. Of several uses one deletes the row (D71). The
 * account is locked first, as deleting it does.
 */
const SPEND = `
  WITH owner AS MATERIALIZED (
    SELECT id FROM account WHERE id = (SELECT account_id FROM validation_token WHERE digest = $1) FOR NO KEY UPDATE
  )
  DELETE FROM validation_token v USING owner, client minter, client mine
   WHERE v.account_id = owner.id AND v.digest = $1 AND v.expires_at > $3 AND mine.id = $2
     AND minter.id = v.client_id AND minter.is_privileged AND NOT minter.is_disabled
     AND (v.audience_id = mine.id OR (v.audience_id IS NULL AND minter.ruleset_id = mine.ruleset_id))
  RETURNING v.account_id`;

/** Whom a client vouches for, and from where. */
export interface ValidationTokenRequest {
  readonly identifier: string;
  /** client_id of the one client that may use it; null: every client of the minter's ruleset. */
  readonly audience: string | null;
  readonly address: string;
}

/** Tokens by which one client vouches to another of its kind for a user (D53): once, for 5 minutes. */
@Injectable()
export class ValidationTokens {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly clients: ClientDirectory,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError identifierUnknown, invalidParameter */
  async mint(client: CallerClient, asked: ValidationTokenRequest): Promise<string> {
    const { identifier, audience, address } = asked;
    const audienceId = audience === null ? null : await this.requireAudience(audience);
    const accountId = await this.accounts.findByIdentifier(formsOf(identifier), client.issuer);
    if (accountId === null) throw new CallError(Errors.identifierUnknown);
    const token = randomSecret();
    const expiresAt = new Date(this.clock.millis() + LIFETIME_MS);
    const row = { digest: digestOf(token), accountId, clientId: client.id, audienceId, expiresAt };
    try {
      await this.database.transaction(async (tx) => {
        await tx.insert(ValidationToken, row);
        const event = { action: 'validation-token.minted', outcome: 'ok', accountId } as const;
        const details = { audience };
        await this.audit.record({ ...event, clientId: client.clientId, address, details }, tx);
      });
    } catch (cause) {
      throw isForeignKeyViolation(cause) ? new CallError(Errors.identifierUnknown) : cause; // deleted meanwhile
    }
    return token;
  }

  /** The account that the token stands for; null when it is unknown, spent, expired or not for this client. */
  async spend(tx: EntityManager, client: CallerClient, token: string): Promise<Long | null> {
    const values = [digestOf(token), client.id, this.clock.now()];
    const [[spent]] = await tx.query<[{ account_id: Long }[], number]>(SPEND, values);
    return spent?.account_id ?? null;
  }

  /** Why one was not accepted, for the log and the audit; what was used is forgotten. */
  async whyNot(tx: EntityManager, token: string): Promise<'unknown or used' | 'expired' | 'other client'> {
    const found = await tx.findOneBy(ValidationToken, { digest: digestOf(token) });
    if (!found) return 'unknown or used';
    return found.expiresAt <= this.clock.now() ? 'expired' : 'other client';
  }

  private async requireAudience(clientId: string): Promise<Long> {
    const client = await this.clients.findByClientId(clientId);
    if (client?.isPrivileged) return client.id;
    const message = 'audience must be the client_id of a privileged client.';
    throw new CallError(Errors.invalidParameter, {}, { message });
  }
}

/** The partner's own id of its user first: nobody else's login, chosen to look like it, gets in between. */
function formsOf(identifier: string): string[] {
  const own = normalizeIdentifier('ExternalId', identifier);
  return own === null ? candidatesFor(identifier) : [own, ...candidatesFor(identifier)];
}
