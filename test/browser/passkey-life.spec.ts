import type { Page } from '@playwright/test';
import { rows } from '../support/database-rows.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { expect, test } from '../support/page-test.js';
import { Authenticator, type Asked } from '../support/passkey-authenticator.js';
import { giveThePassword, makePasskey, openWithDevice } from '../support/passkey-pages.js';
import { startAtName } from '../support/passkeys.js';
import type { TestServer } from '../support/start-app.js';
import type { VirtualAuthenticator } from '../support/virtual-authenticator.js';
import type { WatchedPage } from '../support/watched-page.js';

const PASSKEY = '[data-passkey-sign-in] button';
const NOBODY_THERE = { isPresent: false, isVerified: false };

test.describe('the life of a passkey after it was made (D354)', () => {
  let server: TestServer;
  let site: string;
  let watched: WatchedPage;
  let page: Page;
  let device: VirtualAuthenticator;
  let me: Member;
  test.beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  test.afterAll(() => server.close());
  test.beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    ({ watched, page, device } = await openWithDevice());
  });
  test.afterEach(() => expect(watched.problems).toEqual([]));

  const kept = () => device.credentials().then(({ length }) => length);

  test('a browser that knows the signals forgets a passkey that was removed', async () => {
    await makePasskey({ watched, page, device }, me, site);
    expect(await kept()).toBe(1);
    await page.click('#passkeys button:has-text("Remove")');
    await expect(page.locator('#passkeys li')).toHaveCount(0);
    await expect.poll(kept).toBe(0);
  });

  test('and one that nobody has any more when it is offered', async () => {
    await makePasskey({ watched, page, device }, me, site);
    await rows(server, 'DELETE FROM passkey WHERE account_id = $1', [me.id]);
    await page.context().clearCookies();
    await page.goto(`${site}/sign-in`);
    await expect(page.locator(PASSKEY)).toBeVisible();
    await device.touch(true);
    await page.click(PASSKEY);
    await expect(page.locator('.card > [role=alert]')).toContainText('This passkey was not accepted');
    await expect.poll(kept).toBe(0);
  });

  test('and one that is missing in the list of the account; it learns what the person is called now', async () => {
    await makePasskey({ watched, page, device }, me, site);
    await rows(server, `UPDATE account SET name = 'Mia the Second' WHERE id = $1`, [me.id]);
    await page.goto(`${site}/account/sign-in`);
    const called = { userName: me.email, userDisplayName: 'Mia the Second' };
    await expect.poll(() => device.credentials()).toMatchObject([called]);
    await rows(server, 'UPDATE passkey SET credential_id = $2 WHERE account_id = $1', [
      me.id,
      Buffer.alloc(16, 9),
    ]);
    await page.reload();
    await expect.poll(kept).toBe(0);
  });

  test.describe('made unasked after a password, by a stand-in for navigator.credentials.create: a headless browser has no password manager', () => {
    /** A password manager that answers a conditional request: with a passkey, or with a refusal. */
    async function standIn(answer: (asked: Asked) => object | null): Promise<void> {
      await page.exposeFunction('passkeyManager', answer);
      await page.addInitScript(() => {
        const bytes = (text: string) =>
          Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
            .buffer;
        const text = (data: ArrayBuffer) =>
          btoa(String.fromCharCode(...new Uint8Array(data)))
            .replaceAll('+', '-')
            .replaceAll('/', '_')
            .replaceAll('=', '');
        const ask = Reflect.get(window, 'passkeyManager') as (asked: object) => Promise<Sent | null>;
        interface Sent {
          readonly id: string;
          readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
        }
        const real = navigator.credentials.create.bind(navigator.credentials);
        Object.assign(PublicKeyCredential, {
          getClientCapabilities: () => Promise.resolve({ conditionalCreate: true }),
        });
        navigator.credentials.create = async (options) => {
          const { mediation, publicKey } = options as CredentialCreationOptions & { mediation?: string };
          if (mediation !== 'conditional' || !publicKey) return real(options);
          const user = { id: text(publicKey.user.id as ArrayBuffer) };
          const sent = await ask({
            challenge: text(publicKey.challenge as ArrayBuffer),
            rp: publicKey.rp,
            user,
          });
          if (sent === null) throw new DOMException('no saved password', 'NotAllowedError');
          const { clientDataJSON, attestationObject } = sent.response;
          return {
            id: sent.id,
            rawId: bytes(sent.id),
            type: 'public-key',
            response: { clientDataJSON: bytes(clientDataJSON), attestationObject: bytes(attestationObject) },
            getClientExtensionResults: () => ({}),
          } as unknown as Credential;
        };
      });
    }

    test('is added, and the sign-in goes on without a click', async () => {
      const passkey = new Authenticator(site, { isSynced: true });
      await standIn((asked) => passkey.register(asked, NOBODY_THERE));
      await giveThePassword(page, me, `${site}/sign-in?next=%2Faccount%2Fdevices`);
      await page.waitForURL(`${site}/account/devices`);
      const sql = 'SELECT credential_id AS id FROM passkey WHERE account_id = $1';
      expect(await rows(server, sql, [me.id])).toEqual([{ id: passkey.credentialId }]);
    });

    test('leaves the offer as it is where none is made', async () => {
      let asked = 0;
      await standIn(() => {
        asked += 1;
        return null;
      });
      await giveThePassword(page, me, `${site}/sign-in`);
      await expect.poll(() => asked).toBe(1);
      await expect(page.locator('form[data-passkey-add] [role=alert]')).toBeHidden();
      await device.touch(true);
      await page.click('form[data-passkey-add] button');
      await page.waitForURL(`${site}/account`);
      expect([asked, await kept()]).toEqual([1, 1]);
    });
  });

  test('asks no browser for one that does not know how', async () => {
    await page.addInitScript(() => {
      Object.assign(PublicKeyCredential, { getClientCapabilities: undefined });
    });
    const options: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/account/passkeys/options')) options.push(request.url());
    });
    await giveThePassword(page, me, `${site}/sign-in`);
    await expect(page.locator('form[data-passkey-add] button')).toBeVisible();
    await page.click('form[action="/account/passkeys/later"] button');
    await page.waitForURL(`${site}/account`);
    expect(options).toEqual([]);
  });
});
