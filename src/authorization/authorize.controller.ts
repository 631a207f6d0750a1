import { Controller, Get, Post, Query, Req, Res, type RawBodyRequest } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import type { Answer } from '../clients/redirect-answer.js';
import { redirectVerdict } from '../clients/redirect-verdict.js';
import { AppConfig } from '../config/app-config.js';
import { HTML } from '../contract/answers.js';
import { OpenPage } from '../contract/declare.js';
import { exchangeOf } from '../contract/exchange.js';
import { authorizationProblemPage } from '../pages/challenge.page.js';
import { languageFor } from '../pages/texts/texts.js';
import { isInNetworks } from '../security/public-address.js';
import { HttpSessions, sessionAccountOf, sessionSignInOf } from '../sessions/http-session.js';
import { BudgetSpent } from '../throttle/budget-spent.js';
import {
  isError,
  plainAscii,
  readRequest,
  redirectUriOf,
  single,
  stateOf,
  type AuthorizeParameters,
  type AuthorizeRequest,
} from './authorize-request.js';
import { AuthorizationService } from './authorization.service.js';
import { AuthorizeTrail } from './authorize-trail.js';
import { ensureBrowser } from './browser-cookie.js';
import { redirectBack, redirectTo } from './redirect-answer.js';

/** The authorization endpoint (§4.2 GET /authorize, RFC 6749 §4.1.1): everything it checks, it checks before the user sees anything. */
@ApiTags('Third-party authorization')
@Controller('authorize')
export class AuthorizeController {
  constructor(
    private readonly authorization: AuthorizationService,
    private readonly clients: ClientDirectory,
    private readonly trail: AuthorizeTrail,
    private readonly sessions: HttpSessions,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @OpenPage('oauth2authorize', 'Begin an authorization: 302 to the challenge (RFC 6749 §4.1.1, PKCE)', {
    answers: { 302: null, 400: HTML, 429: HTML },
  })
  async authorize(
    @Query() parameters: AuthorizeParameters,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.set('Cache-Control', 'no-store');
    const clientId = single(parameters, 'client_id');
    const client = clientId === null ? null : await this.clients.findByClientId(clientId);
    if (!client) {
      const problem = 'client_id is missing, unknown or disabled.';
      this.trail.refused(exchangeOf(request), null, problem);
      return this.refuse(request, response, problem);
    }
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri === null) {
      const [problem, why] = problemWithRedirectUri(parameters, client);
      this.trail.refused(exchangeOf(request), client, why);
      return this.refuse(request, response, problem);
    }
    const back = { redirectUri, state: stateOf(queryOf(request), parameters) };
    const asked = readRequest(parameters, client, back);
    if (isError(asked)) {
      const { error, description } = asked;
      this.trail.refused(exchangeOf(request), client, description);
      return this.answer(response, back, { error, error_description: description });
    }
    this.trail.accepted(asked, client);
    if (asked.prompt === 'none') return this.answerUnseen(request, response, asked, client);
    try {
      const sessionId = await this.begin(request, response, asked, client);
      response.redirect(302, `/challenge?session_id=${sessionId}`);
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      response.status(429).set(cause.headers);
      this.sendProblem(request, response, 'tooMany', null);
    }
  }

  /** OpenID Connect Core §3.1.2.1. As a GET, since a browser sends no cookies along with another site's form. */
  @Post()
  @OpenPage('oauth2authorizepost', 'The same by POST: 303 to the GET', {
    writes: true,
    answers: { 303: null },
    foreign: { allows: 'anything', because: 'It leads to the GET, which any site may send a browser to.' },
  })
  authorizeByForm(@Req() request: RawBodyRequest<Request>, @Res() response: Response): void {
    // The form is written as a query is; read and written anew, its state would not be what it was (D108).
    const form = request.rawBody?.toString('latin1') ?? '';
    redirectTo(response, 303, `/authorize?${plainAscii(form)}`);
  }

  /**
   * The context is on the budget of the client, where it begins in a network of its servers; else on that of the network.
   * Where others have spent that, whoever is signed in has one of their own.
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

  /** prompt=none: an answer at once, or an error that says what it would take. */
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
      return this.answer(response, asked, { error: 'login_required' });
    const scopes = this.authorization.scopesFor(asked.scope, client);
    if (!(await this.authorization.isRemembered(accountId, client, scopes)))
      return this.answer(response, asked, { error: 'consent_required' });
    const code = await this.authorization.repeat(asked, client, {
      accountId,
      at,
      address: exchangeOf(request).origin.address,
    });
    this.answer(response, asked, { code });
  }

  private answer(
    response: Response,
    asked: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
    answer: Answer,
  ): void {
    redirectBack(response, 302, asked, { ...answer, iss: this.config.publicUrl });
  }

  /** D57: nothing is sent to an address that nobody vouched for. */
  private refuse(request: Request, response: Response, detail: string): void {
    response.status(400);
    this.sendProblem(request, response, 'refused', detail);
  }

  private sendProblem(
    request: Request,
    response: Response,
    key: 'refused' | 'tooMany',
    detail: string | null,
  ): void {
    const language = languageFor(request.headers['accept-language'], null);
    const { requestId } = exchangeOf(request);
    response.type('html').send(authorizationProblemPage(language, key, detail, requestId));
  }
}

/** For the page that anybody can open, and for the operator, who may read what the client record holds. */
function problemWithRedirectUri(parameters: AuthorizeParameters, client: KnownClient): [string, string] {
  const given = single(parameters, 'redirect_uri');
  const isStrict = client.profile === 'strict';
  if (given === null) {
    const missing = 'redirect_uri is missing, or there is more than one.';
    return [missing, missing];
  }
  const problem = isStrict
    ? 'redirect_uri is not one of the RedirectUrls of the client record, to the letter, as its profile strict demands.'
    : 'redirect_uri does not belong to a RedirectUrl of the client record, or has a parameter that Hearth answers with.';
  return [problem, `redirect_uri: ${redirectVerdict(given, client.redirectUrls, isStrict).reason}`];
}

/** What stands behind the `?`, as it was sent. */
function queryOf(request: Request): string {
  const { target } = exchangeOf(request);
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}
