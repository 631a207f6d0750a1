import { Get, Param, Post, Query } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import type { Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { MINUTE } from '../../platform/security/clock.js';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import { signInPage } from '../../oauth/authorize/challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { AccountLinks, type OpenLink } from '../../oauth/sso/account-links.js';
import { ConnectingDecision } from './connecting.decision.js';
import {
  BY_LINK,
  SignInThenDecide,
  type Decider,
  type Decision,
  type DecisionOutcome,
  type DeciderSignIn,
} from './sign-in-then-decide.js';

const NOTES = {
  done: 'connect.connected',
  declined: 'connect.declined',
  taken: 'connect.taken',
  over: 'connect.over',
};

/**
 * The pages on which a user connects an account with a partner, which can then sign its user in (D117). It is the decision
 * that `SignInThenDecide` leads to.
 */
@OpenPages('link/:token')
export class LinkController extends ConnectingDecision<OpenLink> implements Decision<OpenLink> {
  readonly path = 'link';
  /** Short, because the partner can sign the user in afterwards. */
  readonly freshMs = 5 * MINUTE;

  constructor(
    private readonly flow: SignInThenDecide,
    private readonly links: AccountLinks,
    information: AccountInformationService,
  ) {
    super(information);
  }

  @Get()
  @OpenPage('link', 'Asks a user to connect an account with a partner', { because: BY_LINK })
  show(
    @Param('token') token: string,
    @Query('switch') wantsSwitch: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.flow.show(this, { token, visit }, wantsSwitch !== undefined);
  }

  @Post('sign-in')
  @OpenPage('linksignin', 'Signs the user in to connect an account', { because: BY_LINK, writes: true })
  signIn(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.signInForIt(this, { token, visit });
  }

  @Post('decision')
  @OpenPage('linkdecision', "The user's decision", { because: BY_LINK, writes: true })
  decide(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    return this.flow.decide(this, { token, visit });
  }

  find(token: string): Promise<OpenLink | null> {
    return this.links.find(token);
  }

  signInPage(reader: Reader, { clientName, ofClient }: OpenLink, form: DeciderSignIn): string {
    return signInPage(reader, { ...form, clientName, look: lookOf(ofClient) });
  }

  async accept(token: string, _link: OpenLink, by: Decider): Promise<DecisionOutcome> {
    const outcome = await this.links.connect(token, by);
    return outcome === 'connected' ? 'done' : outcome;
  }

  decline(token: string, by: Parameters<AccountLinks['decline']>[1]): Promise<void> {
    return this.links.decline(token, by);
  }

  noteKey(outcome: keyof typeof NOTES): string {
    return NOTES[outcome];
  }
}
