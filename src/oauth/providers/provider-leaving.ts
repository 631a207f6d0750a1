import type { Request, Response } from 'express';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { proofPath } from '../../platform/pages/sign-in-path.js';
import { readerOf } from '../../platform/pages/reader.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { ensureBrowser } from '../../identity/sessions/browser-cookie.js';
import { providerNotePage, type ProviderNote } from './provider-note.page.js';
import type { ProviderSignIns } from './provider-sign-ins.js';
import type { PersonsPurpose } from './provider-visits.js';

const STATUS: Readonly<Record<ProviderNote, number>> = {
  over: 410,
  cancelled: 200,
  failed: 400,
  unavailable: 503,
  blocked: 403,
  taken: 409,
  notAccepted: 410,
  tooMany: 429,
  notYou: 403,
};
const SIGN_IN = '/sign-in';

/** Sends a browser to a provider, or the page that says why not; another site's link leads to the sign-in page instead. */
export async function leaveFor(
  signIns: ProviderSignIns,
  id: string,
  purpose: PersonsPurpose,
  request: Request,
  response: Response,
): Promise<void> {
  response.set('Cache-Control', 'no-store');
  // A HEAD begins nothing, nor does another site's page: nobody is signed in without having meant it.
  if (request.method === 'HEAD') return void response.end();
  if (request.headers['sec-fetch-site'] === 'cross-site') return response.redirect(303, SIGN_IN);
  const { address } = exchangeOf(request).origin;
  try {
    const begun = await signIns.begin(id, purpose, { browser: ensureBrowser(request, response), address });
    if (begun === null) return response.redirect(303, wayBackFrom(purpose));
    if ('to' in begun) return response.redirect(303, begun.to);
    sayNote(request, response, begun.problem, { name: begun.provider?.name ?? null, purpose });
  } catch (cause) {
    if (!(cause instanceof BudgetSpent)) throw cause;
    response.set(cause.headers);
    sayNote(request, response, 'tooMany', { name: null, purpose });
  }
}

/** Answers with the page that says why nobody was signed in. */
export function sayNote(
  request: Request,
  response: Response,
  key: ProviderNote,
  { name, purpose }: { readonly name: string | null; readonly purpose: PersonsPurpose | null },
): void {
  const onward = purpose === null ? SIGN_IN : wayBackFrom(purpose);
  if (key === 'unavailable') response.set('Retry-After', '10');
  response.status(STATUS[key]).type('html');
  response.send(providerNotePage(readerOf(request, { path: onward }), { key, name, onward }));
}

/** The page on which the button was pressed. */
function wayBackFrom(purpose: PersonsPurpose): string {
  switch (purpose.kind) {
    case 'connect':
      return '/account/sign-in';
    case 'confirm':
      return proofPath(purpose.next);
    case 'invitation':
      return `/invitation/${encodeURIComponent(purpose.token)}`;
    case 'signIn': {
      const { next } = purpose;
      const isPage = next.startsWith('/account') || next === '/welcome';
      return isPage ? `${SIGN_IN}?next=${encodeURIComponent(next)}` : next;
    }
  }
}
