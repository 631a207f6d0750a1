import { bearer, loggedAccount, type Answer } from './a01.js';
import type { CookieBrowser } from './authorization.js';
import type { RawAnswer } from './http.js';
import type { IdentityProvider } from './identity-provider.js';
import { linkOf, present } from './single-sign-on.js';
import type { TestServer } from './start-app.js';

export type Claims = Readonly<Record<string, unknown>>;

/** The server's answer to the partner's assertion about this user. */
export async function presentUser(
  server: TestServer,
  portal: IdentityProvider,
  sub: string,
  claims: Claims = {},
): Promise<Answer> {
  return present(server, await portal.assert(server, { sub, ...claims }));
}

/** The path of the link offered to the partner's user. @throws Error when none is offered */
export async function linkFor(
  server: TestServer,
  portal: IdentityProvider,
  sub: string,
  claims: Claims = {},
): Promise<string> {
  return linkOf(server, await presentUser(server, portal, sub, claims));
}

/** The name of the account that the partner's assertion signs in to, or the error. */
export async function nameOfUser(server: TestServer, portal: IdentityProvider, sub: string): Promise<string> {
  const { body } = await presentUser(server, portal, sub);
  if (body.error) return body.error;
  return ((await loggedAccount(server, bearer(body.access_token))).body.a01.r.r as { name: string }).name;
}

/** Signs in on the link's page. */
export function signIn(
  browser: CookieBrowser,
  path: string,
  { email, password }: { email: string; password: string },
): Promise<RawAnswer> {
  return browser.post(`${path}/sign-in`, { identifier: email, password });
}

/** Presses a button on the page, for the account shown there. */
export async function decide(browser: CookieBrowser, path: string, decision: string): Promise<RawAnswer> {
  return browser.post(`${path}/decision`, { decision, account: await formOf(browser, path) });
}

/** The account in the page's form; empty in a signed-out browser. */
export async function formOf(browser: CookieBrowser, path: string): Promise<string> {
  const { text } = await browser.get(path);
  return /name="account" value="(\d+)"/.exec(text)?.[1] ?? '';
}
