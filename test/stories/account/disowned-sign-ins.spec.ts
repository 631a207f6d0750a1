import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { tokenStatus } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newestMessage, newMember, type Member } from '../../support/forgotten-password.js';
import { newEmail, outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;
const SIGN_IN = '/account/sign-in';

describe('sign-in that its owner does not recognize (D338)', () => {
  let server: TestServer;
  let mail: MailServer;
  let me: Member;
  let owner: CookieBrowser;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startWithThirdParties({ SMTP_URL: mail.url });
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  beforeEach(async () => {
    server.clock.advance({ days: 1 });
    me = await newMember(server);
    owner = await signedIn(me);
  });

  async function signedIn(who: Member): Promise<CookieBrowser> {
    const browser = new CookieBrowser(server);
    expect((await browser.signIn(who)).status).toBe(303);
    return browser;
  }

  /** Adds an address by its link. */
  async function addAddress(browser: CookieBrowser): Promise<string> {
    const address = newEmail();
    await browser.post('/account/identifiers', { identifier: address });
    await server.get(LateLinks).settled();
    const { path } = await newestMessage(server, me.id);
    expect((await new CookieBrowser(server).post(path)).status).toBe(200);
    return address;
  }

  async function tokensIn(browser: CookieBrowser): Promise<string> {
    return (await exchange(server, shop, await browser.codeFor(shop))).body.access_token;
  }

  const addresses = async () =>
    (
      await rows<{ value: string }>(
        server,
        'SELECT value FROM account_identifier WHERE account_id = $1 AND is_validated ORDER BY id',
        [me.id],
      )
    ).map(({ value }) => value);

  it('ends what it opened; the rest stays', async () => {
    const mine = await tokensIn(owner);
    server.clock.advance({ minutes: 1 });
    const thief = await signedIn(me);
    const [{ id }] = await rows<{ id: string }>(
      server,
      'SELECT id FROM sign_in WHERE account_id = $1 ORDER BY at DESC LIMIT 1',
      [me.id],
    );
    server.clock.advance({ minutes: 1 });
    await thief.confirm(me); // a further proof in it
    const added = await addAddress(thief);
    const his = await tokensIn(thief);
    const page = await owner.get(`/account/sign-ins/${id}`);
    expect([page.status, page.text.includes('Do you not recognize this sign-in?')]).toEqual([200, true]);
    const events = await new AuditTrail(server).of(async () => {
      const { status, headers } = await owner.post(`/account/sign-ins/${id}`);
      expect([status, headers.location]).toEqual([303, SIGN_IN]);
    });
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'signin.disowned', account: me.id, target: `signin:${id}` }),
    );
    expect((await thief.get('/account')).status).toBe(303);
    expect((await owner.get('/account')).status).toBe(200);
    expect([await tokenStatus(server, his), await tokenStatus(server, mine)]).toEqual([401, 200]);
    expect(await addresses()).toEqual([me.email]);
    const told = (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'signInDisowned');
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([me.email, added].sort());
    expect((await owner.get('/account/history')).text).toContain('Sign-in not recognized');
  });

  it('keeps permissions from before sign-ins were recorded', async () => {
    const [{ id: clientId }] = await rows<{ id: string }>(
      server,
      'SELECT id FROM client WHERE client_id = $1',
      [shop.id],
    );
    const before = `INSERT INTO consent (account_id, client_id, scopes, created_at) VALUES ($1, $2, '{profile}', $3) RETURNING 1`;
    await rows(server, before, [me.id, clientId, server.clock.now()]);
    const thief = await signedIn(me);
    await thief.codeFor(shop, { scope: 'openid profile' });
    const [{ signInId }] = await rows<{ signInId: string }>(
      server,
      `SELECT given->'openid'->>'by' AS "signInId" FROM consent WHERE account_id = $1`,
      [me.id],
    );
    await owner.post(`/account/sign-ins/${signInId}`);
    const left = await rows(server, 'SELECT scopes FROM consent WHERE account_id = $1', [me.id]);
    expect(left).toEqual([{ scopes: ['profile'] }]);
  });

  it.each(['0', '99999999999999999999', 'x', '5'])('ignores %s', async (id) => {
    expect((await owner.get(`/account/sign-ins/${id}`)).headers.location).toBe('/account/devices');
    expect((await owner.post(`/account/sign-ins/${id}`)).status).toBe(303);
    expect((await owner.get('/account')).status).toBe(200);
  });

  it("ignores another account's sign-in", async () => {
    const other = await newMember(server);
    const theirs = await signedIn(other);
    const [{ id }] = await rows<{ id: string }>(
      server,
      'SELECT id FROM sign_in WHERE account_id = $1 ORDER BY at DESC LIMIT 1',
      [other.id],
    );
    expect((await owner.get(`/account/sign-ins/${id}`)).status).toBe(303);
    await owner.post(`/account/sign-ins/${id}`);
    expect((await theirs.get('/account')).status).toBe(200);
  });
});
