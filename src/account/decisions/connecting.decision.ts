import type { Long } from '../../platform/operations/long.js';
import type { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import { linkPage } from './link.page.js';
import { lookOf } from '../../platform/pages/look.js';
import type { Reader } from '../../platform/pages/reader.js';
import type { OpenLink } from '../../oauth/sso/account-links.js';
import type { PathOf, Asked } from './sign-in-then-decide.js';

/** The common part of the decisions to connect an account with a partner (D117) or a provider (D258). */
export abstract class ConnectingDecision<A extends Asked & Pick<OpenLink, 'label'>> {
  readonly yes = 'connect';

  constructor(private readonly information: AccountInformationService) {}

  isSensitive(): boolean {
    return true;
  }

  /** Any account may be connected, so the page asks every person who signs in. */
  async page(reader: Reader, asked: A, signedIn: Long, path: PathOf): Promise<string | null> {
    const account = await this.information.find(signedIn);
    if (!account) return null;
    const { clientName, label, ofClient = null } = asked;
    const { accountId, name: accountName } = account;
    const paths = { action: path('/decision'), switchPath: `${path()}?switch=1` };
    return linkPage(reader, { ...paths, clientName, label, accountId, accountName, look: lookOf(ofClient) });
  }

  /** Nobody connects an account that the page did not name (D96). */
  isFor(_asked: A, accountId: Long, named: string): boolean {
    return named === accountId;
  }
}
