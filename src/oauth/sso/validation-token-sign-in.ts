import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { ValidationTokens } from './validation-tokens.js';
import { VouchedSignIn } from './vouched-sign-in.js';
import type { Voucher } from './vouchers.js';

/** Signs in a user for whom a privileged client vouches by a validation token (§4.2, D53). */
@Injectable()
export class ValidationTokenSignIn {
  constructor(
    private readonly database: Database,
    private readonly tokens: ValidationTokens,
    private readonly signIn: VouchedSignIn,
  ) {}

  /**
   * Spends the token and creates the grant in one transaction. @throws CallError credentialInvalid, the same for every
   * reason
   */
  async open(voucher: Voucher): Promise<IssuedTokens> {
    const { client, token } = voucher;
    const outcome = await this.database.transaction(async (tx) => {
      const accountId = await this.tokens.spend(tx, client, token);
      if (accountId === null) return this.tokens.whyNot(tx, token);
      return (await this.signIn.open(tx, voucher, accountId, 'validation-token')) ?? 'disabled';
    });
    if (typeof outcome !== 'string') return outcome;
    const message = 'The validation token is unknown, expired, already used or meant for another client.';
    const refusal = new CallError(Errors.credentialInvalid, { reason: outcome }, { message });
    throw await followUp(this.signIn.refuse(voucher, 'validation-token', refusal));
  }
}
