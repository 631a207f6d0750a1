import type { BrowserContextOptions, Page } from '@playwright/test';
import { protect } from './device-passwords.js';
import type { Member } from './forgotten-password.js';
import { browser, expect, submitSignIn } from './page-test.js';
import type { TestServer } from './start-app.js';
import { VirtualAuthenticator } from './virtual-authenticator.js';
import { WatchedPage } from './watched-page.js';

/** The virtual person chooses from the list in the first field at once; the tests press the button. */
const WITHOUT_LIST = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);';

interface Opened {
  readonly watched: WatchedPage;
  readonly page: Page;
  readonly device: VirtualAuthenticator;
}

/** A page with a virtual authenticator, which waits until it is touched. */
export async function openWithDevice(options: BrowserContextOptions = {}): Promise<Opened> {
  const watched = await WatchedPage.open(browser, options);
  const { page } = watched;
  await page.addInitScript(WITHOUT_LIST);
  return { watched, page, device: await VirtualAuthenticator.in(page, false) };
}

/** Fills in the first step of a page that asks whether the browser has passkeys, and sends it. */
export async function giveThePassword(
  page: Page,
  who: { readonly email: string; readonly password: string },
  url: string,
): Promise<void> {
  await page.goto(url);
  await expect(page.locator('input[name=canPasskey][value=yes]')).toBeAttached();
  await submitSignIn(page, who);
}

/** Signs in by the password, and makes a passkey. */
export async function makePasskey({ page, device }: Opened, me: Member, site: string): Promise<void> {
  await giveThePassword(page, me, `${site}/sign-in`);
  await page.goto(`${site}/account/passkeys/new`);
  await device.touch(true);
  await page.click('form[data-passkey-add] button');
  await page.waitForURL(`${site}/account/sign-in`);
  await device.touch(false);
}

/**
 * A browser in which an account with a passkey and one-time codes gave the password, and must make the second
 * step.
 */
export async function reachSecondStep(
  opened: Opened,
  me: Member,
  site: string,
  server: TestServer,
): Promise<void> {
  await makePasskey(opened, me, site);
  await protect(server, me.id); // codes on the page would require a passkey
  await opened.page.context().clearCookies();
  await giveThePassword(opened.page, me, `${site}/sign-in`);
  await expect(opened.page).toHaveURL(({ pathname }) => pathname === '/sign-in/code');
}
