import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { KnownClient } from '../clients/client-directory.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { AuthorizationService } from './authorization.service.js';
import type { AuthorizeRequest } from './authorize-request.js';
import { ensureBrowser, isBrowser, NO_BROWSER } from '../../identity/sign-ins/browser-cookie.js';

/** Begins authorizations: for whom, on whose budget, and where they go on (§3.3 B, D202). */
@Injectable()
export class AuthorizeBeginnings {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly signIn: SignIn,
    private readonly config: AppConfig,
  ) {}

  /** @returns the address of the challenge. @throws BudgetSpent */
  async begin(visit: Visit, asked: AuthorizeRequest, client: KnownClient): Promise<string> {
    const sessionId = await this.begun(visit, asked, client);
    return `${this.addressFor(visit)}/challenge?session_id=${sessionId}`;
  }

  /** PUBLIC_URL; the address that a browser came by, if another: its cookie is there. */
  private addressFor(visit: Visit): string {
    const { publicUrl } = this.config;
    const { host, isEncrypted } = visit.exchange.origin;
    const text = `${isEncrypted ? 'https' : 'http'}://${host}`;
    const asked = new URL(URL.canParse(text) ? text : publicUrl);
    const isElsewhere = asked.host !== new URL(publicUrl).host && asked.pathname === '/';
    return isElsewhere && isBrowser(visit) ? asked.origin : publicUrl;
  }

  /**
   * The context is charged to the client's budget if it begins in a network of its servers, else to the network's. A
   * signed-in user has a budget of their own once others have spent the network's.
   */
  private async begun(visit: Visit, asked: AuthorizeRequest, client: KnownClient): Promise<string> {
    const { address } = visit;
    // A server that begins hands the address on (§3.3 B): the browser that opens it first is the one (D202).
    const isOpen = client.profile !== 'strict' && !isBrowser(visit);
    const browser = isOpen ? NO_BROWSER : ensureBrowser(visit);
    if (isInNetworks(address, client.serverNetworks))
      return this.authorization.begin(client, asked, browser, { address, client });
    try {
      return await this.authorization.begin(client, asked, browser, { address });
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      const who = await this.signIn.current(visit);
      if (who === null) throw cause;
      const { accountId } = who;
      return this.authorization.begin(client, asked, browser, { address, accountId });
    }
  }
}
