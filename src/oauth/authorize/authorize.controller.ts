import { Controller, Get, Header, Post, Req, Res, UseFilters, type RawBodyRequest } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { KnownClient } from '../clients/client-directory.js';
import { HTML } from '../../platform/operations/answers.js';
import { ClientPage, OpenPage } from '../../platform/operations/declare.js';
import { QueryParameters } from '../../platform/operations/query-parameters.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { HttpSessions, sessionAccountOf, sessionSignInOf } from '../../identity/sessions/http-session.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { AskingClient } from './asking-client.js';
import { AUTHORIZE_PARAMETERS } from './authorize-parameters.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { AuthorizeRefusals } from './authorize-refusals.filter.js';
import { isError, plainAscii, readRequest, type AuthorizeRequest } from './authorize-request.js';
import { AuthorizeTrail } from './authorize-trail.js';
import { ensureBrowser } from './browser-cookie.js';
import { redirectTo } from './redirect-answer.js';

/**
 * The authorization endpoint (§4.2 GET /authorize, RFC 6749 §4.1.1): checks everything before the user sees anything.
 */
@ApiTags('Third-party authorization')
@Controller('authorize')
@UseFilters(AuthorizeRefusals)
export class AuthorizeController {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly answers: AuthorizeAnswers,
    private readonly trail: AuthorizeTrail,
    private readonly sessions: HttpSessions,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ClientPage('oauth2authorize', 'Begin an authorization: 302 to the challenge (RFC 6749 §4.1.1, PKCE)', {
    302: null,
    400: HTML,
    429: HTML,
  })
  @QueryParameters(AUTHORIZE_PARAMETERS)
  async authorize(
    @AskingClient() client: KnownClient,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const way = this.answers.wayBack(request, response, client);
    if (way === null) return;
    const asked = readRequest(request.query, client, way);
    if (isError(asked)) return this.answers.refuse(request, response, client, way, asked);
    this.trail.accepted(asked, client);
    if (asked.prompt === 'none') return this.answerUnseen(request, response, asked, client);
    try {
      const sessionId = await this.begin(request, response, asked, client);
      response.redirect(302, `/challenge?session_id=${sessionId}`);
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      this.answers.tooMany(request, response, cause);
    }
  }

  /** OpenID Connect Core §3.1.2.1. Redirects to the GET, since browsers send no cookies with a form of another site. */
  @Post()
  @OpenPage('oauth2authorizepost', 'The same by POST: 303 to the GET', {
    because: 'It does nothing but lead to the GET, where the client is judged.',
    writes: true,
    answers: { 303: null },
    foreign: { allows: 'anything', because: 'It leads to the GET, which any site may send a browser to.' },
  })
  authorizeByForm(@Req() request: RawBodyRequest<Request>, @Res() response: Response): void {
    // A form is encoded like a query; parsing and rebuilding it would change its state (D108).
    const form = request.rawBody?.toString('latin1') ?? '';
    redirectTo(response, 303, `/authorize?${plainAscii(form)}`);
  }

  /**
   * The context is charged to the client's budget if it begins in a network of its servers, else to the network's. A
   * signed-in user has a budget of their own once others have spent the network's.
   */
  private async begin(
    request: Request,
    response: Response,
    asked: AuthorizeRequest,
    client: KnownClient,
  ): Promise<string> {
    const { address } = exchangeOf(request).origin;
    const browser = ensureBrowser(request, response);
    if (isInNetworks(address, client.serverNetworks))
      return this.authorization.begin(client, asked, browser, { address, client });
    try {
      return await this.authorization.begin(client, asked, browser, { address });
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      await this.sessions.load(request, response);
      const accountId = sessionAccountOf(request);
      if (accountId === null) throw cause;
      return this.authorization.begin(client, asked, browser, { address, accountId });
    }
  }

  /** prompt=none: an answer at once, or the error that names the missing step. */
  private async answerUnseen(
    request: Request,
    response: Response,
    asked: AuthorizeRequest,
    client: KnownClient,
  ): Promise<void> {
    await this.sessions.load(request, response);
    const accountId = sessionAccountOf(request);
    const at = sessionSignInOf(request);
    if (accountId === null || this.authorization.isNewSignInAsked(asked, at))
      return this.answers.back(response, asked, { error: 'login_required' });
    const scopes = this.authorization.scopesFor(asked.scope, client);
    if (!(await this.authorization.isRemembered(accountId, client, scopes)))
      return this.answers.back(response, asked, { error: 'consent_required' });
    const code = await this.authorization.repeat(asked, client, {
      accountId,
      at,
      address: exchangeOf(request).origin.address,
    });
    this.answers.back(response, asked, { code });
  }
}
