import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { KnownClient } from '../clients/client-directory.js';
import type { Answer } from '../clients/redirect-answer.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AppConfig } from '../../platform/config/app-config.js';
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

  back(visit: Visit, client: KnownClient, way: WayBack, answer: Answer): Shown {
    const whole = { ...answer, iss: this.config.publicUrl };
    return answerBack(visit, 302, way, { client, answer: whole });
  }

  /** Redirects to the third party with an error. */
  refuse(visit: Visit, client: KnownClient, way: WayBack, { error, description }: AuthorizeError): Shown {
    this.trail.refused(visit.exchange, client, description);
    return this.back(visit, client, way, { error, error_description: description });
  }

  /** Where answers to this client may be sent; if nowhere, the page that says so. */
  wayBack(visit: Visit, client: KnownClient, { parameters, query }: SentRequest): WayBack | Shown {
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri !== null) return wayBackOf(query, parameters, redirectUri);
    const [problem, why] = problemWithRedirectUri(parameters, client);
    this.trail.refused(visit.exchange, client, why);
    return refusedPage(visit, problem);
  }

  noClient(visit: Visit): Shown {
    const problem = 'client_id is missing, unknown or disabled.';
    this.trail.refused(visit.exchange, null, problem);
    return refusedPage(visit, problem);
  }

  noRequest(visit: Visit, client: KnownClient): Shown {
    const problem = 'request_uri is unknown, expired, already used, or was issued to another client.';
    this.trail.refused(visit.exchange, client, problem);
    return refusedPage(visit, problem);
  }

  tooMany(visit: Visit, { headers }: BudgetSpent): Shown {
    return html(problemPage(visit, 'tooMany', null), { status: 429, headers });
  }
}

function refusedPage(visit: Visit, detail: string): Shown {
  return html(problemPage(visit, 'refused', detail), { status: 400 });
}

function problemPage(visit: Visit, key: 'refused' | 'tooMany', detail: string | null): string {
  return authorizationProblemPage(readerOf(visit), key, detail, visit.exchange.requestId);
}
