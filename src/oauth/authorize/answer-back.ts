import type { Request, Response } from 'express';
import type { KnownClient } from '../clients/client-directory.js';
import { answerAt, type Answer } from '../clients/redirect-answer.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf } from '../../platform/pages/reader.js';
import { stateInForm, type WayBack } from './authorize-request.js';
import { allowFormTarget } from './form-target.js';
import { formPostPage } from './form-post.page.js';

interface AnswerOf {
  /** Whose flow it is: the form looks like its pages. */
  readonly client: Pick<KnownClient, 'id'>;
  readonly answer: Answer;
}

/**
 * Sends the user to the third party with an answer and the state exactly as sent (§3.3 D, §4.2, D108): by a redirect, or
 * by a form that sends itself (OAuth 2.0 Form Post Response Mode).
 */
export function answerBack(
  request: Request,
  response: Response,
  status: 302 | 303,
  { redirectUri, state, responseMode }: WayBack,
  { client, answer }: AnswerOf,
): void {
  if (responseMode === null) return redirectTo(response, status, answerAt(redirectUri, answer, { state }));
  allowFormTarget(response, redirectUri);
  const reader = readerOf(request);
  const fields = { ...answer, state: state === null ? null : stateInForm(state) };
  response.status(200).type('html').set('Cache-Control', 'no-store');
  response.send(formPostPage(reader, lookOf(client.id), redirectUri, fields));
}

/** Redirects to the address unchanged: Express would encode a `%` that no two digits follow. */
export function redirectTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).setHeader('Location', address);
  response.end();
}
