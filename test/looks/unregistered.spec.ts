import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LANGUAGES } from '../../src/platform/pages/texts/texts.js';
import { newAdmin } from '../support/admin-api.js';
import { authorizePath, pkceOf } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { PublishedDocuments } from '../support/published-documents.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const ASKED = { scope: 'openid profile email', ...pkceOf() };
type Document = Parameters<typeof authorizePath>[0];
/** A host of some length, and an answer that goes to a program on the device. */
const LONG: Document = {
  id: 'https://xn--hinterhuberoberleitner-notizen-und-mehr-9hd.documents.example:8443/client.json',
  secret: null,
  name: '',
  redirectUri: 'http://127.0.0.1/callback',
};

test.describe('pages of applications that nobody registered, in a real browser', () => {
  let server: TestServer;
  /** The program on the device. */
  const program = createServer((_request, response) => response.end('answered'));
  let party: Document;
  test.beforeAll(async () => {
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
    const { port } = program.address() as AddressInfo;
    party = { ...LONG, redirectUri: `http://127.0.0.1:${port}/callback` };
    server = await startApp({ UNREGISTERED_CLIENTS: 'on' });
    new PublishedDocuments(server).publish(LONG, { client_name: 'Notes for everybody and their family' });
  });
  test.afterAll(async () => {
    program.closeAllConnections();
    program.close();
    await server.close();
  });

  for (const locale of LANGUAGES)
    test(`consent, connected apps and the family’s refusal look right and pass axe, in ${locale}`, async () => {
      server.clock.advance({ minutes: 31 });
      await rows(server, 'DELETE FROM consent');
      await rows(server, 'UPDATE family SET refuses_unregistered = false');
      const watched = await WatchedPage.open(browser, { locale, viewport: PHONE });
      const { page } = watched;
      const flaws: string[] = [];
      const look = async (name: string) => {
        const isWhole = locale === 'de' || locale === 'en';
        const found = isWhole ? watched.flaws(`unregistered-${name}-${locale}`) : watched.tooWide();
        flaws.push(...(await found).map((flaw) => `${name}: ${flaw}`));
      };
      await page.goto(server.url + authorizePath(party, ASKED));
      await look('sign-in');
      await submitSignIn(page, ANNA);
      await expect(page.locator('.stranger')).toHaveText(new URL(LONG.id).host);
      await look('consent');
      await page.click('button[value=allow]');
      await expect(page.locator('body')).toHaveText('answered');
      await page.goto(`${server.url}/account/applications`);
      await expect(page.locator('body')).toContainText(new URL(LONG.id).host);
      await look('applications');
      const [{ id }] = await rows<{ id: string }>(server, 'SELECT id::text FROM family');
      await page.goto(`${server.url}/account/families/${id}`);
      await page.check('input[name=refuses]');
      await page.click('#strangers button');
      await expect(page.locator('#strangers [role=status]')).toBeVisible();
      await look('family');
      await page.goto(server.url + authorizePath(party, ASKED));
      await expect(page.locator('input[name=decision]')).toHaveValue('deny');
      await look('refused');
      expect({ flaws, problems: watched.problems }).toEqual({ flaws: [], problems: [] });
    });

  test('their list in the console looks right and passes axe', async () => {
    const admin = await newAdmin(server);
    const watched = await WatchedPage.open(browser, { viewport: PHONE });
    const { page } = watched;
    await page.goto(`${server.url}/admin/unregistered-clients`);
    await page.fill('input[name=identifier]', admin.email);
    await page.fill('input[name=password]', admin.password);
    await page.click('form button[type=submit]');
    await expect(page.locator('h1')).toHaveText('Unregistered applications');
    expect(await watched.flaws('unregistered-console')).toEqual([]);
  });
});
