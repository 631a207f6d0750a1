import type { AuthorizeParameters } from './authorize-request.js';
import type { Visit } from '../../platform/operations/visit.js';

/** An authorization request as its client sent it: by the browser, or pushed beforehand (RFC 9126). */
export interface SentRequest {
  readonly parameters: AuthorizeParameters;
  /** The parameters as they were sent, percent-encoded. */
  readonly query: string;
  readonly isPushed: boolean;
  /** Makes a used pushed request valid again, when the user is only told to try again in a moment. */
  readonly giveBack?: () => Promise<void>;
}

/** What is in the URL that a browser was sent to. */
export function sentByBrowser(visit: Visit): SentRequest {
  const { target } = visit.exchange;
  const mark = target.indexOf('?');
  const query = mark === -1 ? '' : target.slice(mark + 1);
  return { parameters: visit.query, query, isPushed: false };
}
