import { Authenticator, type Asked, type Odd } from './passkey-authenticator.js';
import { CookieBrowser } from './authorization.js';
import { newMember, type Member } from './forgotten-password.js';
import { freePort } from './free-port.js';
import type { RawAnswer } from './http.js';
import { startApp, type TestServer } from './start-app.js';

/** Browsers have no passkeys for a numeric address: the server has a name. */
export async function startAtName(
  settings: Record<string, string> = {},
): Promise<{ server: TestServer; site: string }> {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  return { server: await startApp({ PORT: String(port), PUBLIC_URL: site, ...settings }), site };
}

/** An account with a passkey, and the browser that added it. */
export interface PasskeyHolder extends Member {
  readonly browser: CookieBrowser;
  readonly passkey: Authenticator;
}

/** The options of an endpoint, as the page's script fetches them. */
export async function askedBy(browser: CookieBrowser, path = '/passkey/options?for=people'): Promise<Asked> {
  const answer = await browser.get(path, { Accept: 'application/json' });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as unknown as Asked;
}

/** What a page tells the browser about passkeys: the methods of its script, and what they get. */
export function signalsIn({ text }: RawAnswer): [method: string, options: unknown][] {
  const found = text.matchAll(/ data-passkey-signal="(\w+)" data-options="([^"]*)"/g);
  return [...found].map(([, method, json]) => [
    method,
    JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  ]);
}

/** Adds it in a browser that has just signed in. */
export async function addPasskey(
  browser: CookieBrowser,
  passkey: Authenticator,
  {
    name = 'My phone',
    setupCode = '',
    ...odd
  }: Odd & { readonly name?: string; readonly setupCode?: string } = {},
): Promise<RawAnswer> {
  const asked = await askedBy(browser, '/account/passkeys/options');
  const made = JSON.stringify(passkey.register(asked, odd));
  return browser.post('/account/passkeys', { passkey: made, name, setupCode, next: '' });
}

export async function newHolder(
  server: TestServer,
  site: string,
  options: ConstructorParameters<typeof Authenticator>[1] = {},
): Promise<PasskeyHolder> {
  const member = await newMember(server);
  const browser = new CookieBrowser(server);
  await browser.signIn(member);
  const passkey = new Authenticator(site, options);
  const added = await addPasskey(browser, passkey);
  if (added.status !== 303) throw new Error(`${added.status} ${added.text.slice(-300)}`);
  return { ...member, browser, passkey };
}

/** Signs in by the button of /sign-in. */
export async function signInBy(
  browser: CookieBrowser,
  passkey: Authenticator,
  odd: Odd = {},
): Promise<RawAnswer> {
  const asked = await askedBy(browser);
  return browser.post('/sign-in', { passkey: JSON.stringify(passkey.answer(asked, odd)) });
}
