import type { Response } from 'express';
import { answerAt, type Answer } from '../clients/redirect-answer.js';
import type { AuthorizeRequest } from './authorize-request.js';

/** Redirects the user to the third party with an answer and the state exactly as sent (§3.3 D, §4.2, D108). */
export function redirectBack(
  response: Response,
  status: 302 | 303,
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  answer: Answer,
): void {
  redirectTo(response, status, answerAt(redirectUri, answer, { state }));
}

/** Redirects to the address unchanged: Express would encode a `%` that no two digits follow. */
export function redirectTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).setHeader('Location', address);
  response.end();
}
