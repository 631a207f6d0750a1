import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { KnownClient } from '../clients/client-directory.js';
import { LegacyGate } from '../clients/legacy-gate.js';
import { answerAt, type Answer } from '../clients/redirect-answer.js';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import { storedIdOf } from '../documents/document-clients.js';
import type { DocumentRefused } from '../documents/document-refused.js';
import { html, redirect, type Shown } from '../../platform/operations/shown.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { authorizationProblemPage } from './challenge.page.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf } from '../../platform/pages/reader.js';
import type { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import {
  redirectUriOf,
  stateInForm,
  wayBackOf,
  type AuthorizeError,
  type AuthorizeRequest,
  type WayBack,
} from './authorize-request.js';
import { formPostPage } from './form-post.page.js';
import { problemWithRedirectUri } from './redirect-problem.js';
import type { SentRequest } from './sent-request.js';

/**
 * The answers of /authorize: a redirect to the third party, or a page where no redirect address is trusted (D57). What is
 * refused is logged and recorded for the operator.
 */
@Injectable()
export class AuthorizeAnswers {
  constructor(
    private readonly audit: AuditLog,
    private readonly legacy: LegacyGate,
    private readonly config: AppConfig,
  ) {}

  /**
   * Sends the user to the third party with an answer and the state exactly as sent (§3.3 D, §4.2, D108): by a redirect with
   * the answer in query or fragment, or by a form that sends itself (OAuth 2.0 Form Post Response Mode).
   */
  back(
    visit: Visit,
    client: Pick<KnownClient, 'id'>,
    { redirectUri, state, responseMode }: WayBack,
    answer: Answer,
    status: 302 | 303 = 302,
  ): Shown {
    const whole = { ...answer, iss: this.config.publicUrl };
    if (responseMode !== 'form_post')
      return redirect(status, answerAt(redirectUri, whole, { state }, responseMode ?? 'query'));
    const fields = { ...whole, state: state === null ? null : stateInForm(state) };
    const page = formPostPage(readerOf(visit), lookOf(client.id), redirectUri, fields);
    return html(page, { formTarget: redirectUri });
  }

  /** Redirects to the third party with an error. */
  refuse(
    visit: Visit,
    client: KnownClient,
    way: WayBack,
    { error, description, why }: AuthorizeError,
  ): Shown {
    this.noteRefusal(visit.exchange, client, description, why);
    return this.back(visit, client, way, { error, error_description: description });
  }

  /** Returns where answers to this client may be sent, or the page that says why there is no such address. */
  wayBack(visit: Visit, client: KnownClient, { parameters, query }: SentRequest): WayBack | Shown {
    const redirectUri = redirectUriOf(parameters, client);
    if (redirectUri !== null) return wayBackOf(query, parameters, redirectUri);
    const [problem, why] = problemWithRedirectUri(parameters, client);
    this.noteRefusal(visit.exchange, client, why);
    return refusedPage(visit, client, problem);
  }

  noClient(visit: Visit): Shown {
    const problem = 'client_id is missing, unknown or disabled.';
    this.noteRefusal(visit.exchange, null, problem);
    return refusedPage(visit, null, problem);
  }

  /** For the operator with what strangers need not know of the network. */
  noDocument(visit: Visit, { message, why }: DocumentRefused): Shown {
    this.noteRefusal(visit.exchange, null, why);
    return refusedPage(visit, null, message);
  }

  noRequest(visit: Visit, client: KnownClient): Shown {
    const problem = 'request_uri is unknown, expired, already used, or was issued to another client.';
    this.noteRefusal(visit.exchange, client, problem);
    return refusedPage(visit, client, problem);
  }

  tooMany(visit: Visit, client: KnownClient | null, { headers }: BudgetSpent): Shown {
    const { requestId } = visit.exchange;
    const problem = { key: 'tooMany', detail: null, client, requestId } as const;
    return html(authorizationProblemPage(readerOf(visit), problem), { status: 429, headers });
  }

  /** Records what would have been refused to a strict client (D68). */
  noteAccepted({ codeChallenge, redirectUri }: AuthorizeRequest, client: KnownClient): void {
    if (codeChallenge === null) this.legacy.pass(client, 'code-without-pkce');
    if (allowedRedirectUri(redirectUri, client.redirectUrls, true) === null)
      this.legacy.pass(client, 'redirect-uri-below');
  }

  /**
   * Keeps the reason of a refusal in the log and the audit trail (D125): the page or redirect goes to a user.
   * @param client null for an unknown client_id, whose value is not kept
   */
  private noteRefusal(exchange: Exchange, client: KnownClient | null, problem: string, why = problem): void {
    exchange.details = { clientId: client?.clientId, problem };
    this.audit.count({
      action: 'authorization.refused',
      outcome: 'refused',
      clientId: storedIdOf(client) ?? undefined,
      target: `call:${exchange.operation?.name}`,
      address: exchange.origin.address,
      details: { why },
    });
  }
}

function refusedPage(visit: Visit, client: KnownClient | null, detail: string): Shown {
  const { requestId } = visit.exchange;
  const problem = { key: 'refused', detail, client, requestId } as const;
  return html(authorizationProblemPage(readerOf(visit), problem), { status: 400 });
}
