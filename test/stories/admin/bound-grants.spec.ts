import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { addTelevisions, decide, Device, DEVICE_CODE, TELEVISIONS } from '../../support/devices.js';
import { DpopClient } from '../../support/dpop-client.js';
import { DpopKey } from '../../support/dpop-key.js';
import { accountId } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('an administrator sees', () => {
  let server: TestServer;
  let api: AdminApi;
  const page = async (path: string) => {
    const { text } = await request(server, { path, headers: { Cookie: await api.consoleCookie() } });
    return text.replaceAll(/<[^>]+>|<!-- -->/g, '');
  };
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    await addTelevisions(server);
  });
  afterAll(() => server.close());

  it('the grants that are bound to a key, and the key (D264)', async () => {
    const key = await DpopKey.generate();
    await new DpopClient(server, key).tokens();
    const codes = await new Device(server, TELEVISIONS.films).codes();
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    await decide(browser, codes);
    const television = new DpopClient(server, key, TELEVISIONS.films);
    await television.tokens({ grant_type: DEVICE_CODE, device_code: codes.device_code });
    const keyOf = async (client: string) => {
      const { body } = await api.send('GET', `/grants?client=${client}`);
      return (body.items as { keyThumbprint: string | null }[]).map(({ keyThumbprint }) => keyThumbprint);
    };
    expect(await keyOf(TELEVISIONS.films.id)).toEqual([key.thumbprint]);
    expect(await keyOf(CLIENTS.app.id)).toEqual([null]); // the client's secret binds its refresh tokens
    for (const [path, times] of [
      [`/admin/grants?client=${TELEVISIONS.films.id}`, 1],
      [`/admin/grants?client=${CLIENTS.app.id}`, 0],
      [`/admin/accounts/${await accountId(server, ANNA.email)}/applications`, 1],
    ] as const)
      expect([path, (await page(path)).split('bound to its key').length - 1]).toEqual([path, times]);
  });
});
