import { Module } from '@nestjs/common';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { SsoModule } from '../../oauth/sso/sso.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { LinkController } from './link.controller.js';
import { LinkDecision } from './link.decision.js';
import { ProposalController } from './proposal.controller.js';
import { ProposalDecision } from './proposal.decision.js';
import { Proposals } from './proposals.service.js';
import { SignInThenDecide } from './sign-in-then-decide.js';

/** What a person answers by signing in on the page of a link. */
@Module({
  imports: [FamiliesModule, MailedLinksModule, SessionsModule, SsoModule, ThrottleModule],
  controllers: [LinkController, ProposalController],
  providers: [LinkDecision, ProposalDecision, Proposals, SignInThenDecide],
  exports: [SignInThenDecide],
})
export class DecisionsModule {}
