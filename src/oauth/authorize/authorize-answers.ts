import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { KnownClient } from '../clients/client-directory.js';
import type { Answer } from '../clients/redirect-answer.js';
import { redirectVerdict } from '../clients/redirect-verdict.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { authorizationProblemPage } from './challenge.page.js';
import { readerOf } from '../../platform/pages/reader.js';
import type { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import {
  redirectUriOf,
  single,
  wayBackOf,
  type AuthorizeError,
  type AuthorizeParameters,
  type WayBack,
} from './authorize-request.js';
import { AuthorizeTrail } from './authorize-trail.js';
import { answerBack } from './redirect-answer.js';

/** The answers of /authorize: a redirect to the third party, or a page where no redirect address is trusted (D57). */
@Injectable()
export class AuthorizeAnswers {
  constructor(
    private readonly trail: AuthorizeTrail,
    private readonly config: AppConfig,
  ) {}

  back(request: Request, response: Response, client: KnownClient, way: WayBack, answer: Answer): void {
    const whole = { ...answer, iss: this.config.publicUrl };
    answerBack(request, response, 302, way, { client, answer: whole });
  }

  /** Redirects to the third party with an error. */
  refuse(
    request: Request,
    response: Response,
    client: KnownClient,
    way: WayBack,
    { error, description }: AuthorizeError,
  ): void {
    this.trail.refused(exchangeOf(request), client, description);
    this.back(request, response, client, way, { error, error_description: description });
  }

  /** Where answers to this client may be sent; null: nowhere, and the page that says so was sent. */
  wayBack(request: Request, response: Response, client: KnownClient): WayBack | null {
    const parameters = request.query as AuthorizeParameters;
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri !== null) return wayBackOf(queryOf(request), parameters, redirectUri);
    const [problem, why] = problemWithRedirectUri(parameters, client);
    this.trail.refused(exchangeOf(request), client, why);
    sendProblem(request, response.status(400), 'refused', problem);
    return null;
  }

  noClient(request: Request, response: Response): void {
    const problem = 'client_id is missing, unknown or disabled.';
    this.trail.refused(exchangeOf(request), null, problem);
    sendProblem(request, response.status(400), 'refused', problem);
  }

  tooMany(request: Request, response: Response, { headers }: BudgetSpent): void {
    sendProblem(request, response.status(429).set(headers), 'tooMany', null);
  }
}

function sendProblem(
  request: Request,
  response: Response,
  key: 'refused' | 'tooMany',
  detail: string | null,
): void {
  const reader = readerOf(request);
  const { requestId } = exchangeOf(request);
  response.type('html').send(authorizationProblemPage(reader, key, detail, requestId));
}

/** Two texts: for the page, which anybody can open, and for the operator, who may read the client record. */
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

/** The query string after the `?`, as it was sent. */
function queryOf(request: Request): string {
  const { target } = exchangeOf(request);
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}
