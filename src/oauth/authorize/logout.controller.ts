import { Get, Post, Query } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { ClientDirectory } from '../clients/client-directory.js';
import { answerAt } from '../clients/redirect-answer.js';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { QueryParameters } from '../../platform/operations/query-parameters.js';
import { followUp } from '../../platform/errors/outcome.js';
import { signedOutPage, signOutPage, type SignOutReturn } from './sign-out.page.js';
import { readerOf } from '../../platform/pages/reader.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { CurrentHttpSession } from '../../identity/sessions/current-session.js';
import { IdTokens } from '../oidc/id-tokens.js';
import { SignOut } from '../oidc/sign-out.js';
import { single, type AuthorizeParameters } from './authorize-request.js';
import { AuthorizationService } from './authorization.service.js';
import { browserDigests, forgetBrowser } from '../../identity/sign-ins/browser-cookie.js';

/** Sign-out, begun by the user or a third party (OpenID Connect RP-Initiated Logout). The user decides. */
@OpenPages('', 'Third-party authorization')
export class LogoutController {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly sessions: BrowserSessions,
    private readonly clients: ClientDirectory,
    private readonly idTokens: IdTokens,
    private readonly signingOut: SignOut,
  ) {}

  @Get('logout')
  @OpenPage('logout', 'Asks whether to sign out (OpenID Connect RP-Initiated Logout)', {
    because: 'It only asks, and shows nothing of an account.',
    keepsOpener: true,
  })
  @QueryParameters({
    post_logout_redirect_uri: {
      description: 'Where the user may go on afterwards: a RedirectUrl of the client, to the letter.',
    },
    id_token_hint: { description: 'An ID token of the client, expired or not.' },
    client_id: { description: 'The client; beside an id_token_hint the one that it was issued to.' },
    state: { description: 'Comes back with post_logout_redirect_uri.' },
    ui_locales: { description: 'Languages of the page, the preferred one first.' },
  })
  async ask(@Query() parameters: AuthorizeParameters, @CurrentVisit() visit: Visit): Promise<Shown> {
    if (single(parameters, 'done') === 'out') return html(signedOutPage(readerOf(visit)));
    return this.question(parameters, visit);
  }

  @Post('logout')
  @OpenPage('logoutpost', 'The same by POST', {
    because: 'It only asks, and shows nothing of an account.',
    writes: true,
    foreign: { allows: 'anything', because: 'It asks, as the GET to which any site may send a browser.' },
    shows: 'answer',
    keepsOpener: true,
  })
  askByForm(@CurrentVisit() visit: Visit): Promise<Shown> {
    return this.question((visit.body ?? {}) as AuthorizeParameters, visit);
  }

  @Post('sign-out')
  @OpenPage('signout', 'Signs a browser out', {
    because: 'It ends the session that the browser brings, and no other.',
    writes: true,
    keepsOpener: true,
  })
  async signOut(@CurrentVisit() visit: Visit): Promise<Shown> {
    await this.sessions.load(visit);
    await this.signingOut.end(new CurrentHttpSession(visit.exchange), visit.address);
    await followUp(this.authorization.endAll(browserDigests(visit)));
    forgetBrowser(visit);
    const back = await followUp(this.wayBack((visit.body ?? {}) as AuthorizeParameters));
    return seeOther(back?.address ?? '/logout?done=out');
  }

  private async question(parameters: AuthorizeParameters, visit: Visit): Promise<Shown> {
    const back = await this.wayBack(parameters);
    const asked = single(parameters, 'ui_locales')?.replaceAll(' ', ',') ?? '';
    return html(signOutPage(readerOf(visit, { asked }), back), { formTarget: back?.target });
  }

  /** The return address, once it is known to be one of the client's RedirectUrls (D220); null: there is none. */
  private async wayBack(parameters: AuthorizeParameters): Promise<SignOutReturn | null> {
    const asked = single(parameters, 'post_logout_redirect_uri');
    const hint = single(parameters, 'id_token_hint');
    const named = single(parameters, 'client_id');
    const hinted = hint === null ? named : ((await this.idTokens.read(hint))?.clientId ?? null);
    const clientId = named === null || named === hinted ? hinted : null;
    const client = clientId === null ? null : await this.clients.findByClientId(clientId);
    const target = client && asked !== null ? allowedRedirectUri(asked, client.redirectUrls, true) : null;
    if (!client || target === null) return null;
    const state = single(parameters, 'state');
    const { clientId: name, id: ofClient, homepageUrl } = client;
    return { clientId: name, ofClient, target, state, homepageUrl, address: answerAt(target, { state }) };
  }
}
