import { randomUUID } from 'node:crypto';
import { basic, post, refresh, tokensFor } from '../a01.js';
import { CookieBrowser, exchange } from '../authorization.js';
import { outdate, rows } from '../database-rows.js';
import { ANNA, CLIENTS } from '../fixtures.js';
import { request } from '../http.js';
import { LegacyClient } from '../legacy-client.js';
import { macHeader } from '../mac-signer.js';
import { present } from '../single-sign-on.js';
import { FOREIGN_FORM, newCipher, SITES } from '../web-flow.js';
import { asked, type Act } from './act.js';
import { SigningKeys } from '../../../src/oauth/signing/signing-keys.js';
import { newMember, type Stage } from './stage.js';

export const SHOP = { ...CLIENTS.thirdParty, name: 'Shop', redirectUri: 'https://shop.example/callback' };
const VALIDATION_TOKEN = 'urn:hearth:params:oauth:token-type:validation-token';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The code of a member who granted the shop everything that it asked for. */
async function codeFor({ server }: Stage, scope?: string): Promise<string> {
  const browser = new CookieBrowser(server);
  return (await browser.connect(await newMember(server), SHOP, { scope })).code;
}

async function validationToken({ server }: Stage): Promise<string> {
  const form = { identifier: (await newMember(server)).email };
  const { body } = await post(server, '/api/log2/createvalidationtoken', form, basic(CLIENTS.app));
  return body.a01.r.r;
}

export const TOKENS: Readonly<Record<string, Act>> = {
  'tokens for a password': async ({ server }) => {
    const { email: identifier, password } = await newMember(server);
    const form = { identifier, password, tokentype: 'Mac', deviceId: 'd' };
    return () => post(server, '/api/log2/generateaccesstokenbypassword', form, basic(CLIENTS.app));
  },
  "a client's own token": ({ server }) => {
    return () => post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
  },
  "a client's own token, whose grant was sealed under another key": async ({ server }) => {
    const form = { grant_type: 'client_credentials' };
    await post(server, '/token', form, basic(CLIENTS.provisioning));
    const own = `account_id IS NULL AND client_id = (SELECT id FROM client WHERE client_id = $1)`;
    const [{ id }] = await rows<{ id: string }>(server, `SELECT id::text FROM token_grant WHERE ${own}`, [
      CLIENTS.provisioning.id,
    ]);
    await rows(server, `UPDATE token_grant SET sealed_secret = '\\x00000000' WHERE id = $1`, [id]);
    await outdate(server, `grant:${id}`);
    return () => post(server, '/token', form, basic(CLIENTS.provisioning));
  },
  'a refresh': async ({ server }) => {
    const { refresh_token: token } = await tokensFor(server, await newMember(server));
    return () => refresh(server, token);
  },
  'a refresh that keeps its token': async ({ server }) => {
    const { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
    return () => refresh(server, token, CLIENTS.keeper);
  },
  'a code': async (stage) => {
    const code = await codeFor(stage, 'openid profile');
    return () => exchange(stage.server, SHOP, code);
  },
  'an access token is revoked': async ({ server }) => {
    const { access_token: token } = await tokensFor(server, await newMember(server));
    return () => post(server, '/revoke', { token }, basic(CLIENTS.app));
  },
  'a refresh token is revoked': async ({ server }) => {
    const { refresh_token: token } = await tokensFor(server, await newMember(server));
    return () => post(server, '/revoke', { token }, basic(CLIENTS.app));
  },
  'a validation token is made': ({ server }) => {
    const form = { identifier: ANNA.email };
    return () => post(server, '/api/log2/createvalidationtoken', form, basic(CLIENTS.app));
  },
  'a validation token is exchanged': async (stage) => {
    const subject_token = await validationToken(stage);
    const form = { grant_type: TOKEN_EXCHANGE, subject_token_type: VALIDATION_TOKEN, subject_token };
    return () => post(stage.server, '/token', form, basic(CLIENTS.app));
  },
  'an assertion is exchanged': async ({ server, portal, admin }) => {
    const { id } = await newMember(server);
    const sub = randomUUID();
    const body = { issuer: portal.issuer, value: sub };
    await admin.send('POST', `/accounts/${id}/external-ids`, { body });
    const assertion = await portal.assert(server, { sub });
    return () => present(server, assertion);
  },
  'a call with a MAC': async ({ server }) => {
    const { access_token: id, mac_key: key } = await tokensFor(server, await newMember(server), 'Mac');
    const path = '/api/acc/getloggedaccount';
    const headers = macHeader({ id, key, url: server.url + path, ts: server.clock.seconds });
    return () => request(server, { path, headers });
  },
  'a key to sign with is made': async ({ server }) => {
    await rows(server, 'DELETE FROM signing_key');
    server.clock.advance({ minutes: 0 });
    const keys = server.get(SigningKeys);
    Object.assign(keys, { known: null });
    return () => asked(() => keys.current('RS256'));
  },
  log2in: async ({ server }) => {
    const member = await newMember(server);
    return () => new LegacyClient(server).signIn(member);
  },
  'log2in where somebody else was signed in': async ({ server }) => {
    const client = new LegacyClient(server);
    await client.signIn(await newMember(server));
    const next = await newMember(server);
    return () => client.signIn(next);
  },
  log2out: async ({ server }) => {
    const client = new LegacyClient(server);
    await client.signIn(await newMember(server));
    return () => client.signOut();
  },
  'a state secret': ({ site }) => {
    const cipher = newCipher();
    return () => site.ask(cipher);
  },
  'the form of the web flow': async ({ server, site }) => {
    const { email: login, password } = await newMember(server);
    const cipher = newCipher();
    await site.secretFor(cipher);
    return () => site.post(cipher, { login, password });
  },
  'the form of the web flow, with a way back': async ({ server, site }) => {
    const { email: login, password } = await newMember(server);
    const cipher = newCipher();
    await site.secretFor(cipher);
    return () => site.post(cipher, { login, password, redirectUri: SITES.album.redirectUri }, FOREIGN_FORM);
  },
  'a session is validated': async ({ server, site }) => {
    const { email: login, password } = await newMember(server);
    const { secret, sessionId } = await site.opened({ login, password });
    return () => site.validate(secret, sessionId);
  },
};
