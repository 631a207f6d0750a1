import type { Response } from 'express';
import { answerAt } from '../clients/redirect-answer.js';
import type { AuthorizeRequest } from './authorize-request.js';

/** Sends the user back to the third party with an answer, and with its state as it came (§3.3 D, §4.2, D108). */
export function redirectBack(
  response: Response,
  status: 302 | 303,
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): void {
  const address = answerAt(redirectUri, answer);
  redirectTo(response, status, state === null ? address : `${address}&state=${withinItsPlace(state)}`);
}

/** To the address as it is: Express would encode a `%` that no two digits follow. */
export function redirectTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).setHeader('Location', address);
  response.end();
}

/** What ends a parameter, a query or a header can't stand in one that came; should it all the same, it does no harm. */
function withinItsPlace(state: string): string {
  return state.replace(/[^!-~]|[&#]/gu, encodeURIComponent);
}
