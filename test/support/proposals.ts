import { CookieBrowser } from './authorization.js';
import type { RawAnswer } from './http.js';
import type { TestServer } from './start-app.js';

/** Signs in on a proposal's page. */
export function signInFor(
  browser: CookieBrowser,
  path: string,
  { email, password }: { email: string; password: string },
): Promise<RawAnswer> {
  return browser.post(`${path}/sign-in`, { identifier: email, password });
}

export function decide(
  browser: CookieBrowser,
  path: string,
  decision: 'accept' | 'decline' = 'accept',
): Promise<RawAnswer> {
  return browser.post(`${path}/decision`, { decision });
}

/** Opens the link in a fresh browser, signs in and accepts. */
export async function acceptAs(
  server: TestServer,
  path: string,
  who: { email: string; password: string },
): Promise<RawAnswer> {
  const browser = new CookieBrowser(server);
  await signInFor(browser, path, who);
  return decide(browser, path);
}
