import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { KnownClient } from '../clients/client-directory.js';
import type { Answer } from '../clients/redirect-answer.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { authorizationProblemPage } from './challenge.page.js';
import { readerOf } from '../../platform/pages/reader.js';
import type { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { redirectUriOf, wayBackOf, type AuthorizeError, type WayBack } from './authorize-request.js';
import { AuthorizeTrail } from './authorize-trail.js';
import { answerBack } from './answer-back.js';
import { problemWithRedirectUri } from './redirect-problem.js';
import type { SentRequest } from './sent-request.js';

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
  wayBack(
    request: Request,
    response: Response,
    client: KnownClient,
    { parameters, query }: SentRequest,
  ): WayBack | null {
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri !== null) return wayBackOf(query, parameters, redirectUri);
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

  noRequest(request: Request, response: Response, client: KnownClient): void {
    const problem = 'request_uri is unknown, expired, already used, or was issued to another client.';
    this.trail.refused(exchangeOf(request), client, problem);
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
