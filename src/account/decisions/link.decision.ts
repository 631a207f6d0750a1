import { Injectable } from '@nestjs/common';
import { MINUTE } from '../../platform/security/clock.js';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import { signInPage } from '../../oauth/authorize/challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { AccountLinks, type OpenLink } from '../../oauth/sso/account-links.js';
import type { Decider, Decision, DecisionOutcome, DeciderSignIn } from './sign-in-then-decide.js';
import { ConnectingDecision } from './connecting.decision.js';

const NOTES = {
  done: 'connect.connected',
  declined: 'connect.declined',
  taken: 'connect.taken',
  over: 'connect.over',
};

/** The decision to connect an account with a partner, which can then sign its user in (D117). */
@Injectable()
export class LinkDecision extends ConnectingDecision<OpenLink> implements Decision<OpenLink> {
  readonly path = 'link';
  /** Short, because the partner can sign the user in afterwards. */
  readonly freshMs = 5 * MINUTE;

  constructor(
    private readonly links: AccountLinks,
    information: AccountInformationService,
  ) {
    super(information);
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
