import { Get, Param, Post, Query } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { LinkDecision } from './link.decision.js';
import { BY_LINK, SignInThenDecide } from './sign-in-then-decide.js';

/** The pages on which a user connects an account with a partner (D117). */
@OpenPages('link/:token')
export class LinkController {
  constructor(
    private readonly flow: SignInThenDecide,
    private readonly decision: LinkDecision,
  ) {}

  @Get()
  @OpenPage('link', 'Asks a user to connect an account with a partner', { because: BY_LINK })
  show(
    @Param('token') token: string,
    @Query('switch') wantsSwitch: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.flow.show(this.decision, { token, visit }, wantsSwitch !== undefined);
  }

  @Post('sign-in')
  @OpenPage('linksignin', 'Signs the user in to connect an account', { because: BY_LINK, writes: true })
  signIn(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.signInForIt(this.decision, { token, visit });
  }

  @Post('decision')
  @OpenPage('linkdecision', "The user's decision", { because: BY_LINK, writes: true })
  decide(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.decide(this.decision, { token, visit });
  }
}
