import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { addressOf, Deployment } from '../../support/deployment.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { request, type Peer, type RawAnswer } from '../../support/http.js';
import { cookieOf, LegacyClient } from '../../support/legacy-client.js';
import { macHeader } from '../../support/mac-signer.js';
import { ANOTHER_NAME } from '../../support/tls-proxy.js';
import { newCipher, resultOf, WebSite, withSession } from '../../support/web-flow.js';

const ACCOUNT = '/api/acc/getloggedaccount';
const ALBUM = { id: 'album', secret: 'album-secret-1', redirectUri: 'https://album.example/signed-in' };
/** An address other than the proxy's own, so that the two can be told apart. */
const CALLER = '127.0.0.9';

describe('two nodes in production behind a proxy that ends TLS: every way in (architecture §5, D44)', () => {
  let deployment: Deployment;
  let caller: Peer;
  beforeAll(async () => {
    deployment = await Deployment.start();
    caller = deployment.caller(CALLER);
  });
  afterAll(() => deployment.close());

  const send = (path: string, form?: Record<string, string>, headers = {}, from: Peer = caller) =>
    request(from, { path, form, headers });
  const account = (headers: Record<string, string>): Promise<RawAnswer> => send(ACCOUNT, undefined, headers);
  const statuses = async (count: number, look: () => Promise<RawAnswer>): Promise<number[]> => {
    const answers: number[] = [];
    for (let i = 0; i < count; i++) answers.push((await look()).status);
    return answers;
  };
  const tokens = async (tokentype: 'Bearer' | 'Mac', from: Peer = caller) => {
    const form = { identifier: ANNA.email, password: ANNA.password, tokentype, deviceId: 'tablet' };
    return (await send('/api/log2/generateaccesstokenbypassword', form, basic(CLIENTS.app), from)).body;
  };
  const newestAudit = async (where: string) => {
    const sql = `SELECT address FROM audit_event WHERE ${where} ORDER BY id DESC LIMIT 1`;
    return (await rows<{ address: string }>(await deployment.inside(), sql))[0]?.address;
  };

  it('both nodes get requests, and answer as one', async () => {
    deployment.proxy.countAnew();
    expect(await statuses(4, () => send('/health/ready'))).toEqual([200, 200, 200, 200]);
    expect(deployment.nodes.map((node) => deployment.proxy.answeredBy.get(addressOf(node)))).toEqual([2, 2]);
    const { body } = await send('/.well-known/openid-configuration');
    expect(body).toMatchObject({ issuer: deployment.url, token_endpoint: `${deployment.url}/token` });
  });

  it('a Bearer token for a password: call, refresh, revoke', async () => {
    const { access_token, refresh_token } = await tokens('Bearer');
    expect(await statuses(2, () => account(bearer(access_token)))).toEqual([200, 200]);
    const form = { grant_type: 'refresh_token', refresh_token };
    const next = (await send('/token', form, basic(CLIENTS.app))).body;
    expect(await statuses(2, () => account(bearer(next.access_token)))).toEqual([200, 200]);
    expect((await send('/revoke', { token: next.refresh_token }, basic(CLIENTS.app))).status).toBe(200);
    expect(await statuses(2, () => account(bearer(next.access_token)))).toEqual([401, 401]);
  });

  it.each([
    ['the port that it was addressed by', () => deployment.url, undefined],
    ['port 443 where the Host names none', () => `https://${ANOTHER_NAME}`, ANOTHER_NAME],
  ])(
    'a MAC request is signed for the public host and %s, and passes once (D50, D51)',
    async (_what, base, host) => {
      const { access_token: id, mac_key: key } = await tokens('Mac');
      const ts = Math.floor(Date.now() / 1000);
      const signed = macHeader({ id, key, url: `${base()}${ACCOUNT}`, ts });
      const headers = { ...signed, ...(host === undefined ? {} : { Host: host }) };
      expect(await statuses(2, () => account(headers))).toEqual([200, 401]);
    },
  );

  it('a legacy session: its cookie is Secure and works on either node until log2out (§3.1)', async () => {
    const client = new LegacyClient(caller);
    const signedIn = await client.signIn(ANNA);
    expect(cookieOf(signedIn)?.attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly']));
    expect(await statuses(4, () => client.account())).toEqual([200, 200, 200, 200]);
    const copy = client.copy();
    await client.signOut();
    expect(await statuses(2, () => copy.account())).toEqual([501, 501]);
  });

  it('the web flow: secret, form and validation, each on another node (§3.4)', async () => {
    const site = new WebSite(caller, ALBUM);
    const cipher = newCipher();
    const secret = await site.secretFor(cipher);
    const posted = await site.post(cipher);
    const sessionId = resultOf(posted);
    expect(cookieOf(posted)?.attributes).toContain('Secure');
    expect((await withSession(caller, sessionId)).status).toBe(509);
    expect((await site.validate(secret, sessionId)).status).toBe(200);
    expect(await statuses(2, () => withSession(caller, sessionId))).toEqual([200, 200]);
  });

  it("Hearth's own pages: sign-in, and a cookie that is Secure", async () => {
    const browser = new CookieBrowser(caller);
    const { status, headers } = await browser.signIn(ANNA);
    expect(status).toBe(303);
    expect(headers['set-cookie']?.every((line) => /; Secure/.test(line))).toBe(true);
    expect((await browser.get('/account')).status).toBe(200);
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
  });

  describe('caller address', () => {
    it("the audit names the caller's address, not the proxy's", async () => {
      await new LegacyClient(caller).signIn(BEN);
      expect(await newestAudit(`action = 'signin' AND outcome = 'ok'`)).toBe(CALLER);
    });

    it("a caller's own claims are ignored", async () => {
      const lies = {
        'X-Forwarded-For': '203.0.113.99',
        'X-Real-IP': '203.0.113.99',
        Forwarded: 'for=203.0.113.99',
      };
      const refused = await new LegacyClient(caller).signIn({ ...BEN, password: 'wrong' }, lies);
      expect(refused.status).toBe(401);
      expect(await newestAudit(`action = 'signin' AND outcome = 'refused'`)).toBe(CALLER);
    });

    it('a caller that bypasses the proxy can claim neither HTTPS nor an address', async () => {
      const past = { url: addressOf(deployment.nodes[0]), localAddress: CALLER };
      const { access_token } = await tokens('Bearer');
      const claim = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.99' };
      const answer = await request(past, { path: ACCOUNT, headers: { ...bearer(access_token), ...claim } });
      expect(answer.body.a01.ex.name).toBe('FizApiInsecureTransportException');
      await new LegacyClient(past).signIn({ ...BEN, password: 'wrong' }, claim);
      expect(await newestAudit(`action = 'signin' AND outcome = 'refused'`)).toBe(CALLER);
    });
  });
});
