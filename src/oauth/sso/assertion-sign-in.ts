import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp, isUnavailable } from '../../platform/errors/outcome.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { AccountLinks } from './account-links.js';
import { Assertions, type Assertion } from './assertions.js';
import { VouchedSignIn } from './vouched-sign-in.js';
import type { Voucher } from './vouchers.js';

/** Signs in a user for whom a partner vouches by an assertion (D115, D116). */
@Injectable()
export class AssertionSignIn {
  constructor(
    private readonly database: Database,
    private readonly assertions: Assertions,
    private readonly links: AccountLinks,
    private readonly signIn: VouchedSignIn,
    private readonly config: AppConfig,
  ) {}

  /** @throws CallError credentialInvalid that names the problem; accountNotLinked with a link for the user */
  async open(voucher: Voucher): Promise<IssuedTokens> {
    try {
      const assertion = await this.assertions.verify(voucher.client, voucher.token);
      return await this.openFor(voucher, assertion);
    } catch (cause) {
      throw cause instanceof CallError && !isUnavailable(cause)
        ? await followUp(this.signIn.refuse(voucher, 'assertion', cause))
        : cause;
    }
  }

  private async openFor(voucher: Voucher, assertion: Assertion): Promise<IssuedTokens> {
    const outcome = await this.database.transaction(async (tx) => {
      // Verified before its jti is stored: no other sender can fill the table.
      if (!(await this.assertions.use(tx, assertion))) return 'used';
      const accountId = await this.links.accountOf(tx, assertion);
      if (accountId === null) return { link: await this.links.begin(tx, voucher.client, assertion) };
      return (await this.signIn.open(tx, voucher, accountId, 'assertion')) ?? 'closed';
    });
    if (outcome === 'used') throw invalid('The jti of the assertion was used before.');
    if (outcome === 'closed') throw invalid('The account that is connected with this sub can not sign in.');
    if (!('link' in outcome)) return outcome;
    throw new CallError(
      Errors.accountNotLinked,
      {},
      { uri: `${this.config.publicUrl}/link/${outcome.link}` },
    );
  }
}

function invalid(message: string): CallError {
  return new CallError(Errors.credentialInvalid, {}, { message });
}
