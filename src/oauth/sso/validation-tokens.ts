import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockedAccount } from '../../identity/accounts/account-sql.js';
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
import { followUp } from '../../platform/errors/outcome.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { ValidationToken } from './validation-token.entity.js';
import { VouchedSignIn } from './vouched-sign-in.js';
import type { Voucher } from './vouchers.js';

const LIFETIME_MS = 5 * MINUTE; // D53

/**
 * A token that does not match (another ruleset, another audience) is not used up. Of concurrent uses one deletes the
 * row (D71). The account is locked first, as in its deletion.
 */
const SPEND = `
  WITH owner AS MATERIALIZED (
    ${lockedAccount('(SELECT account_id FROM validation_token WHERE digest = $1)')}
  )
  DELETE FROM validation_token v USING owner, client minter, client mine
   WHERE v.account_id = owner.id AND v.digest = $1 AND v.expires_at > $3 AND mine.id = $2
     AND minter.id = v.client_id AND minter.is_privileged AND NOT minter.is_disabled
     AND (v.audience_id = mine.id OR (v.audience_id IS NULL AND minter.ruleset_id = mine.ruleset_id))
  RETURNING v.account_id`;

/** A request for a token: the user to vouch for, and where the request came from. */
interface ValidationTokenRequest {
  readonly identifier: string;
  /** client_id of the only client that may use it; null: every client with the ruleset of its creator. */
  readonly audience: string | null;
  readonly address: string;
}

/**
 * Single-use tokens, valid for 5 minutes, by which one client vouches for a user to another client of its ruleset
 * (D53).
 */
@Injectable()
export class ValidationTokens {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly clients: ClientDirectory,
    private readonly signIn: VouchedSignIn,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Ends the tokens that were not exchanged yet, in the transaction of a remedy. */
  async endOf(tx: EntityManager, accountId: Long): Promise<number> {
    return (await tx.delete(ValidationToken, { accountId })).affected ?? 0;
  }

  /** @throws CallError identifierUnknown, invalidParameter */
  async mint(client: CallerClient, asked: ValidationTokenRequest): Promise<string> {
    const { identifier, audience, address } = asked;
    const { issuer } = client;
    const audienceId = audience === null ? null : await this.requireAudience(audience);
    const accountId = await this.accounts.findByIdentifier(formsOf(identifier, issuer), {
      issuer,
      isInUse: true,
    });
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

  /**
   * Signs in the user for whom the token vouches (§4.2): spends it and creates the grant in one transaction. @throws CallError credentialInvalid, the same for every
   * reason
   */
  async open(voucher: Voucher): Promise<IssuedTokens> {
    const { client, token } = voucher;
    const outcome = await this.database.transaction(async (tx) => {
      const accountId = await this.spend(tx, client, token);
      if (accountId === null) return this.whyNot(tx, token);
      return (await this.signIn.open(tx, voucher, accountId, 'validation-token')) ?? 'disabled';
    });
    if (typeof outcome !== 'string') return outcome;
    const message = 'The validation token is unknown, expired, already used or meant for another client.';
    const refusal = new CallError(Errors.credentialInvalid, { reason: outcome }, { message });
    throw await followUp(this.signIn.refuse(voucher, 'validation-token', refusal));
  }

  /** The account of the token; null when it is unknown, spent, expired or not for this client. */
  private async spend(tx: EntityManager, client: CallerClient, token: string): Promise<Long | null> {
    const values = [digestOf(token), client.id, this.clock.now()];
    const [[spent]] = await tx.query<[{ account_id: Long }[], number]>(SPEND, values);
    return spent?.account_id ?? null;
  }

  /** The reason for the log and the audit; a used token is gone, so it counts as unknown. */
  private async whyNot(
    tx: EntityManager,
    token: string,
  ): Promise<'unknown or used' | 'expired' | 'other client'> {
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

/**
 * The partner's own id of its user comes first, so that another account's login that looks like it can't take its
 * place.
 */
function formsOf(identifier: string, issuer: string): string[] {
  const own = normalizeIdentifier('ExternalId', identifier, null, issuer);
  return own === null ? candidatesFor(identifier) : [own, ...candidatesFor(identifier)];
}
