import { describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { THIRD_PARTIES, type CookieBrowser } from '../../support/authorization.js';
import { ANNA } from '../../support/fixtures.js';
import type { TestServer } from '../../support/start-app.js';

const { garden } = THIRD_PARTIES;

describe('app page for users (homepageUrl)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
  });

  it('its name links there on the consent page and in connected apps, and nowhere once that is removed', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const give = (homepageUrl: string | null) =>
      api.send('PATCH', `/clients/${garden.id}`, { body: { homepageUrl }, ifMatch: '*' });
    const pages = async () => {
      const tab = await browser.begin(garden, { prompt: 'consent' });
      const consent = (await tab.show()).text;
      return [consent, (await browser.get('/account/applications')).text];
    };
    await browser.connect(ANNA, garden);
    const foot = (await (await browser.begin(garden, { prompt: 'consent' })).show()).text;
    expect(foot).toContain('You will go back to garden.example<');
    // A name that is an address has its host in ASCII form beside it: the first letter is Cyrillic (D317).
    const name = 'https://\u0430pple.example';
    expect((await api.send('PATCH', `/clients/${garden.id}`, { body: { name }, ifMatch: '*' })).status).toBe(
      200,
    );
    for (const page of await pages()) expect(page).toContain(`${name} (xn--pple-43d.example)`);
    await api.send('PATCH', `/clients/${garden.id}`, { body: { name: garden.name }, ifMatch: '*' });

    const given = await give('https://garden.example/?a=1&b="2"');
    expect([given.status, given.body.homepageUrl]).toEqual([200, 'https://garden.example/?a=1&b="2"']);
    const link =
      /<a href="https:\/\/garden\.example\/\?a=1&amp;b=&quot;2&quot;" target="_blank" rel="noopener noreferrer">Garden<\/a>/;
    for (const page of await pages()) expect(page).toMatch(link);

    expect((await give(null)).body.homepageUrl).toBeNull();
    for (const page of await pages()) {
      expect(page).toContain('Garden');
      expect(page).not.toMatch(/<a [^>]*>Garden/);
    }
    expect((await give('http://localhost:4000/')).status).toBe(200);
    for (const wrong of [
      'garden.example',
      'http://garden.example',
      'javascript:alert(1)',
      'https://me@garden.example',
      'https:account/evil',
      'https:/garden.example',
      'https:///garden.example',
      'https://garden.example/ x',
      '',
    ]) {
      const { status, body } = await give(wrong);
      expect([status, body.errors]).toEqual([
        422,
        [{ field: 'homepageUrl', message: expect.stringContaining('must') as unknown }],
      ]);
    }
  });
});
