import { randomUUID } from 'node:crypto';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { tokensFor } from '../a01.js';
import { authorizePath, CookieBrowser, type Tab } from '../authorization.js';
import { rows } from '../database-rows.js';
import { newestMessage, NEXT_PASSWORD, type Member } from '../forgotten-password.js';
import { newEmail } from '../invitations.js';
import { linkOf, present } from '../single-sign-on.js';
import type { Act } from './act.js';
import { newMember, type Stage } from './stage.js';
import { SHOP } from './tokens.js';

async function signedIn({ server }: Stage): Promise<{ browser: CookieBrowser; member: Member }> {
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  const member = await newMember(server);
  await browser.signIn(member);
  return { browser, member };
}

async function atShop(stage: Stage): Promise<{ tab: Tab; member: Member }> {
  const { browser, member } = await signedIn(stage);
  return { tab: await browser.begin(SHOP), member };
}

/** A browser on the page that asks whether to connect the account with the portal's. */
async function atLink(stage: Stage): Promise<{ browser: CookieBrowser; path: string; member: Member }> {
  const { server, portal } = stage;
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  const member = await newMember(server);
  const path = linkOf(server, await present(server, await portal.assert(server, { sub: randomUUID() })));
  return { browser, path, member };
}

const form = ({ email: identifier, password }: Member) => ({ identifier, password });

export const PAGES: Readonly<Record<string, Act>> = {
  'a browser signs in': async ({ server }) => {
    const browser = new CookieBrowser(server, { Accept: 'text/html' });
    const member = await newMember(server);
    return () => browser.signIn(member);
  },
  'a browser signs out': async (stage) => {
    const { tab } = await atShop(stage);
    return () => tab.browser.postAlone('/sign-out');
  },
  '/authorize': ({ server }) => {
    const browser = new CookieBrowser(server);
    return () => browser.get(authorizePath(SHOP));
  },
  'a sign-in for a third party': async ({ server }) => {
    const member = await newMember(server);
    const tab = await new CookieBrowser(server, { Accept: 'text/html' }).begin(SHOP);
    return () => tab.trySignIn(member);
  },
  'a consent': async (stage) => {
    const { tab } = await atShop(stage);
    const consent = await tab.consentForm();
    return () => tab.decide({ ...consent, decision: 'allow' });
  },
  'a consent is declined': async (stage) => {
    const { tab } = await atShop(stage);
    return () => tab.decide({ decision: 'deny' });
  },
  'a consent is remembered': async (stage) => {
    const { tab } = await atShop(stage);
    await tab.allow();
    const again = await tab.browser.begin(SHOP);
    return () => again.show();
  },
  'the profile': async (stage) => {
    const { browser } = await signedIn(stage);
    return () => browser.postAlone('/account/profile', { name: 'Mona', countryCode: 'DE', locale: 'de' });
  },
  'the password': async (stage) => {
    const { browser, member } = await signedIn(stage);
    return () =>
      browser.postAlone('/account/password', {
        reason: 'known',
        current: member.password,
        password: NEXT_PASSWORD,
      });
  },
  'an address is asked for': async (stage) => {
    const { browser } = await signedIn(stage);
    const fields = { identifier: newEmail() };
    return () => browser.postAlone('/account/identifiers', fields);
  },
  'an address is proven': async (stage) => {
    const { browser, member } = await signedIn(stage);
    await browser.post('/account/identifiers', { identifier: newEmail() });
    const { path } = await newestMessage(stage.server, member.id);
    return () => browser.postAlone(path);
  },
  'an address is removed': async (stage) => {
    const { browser, member } = await signedIn(stage);
    const [{ id }] = await rows<{ id: string }>(
      stage.server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, issuer)
       VALUES ($1, 'Email', $2, $2, true, '') RETURNING id::text`,
      [member.id, newEmail()],
    );
    return () => browser.postAlone(`/account/identifiers/${id}`);
  },
  'a link under way is taken back': async (stage) => {
    const { browser, member } = await signedIn(stage);
    await browser.post('/account/identifiers', { identifier: newEmail() });
    const sql = `SELECT encode(digest, 'hex') AS id FROM invitation WHERE account_id = $1 AND kind = 'addition'`;
    const [{ id }] = await rows<{ id: string }>(stage.server, sql, [member.id]);
    return () => browser.postAlone('/account/security/end', { kind: 'additionLinks', id });
  },
  'another browser is signed out': async (stage) => {
    const { browser, member } = await signedIn(stage);
    await new CookieBrowser(stage.server).signIn(member);
    const sql = `SELECT encode(digest, 'hex') AS id FROM session WHERE account_id = $1 LIMIT 1`;
    const [{ id }] = await rows<{ id: string }>(stage.server, sql, [member.id]);
    return () => browser.postAlone('/account/end', { kind: 'session', id });
  },
  'everything else is signed out': async (stage) => {
    const { browser, member } = await signedIn(stage);
    await tokensFor(stage.server, member);
    await new CookieBrowser(stage.server).signIn(member);
    return () => browser.postAlone('/account/end-others');
  },
  'an application is disconnected': async (stage) => {
    const { tab } = await atShop(stage);
    await tab.allow();
    return () => tab.browser.postAlone('/account/disconnect', { client: SHOP.id });
  },
  'a forgotten password': async ({ server }) => {
    const { email: identifier } = await newMember(server);
    const browser = new CookieBrowser(server, { Accept: 'text/html' });
    return async () => {
      const answer = await browser.post('/forgot-password', { identifier });
      await server.get(LateLinks).settled(); // it answers before it sends
      return answer;
    };
  },
  'a new password by the link': async ({ server }) => {
    const { email: identifier, id } = await newMember(server);
    const browser = new CookieBrowser(server, { Accept: 'text/html' });
    await browser.post('/forgot-password', { identifier });
    await server.get(LateLinks).settled();
    const { path } = await newestMessage(server, id);
    return () => browser.postAlone(path, { password: NEXT_PASSWORD });
  },
  'an assertion of somebody new': async ({ server, portal }) => {
    const assertion = await portal.assert(server, { sub: randomUUID() });
    return async () => {
      const { status, headers, body } = await present(server, assertion);
      const isOffered = body.error === 'account_not_linked'; // the expected answer
      return { status: isOffered ? 200 : status, headers, body };
    };
  },
  'a sign-in to connect an account': async (stage) => {
    const { browser, path, member } = await atLink(stage);
    return () => browser.postAlone(`${path}/sign-in`, form(member));
  },
  'an account is connected': async (stage) => {
    const { browser, path, member } = await atLink(stage);
    await browser.post(`${path}/sign-in`, form(member));
    return () => browser.postAlone(`${path}/decision`, { decision: 'connect', account: member.id });
  },
  'an account is not connected': async (stage) => {
    const { browser, path, member } = await atLink(stage);
    await browser.post(`${path}/sign-in`, form(member));
    return () => browser.postAlone(`${path}/decision`, { decision: 'decline' });
  },
};
