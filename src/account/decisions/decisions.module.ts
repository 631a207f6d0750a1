import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { SsoModule } from '../../oauth/sso/sso.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { LinkController } from './link.controller.js';
import { ProposalController } from './proposal.controller.js';
import { SignInThenDecide } from './sign-in-then-decide.js';

/** Decisions that a person makes behind a link, after signing in there. */
@Module({
  imports: [AccountsModule, MailedLinksModule, SessionsModule, SsoModule, ThrottleModule],
  controllers: [LinkController, ProposalController],
  providers: [SignInThenDecide],
  exports: [SignInThenDecide],
})
export class DecisionsModule {}
