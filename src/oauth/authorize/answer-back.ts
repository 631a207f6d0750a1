import type { KnownClient } from '../clients/client-directory.js';
import type { Visit } from '../../platform/operations/visit.js';
import { html, redirect, type Shown } from '../../platform/operations/shown.js';
import { answerAt, type Answer } from '../clients/redirect-answer.js';
import { lookOf } from '../../platform/pages/look.js';
import { readerOf } from '../../platform/pages/reader.js';
import { stateInForm, type WayBack } from './authorize-request.js';
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
  visit: Visit,
  status: 302 | 303,
  { redirectUri, state, responseMode }: WayBack,
  { client, answer }: AnswerOf,
): Shown {
  if (responseMode === null) return redirect(status, answerAt(redirectUri, answer, { state }));
  const fields = { ...answer, state: state === null ? null : stateInForm(state) };
  const page = formPostPage(readerOf(visit), lookOf(client.id), redirectUri, fields);
  return html(page, { formTarget: redirectUri });
}
