import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { consentFormOf, CookieBrowser, pkceOf, redirectOf } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { NOTES, PublishedDocuments } from '../../support/published-documents.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ASKED = { scope: 'openid', ...pkceOf() };

describe('a family that refuses applications that nobody registered (D430)', () => {
  let server: TestServer;
  let anna: CookieBrowser;
  let ben: CookieBrowser;
  let family: string;
  beforeAll(async () => {
    server = await startApp({ UNREGISTERED_CLIENTS: 'notes.example' });
    new PublishedDocuments(server);
    const [{ id }] = await rows<{ id: string }>(server, 'SELECT id::text FROM family LIMIT 1');
    family = `/account/families/${id}`;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    [anna, ben] = [new CookieBrowser(server), new CookieBrowser(server)];
    await anna.signIn(ANNA);
    await ben.signIn(BEN);
    await anna.post(`${family}/strangers`, {});
  });

  it('tells its members so in place of the question, and the application that nothing was allowed', async () => {
    expect((await anna.post(`${family}/strangers`, { refuses: 'on' })).status).toBe(200);
    const tab = await ben.begin(NOTES, ASKED);
    const page = await tab.show();
    expect(page.status).toBe(403);
    expect(page.text).toContain('Your family allows no unchecked apps');
    expect(page.text).toContain('The Ks');
    expect(redirectOf(await tab.decide({ decision: 'deny' })).parameters.error).toBe('access_denied');
    expect(await rows(server, `SELECT FROM client WHERE kind = 'document'`)).toEqual([]);
  });

  it('is asked once more when the form is sent', async () => {
    const tab = await ben.begin(NOTES, ASKED);
    const form = consentFormOf(await tab.show());
    await anna.post(`${family}/strangers`, { refuses: 'on' });
    const answer = await tab.decide({ ...form, decision: 'allow' });
    expect({ status: answer.status, location: answer.headers.location }).toEqual({
      status: 303,
      location: tab.path,
    });
    expect(await rows(server, `SELECT FROM client WHERE kind = 'document'`)).toEqual([]);
  });

  it('lets registered applications in as before', async () => {
    await anna.post(`${family}/strangers`, { refuses: 'on' });
    const shop = { id: 'shop', secret: null, name: 'Shop', redirectUri: 'https://shop.example/callback' };
    await expect(ben.connect(BEN, shop, ASKED)).resolves.toMatchObject({ target: shop.redirectUri });
  });

  it('is made so only by members who run it', async () => {
    const refuses = async () =>
      (await rows<{ refuses: boolean }>(server, 'SELECT refuses_unregistered AS refuses FROM family'))[0]
        .refuses;
    expect((await ben.get(family)).text).not.toContain('id="strangers"');
    await ben.post(`${family}/strangers`, { refuses: 'on' });
    expect(await refuses()).toBe(false);
    expect((await anna.get(family)).text).toContain('id="strangers"');
    const events = await new AuditTrail(server).of(() => anna.post(`${family}/strangers`, { refuses: 'on' }));
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'family.unregistered-set', details: { refusesUnregistered: true } }),
    );
    expect(await refuses()).toBe(true);
    const { status, headers } = await anna.postAlone(`${family}/strangers`, { refuses: 'on' });
    expect([status, headers.location]).toEqual([303, `${family}?done=strangers#strangers`]);
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const path = family.replace('/account', '');
    expect((await api.send('GET', path)).body).toMatchObject({ refusesUnregistered: true });
  });
});
