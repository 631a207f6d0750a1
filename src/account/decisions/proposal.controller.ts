import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { ProposalDecision } from './proposal.decision.js';
import { BY_LINK, SignInThenDecide } from './sign-in-then-decide.js';

/** The pages on which a user decides on a client's proposal (D156, D159, D160). */
@OpenPages('proposal/:token')
export class ProposalController {
  constructor(
    private readonly flow: SignInThenDecide,
    private readonly decision: ProposalDecision,
  ) {}

  @Get()
  @OpenPage('proposal', 'Asks an account what a client asks of it', { because: BY_LINK })
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const link = await this.decision.find(token);
    // A node of 0.2 sent this invitation as a proposal, and nobody has completed its account yet (D311).
    if (link?.completes) return seeOther(`/invitation/${encodeURIComponent(token)}`);
    return this.flow.show(this.decision, { token, visit });
  }

  @Post('sign-in')
  @OpenPage('proposalsignin', 'Signs the user in to decide', { because: BY_LINK, writes: true })
  signIn(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.signInForIt(this.decision, { token, visit });
  }

  @Post('decision')
  @OpenPage('proposaldecision', "The user's decision", { because: BY_LINK, writes: true })
  decide(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.decide(this.decision, { token, visit });
  }
}
