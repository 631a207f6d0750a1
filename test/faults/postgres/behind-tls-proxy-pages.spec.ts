import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { basic, bearer } from '../../support/a01.js';
import { pkceOf, VERIFIER } from '../../support/authorization.js';
import { openBrowser } from '../../support/browser.js';
import { Deployment } from '../../support/deployment.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import { linkOf, newEmail, PASSWORD } from '../../support/invitations.js';
import { resultOf } from '../../support/web-flow.js';
import { WatchedPage } from '../../support/watched-page.js';

const PRINTS = { id: 'prints', secret: 'prints-secret-1' };

describe('pages of two nodes behind a proxy that ends TLS, in a real browser', () => {
  let deployment: Deployment;
  let browser: Browser;
  let thirdParty: Server;
  let callback: string;
  beforeAll(async () => {
    thirdParty = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end('<title>prints</title><h1>Back at the prints</h1>'),
    );
    await new Promise<void>((resolve) => thirdParty.listen(0, 'localhost', resolve));
    callback = `http://localhost:${(thirdParty.address() as AddressInfo).port}/callback`;
    [deployment, browser] = await Promise.all([Deployment.start(), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
    thirdParty.close();
  });

  const open = (): Promise<WatchedPage> => WatchedPage.open(browser, { ignoreHTTPSErrors: true });
  const submit = (page: Page) => page.click('form.card button[type=submit]');
  const account = async (token: string) => {
    const path = '/api/acc/getloggedaccount';
    return (await request(deployment.caller(), { path, headers: bearer(token) })).status;
  };

  it('a third party gets a code with PKCE, and tokens for it (§3.3)', async () => {
    const { page, problems } = await open();
    const asked = { response_type: 'code', client_id: PRINTS.id, state: 's-1', redirect_uri: callback };
    deployment.proxy.countAnew();
    const query = new URLSearchParams({ ...asked, ...pkceOf(), scope: 'account' }).toString();
    await page.goto(`${deployment.url}/authorize?${query}`);
    await page.fill('#identifier', ANNA.email);
    await page.fill('#password', ANNA.password);
    await submit(page);
    await page.click('button[value=allow]');
    await page.waitForSelector('h1:has-text("Back at the prints")');
    expect(problems).toEqual([]);
    expect(deployment.proxy.answeredBy.size).toBe(2); // the browser's requests used both nodes
    const cookies = await page.context().cookies(deployment.url);
    // A script of the page sets the time zone.
    const isSafe = cookies.map(
      ({ name, secure, httpOnly }) => secure && (httpOnly || name === 'hearth_time_zone'),
    );
    expect(isSafe).toEqual(cookies.map(() => true));

    const answer = new URL(page.url()).searchParams;
    expect([answer.get('state'), answer.get('iss')]).toEqual(['s-1', deployment.url]);
    const code = { code: answer.get('code') as string, redirect_uri: callback, code_verifier: VERIFIER };
    const form = { grant_type: 'authorization_code', ...code };
    const { body } = await request(deployment.caller(), { path: '/token', form, headers: basic(PRINTS) });
    expect([await account(body.access_token), await account(body.access_token)]).toEqual([200, 200]);
    await page.context().close();
  });

  it('an invited account opens the link, and signs in with the new password', async () => {
    const email = newEmail();
    const form = { FamilyName: 'The Millers', Type: 'Email', Identifier: email };
    const asked = { ...form, UserName: 'Mia', UserCountryCode: 'DE' };
    const caller = deployment.caller();
    const path = '/api/prov/createaccount';
    const id = resultOf(await request(caller, { path, form: asked, headers: basic(CLIENTS.provisioning) }));

    const link = await linkOf(await deployment.inside(), id);
    const { page, problems } = await open();
    await page.goto(`${deployment.url}${link}`);
    await page.fill('#password', PASSWORD);
    await submit(page);
    await page.waitForSelector('main:not(:has(form.card))');
    expect(problems).toEqual([]);
    const signIn = { identifier: email, password: PASSWORD, tokentype: 'Bearer', deviceId: 'tablet' };
    const tokens = await request(caller, {
      path: '/api/log2/generateaccesstokenbypassword',
      form: signIn,
      headers: basic(CLIENTS.app),
    });
    expect(await account(tokens.body.access_token)).toBe(200);
    await page.context().close();
  });
});
