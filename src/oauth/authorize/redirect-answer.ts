import type { Response } from 'express';
import { answerAt, type Answer } from '../clients/redirect-answer.js';
import type { AuthorizeRequest } from './authorize-request.js';

/** Sends the user back to the third party with an answer, and with its state as it came (§3.3 D, §4.2, D108). */
export function redirectBack(
  response: Response,
  status: 302 | 303,
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  answer: Answer,
): void {
  redirectTo(response, status, answerAt(redirectUri, answer, { state }));
}

/** To the address as it is: Express would encode a `%` that no two digits follow. */
export function redirectTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).setHeader('Location', address);
  response.end();
}
