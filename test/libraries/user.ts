import { request, type RawAnswer } from '../support/http.js';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The user was shown a page without a redirect: the redirect_uri is not registered (D57). */
export class TurnedAway extends Error {
  constructor(readonly status: number) {
    super(`the user was shown a page with status ${status}`);
  }
}

const MOST_STEPS = 8;

/** The address that the browser returns to. */
interface SentBack {
  readonly url: URL;
  /** The data that it sends there; undefined: it is redirected. */
  readonly form?: Record<string, string>;
}

/** The address that the browser is redirected to. @throws TurnedAway */
export async function userFollows(
  link: string | URL,
  person: Person,
  decision: 'allow' | 'deny' = 'allow',
  ca?: string,
): Promise<URL> {
  return (await userIsSentBack(link, person, decision, ca)).url;
}

/**
 * Plays the user without a browser: follows the link of the third party, signs in and decides, with the forms of
 * the pages and a fresh set of cookies.
 * @param ca the certificate to trust
 * @throws TurnedAway
 */
export async function userIsSentBack(
  link: string | URL,
  person: Person,
  decision: 'allow' | 'deny' = 'allow',
  ca?: string,
): Promise<SentBack> {
  const { origin } = new URL(link);
  const cookies = new Map<string, string>();
  let here = new URL(link);
  let form: Record<string, string> | undefined;
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = await send(here, form, cookies, ca);
    const { location } = answer.headers;
    if (location !== undefined) {
      here = new URL(location, here);
      form = undefined;
      if (here.origin !== origin) return { url: here };
    } else {
      if (answer.status !== 200) throw new TurnedAway(answer.status);
      here = new URL(actionOf(answer.text), here);
      if (here.origin !== origin) return { url: here, form: hiddenIn(answer.text) };
      form = filledIn(answer.text, person, decision);
    }
  }
  throw new Error(`the user goes round in circles at ${here.pathname}`);
}

async function send(
  url: URL,
  form: Record<string, string> | undefined,
  cookies: Map<string, string>,
  ca?: string,
): Promise<RawAnswer> {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = {
    ...(Cookie === '' ? {} : { Cookie }),
    ...(form && { Origin: url.origin, 'Sec-Fetch-Site': 'same-origin' }),
  };
  const answer = await request({ url: url.origin, ca }, { path: url.pathname + url.search, form, headers });
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined) cookies.set(name, value);
  }
  return answer;
}

/** The action of the page's form. */
function actionOf(page: string): string {
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error(`a page without a form: ${page}`);
  return action.replaceAll('&amp;', '&');
}

/** The fields of a self-submitting form. */
function hiddenIn(page: string): Record<string, string> {
  const [own] = page.split('action="/language"');
  const fields = own.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

function filledIn(
  page: string,
  { email, password }: Person,
  decision: 'allow' | 'deny',
): Record<string, string> {
  if (page.includes('name="password"')) return { identifier: email, password };
  const account = /name="account" value="(\d+)"/.exec(page)?.[1];
  if (account === undefined) throw new Error(`neither sign-in nor consent: ${page}`);
  return { account, decision };
}
