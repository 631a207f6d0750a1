import { Injectable } from '@nestjs/common';
import { MINUTE } from '../../platform/security/clock.js';
import type { Long } from '../../platform/operations/long.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import { signInPage } from '../../oauth/authorize/challenge.page.js';
import { linkPage } from './link.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import { AccountLinks, type OpenLink } from '../../oauth/sso/account-links.js';
import type { Decider, Decision, DecisionOutcome, PathOf, SignInForm } from './sign-in-then-decide.js';

const NOTES = {
  done: 'connect.connected',
  declined: 'connect.declined',
  taken: 'connect.taken',
  over: 'connect.over',
};

/** The decision to connect an account with one at a partner, which can then sign its user in (D117). */
@Injectable()
export class LinkDecision implements Decision<OpenLink> {
  readonly path = 'link';
  readonly yes = 'connect';
  /** A partner signs in here from then on. */
  readonly freshMs = 5 * MINUTE;

  constructor(
    private readonly links: AccountLinks,
    private readonly information: AccountInformationService,
  ) {}

  find(token: string): Promise<OpenLink | null> {
    return this.links.find(token);
  }

  signInPage(reader: Reader, { clientName, ofClient }: OpenLink, form: SignInForm): string {
    return signInPage(reader, { ...form, clientName, look: lookOf(ofClient) });
  }

  isSensitive(): boolean {
    return true;
  }

  /** Any account may be connected, so it asks whoever signs in. */
  async page(
    reader: Reader,
    { clientName, label, ofClient }: OpenLink,
    signedIn: Long,
    path: PathOf,
  ): Promise<string | null> {
    const account = await this.information.find(signedIn);
    if (!account) return null;
    const { accountId, name: accountName } = account;
    const paths = { action: path('/decision'), switchPath: `${path()}?switch=1` };
    return linkPage(reader, {
      ...paths,
      clientName,
      label,
      accountId,
      accountName,
      look: lookOf(ofClient),
    });
  }

  /** Nobody connects an account that the page did not name (D96). */
  isFor(_link: OpenLink, accountId: Long, named: string): boolean {
    return named === accountId;
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
