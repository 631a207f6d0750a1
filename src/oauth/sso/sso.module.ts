import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { Remedies } from '../../identity/accounts/remedies.js';
import { ClientsModule } from '../clients/clients.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AccountLinks } from './account-links.js';
import { AssertionSignIn } from './assertion-sign-in.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { ValidationTokens } from './validation-tokens.js';
import { VouchedSignIn } from './vouched-sign-in.js';

/** Sign-ins for which a client vouches, by a validation token or an assertion, and links with a partner's accounts. */
@Module({
  imports: [AccountsModule, ClientsModule, NotificationsModule, TokensModule],
  controllers: [SingleSignOnController],
  providers: [AccountLinks, AssertionSignIn, ValidationTokens, VouchedSignIn],
  exports: [AccountLinks, AssertionSignIn, ValidationTokens],
})
export class SsoModule {
  constructor(remedies: Remedies, validationTokens: ValidationTokens) {
    remedies.register('validationTokens', (tx, accountId) => validationTokens.endOf(tx, accountId));
  }
}
