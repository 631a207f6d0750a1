import { Get, Param, Post, Query } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import { browserDigests } from '../../identity/sign-ins/browser-cookie.js';
import { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { SignInThenDecide } from '../decisions/sign-in-then-decide.js';
import { ConnectionDecision } from './connection.decision.js';

const BY_BROWSER =
  'The token says what is asked, of the browser that came back from a provider; whoever accepts signs in on its page.';

/** The pages on which a user connects the account with a provider: only in that browser, after the account's own sign-in. */
@OpenPages('connection/:token')
export class ConnectionController {
  constructor(
    private readonly flow: SignInThenDecide,
    private readonly connections: ProviderConnections,
    private readonly information: AccountInformationService,
  ) {}

  @Get()
  @OpenPage('connection', 'Asks a user to connect the account with a provider', {
    because: BY_BROWSER,
    keepsOpener: true,
  })
  show(
    @Param('token') token: string,
    @Query('switch') wantsSwitch: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.flow.show(this.decisionFor(visit), { token, visit }, wantsSwitch !== undefined);
  }

  @Post('sign-in')
  @OpenPage('connectionsignin', 'Signs the user in to connect a provider', {
    because: BY_BROWSER,
    writes: true,
    keepsOpener: true,
  })
  signIn(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.signInForIt(this.decisionFor(visit), { token, visit });
  }

  @Post('decision')
  @OpenPage('connectiondecision', "The user's decision", {
    because: BY_BROWSER,
    writes: true,
    keepsOpener: true,
  })
  decide(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.decide(this.decisionFor(visit), { token, visit });
  }

  private decisionFor(visit: Visit): ConnectionDecision {
    return new ConnectionDecision(this.connections, this.information, browserDigests(visit));
  }
}
