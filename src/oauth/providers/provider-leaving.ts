import { proofPath } from '../../platform/pages/sign-in-path.js';
import type { Visit } from '../../platform/operations/visit.js';
import { html, seeOther, Shown, type Answering } from '../../platform/operations/shown.js';
import { readerOf } from '../../platform/pages/reader.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { ensureBrowser } from '../../identity/sign-ins/browser-cookie.js';
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
  visit: Visit,
): Promise<Shown> {
  // Neither a HEAD nor a page of another site begins a sign-in: the person must want it.
  if (visit.exchange.method === 'HEAD') return new Shown(null, '');
  if (visit.headers['sec-fetch-site'] === 'cross-site') return seeOther(SIGN_IN);
  const { address } = visit;
  try {
    const begun = await signIns.begin(id, purpose, { browser: ensureBrowser(visit), address });
    if (begun === null) return seeOther(wayBackFrom(purpose));
    if ('to' in begun) return seeOther(begun.to);
    return sayNote(visit, begun.problem, { name: begun.provider?.name ?? null, purpose });
  } catch (cause) {
    if (!(cause instanceof BudgetSpent)) throw cause;
    return sayNote(visit, 'tooMany', { name: null, purpose, headers: cause.headers });
  }
}

interface NoteOptions extends Pick<Answering, 'headers'> {
  readonly name: string | null;
  readonly purpose: PersonsPurpose | null;
}

/** The page that says why nobody was signed in. */
export function sayNote(visit: Visit, key: ProviderNote, { name, purpose, headers }: NoteOptions): Shown {
  const onward = purpose === null ? SIGN_IN : wayBackFrom(purpose);
  const page = providerNotePage(readerOf(visit, { path: onward }), { key, name, onward });
  const retry = key === 'unavailable' ? { 'Retry-After': '10' } : {};
  return html(page, { status: STATUS[key], headers: { ...retry, ...headers } });
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
