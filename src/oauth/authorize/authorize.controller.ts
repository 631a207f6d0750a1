import { Get, Post, UseFilters } from '@nestjs/common';
import { ClientPages } from '../../platform/operations/controllers.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import type { KnownClient } from '../clients/client-directory.js';
import { HTML } from '../../platform/operations/answers.js';
import { ClientPage, OpenPage } from '../../platform/operations/declare.js';
import { redirect, seeOther, Shown } from '../../platform/operations/shown.js';
import { QueryParameters } from '../../platform/operations/query-parameters.js';
import { followUp } from '../../platform/errors/outcome.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { AskingClient } from './asking-client.js';
import { AuthorizationDecisions } from './authorization-decisions.js';
import { AuthorizationService } from './authorization.service.js';
import { IN_THE_URL, PUSHED } from './authorize-parameters.js';
import { AuthorizeAnswers } from './authorize-answers.js';
import { AuthorizeRefusals } from './authorize-refusals.filter.js';
import { UNMET } from './asked-acrs.js';
import { isError, plainAscii, type AuthorizeRequest } from './authorize-request.js';
import { AuthorizeRequests, isHinted } from './authorize-requests.js';
import type { SentRequest } from './sent-request.js';

/**
 * The authorization endpoint (§4.2 GET /authorize, RFC 6749 §4.1.1): checks everything before the user sees anything.
 */
@ClientPages('authorize', 'Third-party authorization')
@UseFilters(AuthorizeRefusals)
export class AuthorizeController {
  constructor(
    private readonly requests: AuthorizeRequests,
    private readonly authorization: AuthorizationService,
    private readonly decisions: AuthorizationDecisions,
    private readonly signIn: SignIn,
    private readonly answers: AuthorizeAnswers,
  ) {}

  @Get()
  @ClientPage('oauth2authorize', 'Begin an authorization: 302 to the challenge (RFC 6749 §4.1.1, PKCE)', {
    200: HTML,
    302: null,
    400: HTML,
    429: HTML,
  })
  @QueryParameters({ ...IN_THE_URL, request_uri: PUSHED })
  async authorize(@AskingClient() client: KnownClient, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await this.requests.sentBy(visit, client);
    if (sent === null) return this.answers.noRequest(visit, client);
    const answered = this.answer(visit, client, sent);
    return sent.isPushed ? followUp(answered) : answered; // it is used up
  }

  private async answer(visit: Visit, client: KnownClient, sent: SentRequest): Promise<Shown> {
    const way = this.answers.wayBack(visit, client, sent);
    if (way instanceof Shown) return way;
    const asked = await this.requests.read(sent, client, way);
    if (isError(asked)) return this.answers.refuse(visit, client, way, asked);
    this.answers.noteAccepted(asked, client);
    if (asked.prompt === 'none') return this.answerUnseen(visit, asked, client);
    try {
      return redirect(302, await this.authorization.begin(visit, asked, client));
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      await sent.giveBack?.();
      return this.answers.tooMany(visit, client, cause);
    }
  }

  /** OpenID Connect Core §3.1.2.1. Redirects to the GET, since browsers send no cookies with a form of another site. */
  @Post()
  @OpenPage('oauth2authorizepost', 'The same by POST: 303 to the GET', {
    because: 'It does nothing but lead to the GET, where the client is judged.',
    writes: true,
    answers: { 303: null },
    foreign: { allows: 'anything', because: 'It leads to the GET, which any site may send a browser to.' },
    keepsOpener: true,
  })
  authorizeByForm(@CurrentVisit() { rawForm }: Visit): Shown {
    // A form is encoded like a query; parsing and rebuilding it would change its state (D108).
    return seeOther(`/authorize?${plainAscii(rawForm)}`);
  }

  /** Answers prompt=none, which may show the user nothing: at once, or by the error that names the missing step (OpenID Connect Core §3.1.2.1). */
  private async answerUnseen(visit: Visit, asked: AuthorizeRequest, client: KnownClient): Promise<Shown> {
    const who = await this.signIn.current(visit);
    const isExpected = who !== null && isHinted(asked, who.accountId);
    if (!isExpected || this.authorization.isNewSignInAsked(asked, who.at))
      return this.answers.back(visit, client, asked, { error: 'login_required' });
    const scopes = await this.authorization.askedFor(asked, client);
    const isAllowed = await this.decisions.isRemembered(who.accountId, client, scopes);
    // Else a client could find out by trying numbers who is signed in here (D396).
    if (asked.isOnlyNamed && !isAllowed)
      return this.answers.back(visit, client, asked, { error: 'login_required' });
    const lack = await this.authorization.lackOf(asked, client, who);
    if (lack === 'unmet') return this.answers.refuse(visit, client, asked, UNMET);
    if (lack !== 'nothing') return this.answers.back(visit, client, asked, { error: 'login_required' });
    if (!isAllowed) return this.answers.back(visit, client, asked, { error: 'consent_required' });
    const repeated = await this.decisions.repeat(asked, client, { ...who, address: visit.address });
    return this.answers.back(visit, client, asked, repeated);
  }
}
