import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, tokensFor, tokenStatus } from '../../support/a01.js';
import { AuditTrail, type TrailEvent } from '../../support/audit-trail.js';
import {
  CookieBrowser,
  pkceOf,
  registerThirdParties,
  THIRD_PARTIES,
  VERIFIER,
} from '../../support/authorization.js';
import { accountId, clientRowId, outdate, rows } from '../../support/database-rows.js';
import { DpopKey } from '../../support/dpop-key.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { from, request, type RawAnswer } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { grantRow, partsOf } from '../../support/token-forge.js';

const PUBLIC_URL = 'https://hearth.example';
const { pocket } = THIRD_PARTIES;
const HOME = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';

describe('refresh repeated within the grace from another network (D314)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let anna: string;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL });
    trail = new AuditTrail(server);
    anna = await accountId(server, ANNA.email);
    await registerThirdParties(server);
    await rows(server, `UPDATE client SET profile = 'strict' WHERE client_id = $1`, [pocket.id]);
    await outdate(server, `client:${await clientRowId(server, pocket.id)}`);
  });
  afterAll(() => server.close());

  const refreshed = (
    token: string,
    address: string,
    client: { id: string; secret: string } = CLIENTS.strict,
  ): Promise<RawAnswer> =>
    request(server, {
      path: '/token',
      form: { grant_type: 'refresh_token', refresh_token: token },
      headers: { ...basic(client), ...from(address) },
    });
  const isAlive = async (token: string) => (await grantRow(server, token)).revoked_at === null;
  const events = async (work: () => Promise<unknown>): Promise<TrailEvent[]> =>
    (await trail.of(work)).filter(({ action }) => action !== 'token.refused');
  const told = (token: string, client: string, address: string) => ({
    action: 'token.reused',
    client,
    account: anna,
    target: `grant:${partsOf(server, token).grantId}`,
    address,
  });

  it('ends the grant of a strict client, whichever of the two is the thief, with a notice', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    const { body: next } = await refreshed(token, HOME);
    const found = await events(async () => {
      const { status, body } = await refreshed(token, ELSEWHERE);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    });
    const details = { from: 'another network' };
    expect(found).toEqual([{ ...told(token, CLIENTS.strict.id, ELSEWHERE), outcome: 'refused', details }]);
    expect(await isAlive(token)).toBe(false);
    expect((await refreshed(next.refresh_token, HOME)).body.error).toBe('invalid_grant');
    expect(await tokenStatus(server, next.access_token)).toBe(401);
  });

  it('of many at once, one ends the grant and sends the notice', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    await refreshed(token, HOME);
    const found = await events(() => Promise.all([1, 2, 3, 4].map((i) => refreshed(token, `192.0.2.${i}`))));
    expect(found).toMatchObject([{ action: 'token.reused', outcome: 'refused' }]);
  });

  it('also if both come at once', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    const answers = await Promise.all([HOME, ELSEWHERE].map((address) => refreshed(token, address)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await isAlive(token)).toBe(false);
  });

  it('of another client is answered, with a notice', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    const { body: next } = await refreshed(token, HOME, CLIENTS.app);
    const found = await events(async () => {
      for (let i = 0; i < 2; i++) expect((await refreshed(token, ELSEWHERE, CLIENTS.app)).body).toEqual(next);
    });
    const details = { from: 'another network', count: 2 };
    expect(found).toEqual([{ ...told(token, CLIENTS.app.id, ELSEWHERE), outcome: 'ok', details }]);
    expect((await refreshed(next.refresh_token, HOME, CLIENTS.app)).status).toBe(200);
  });

  it.each([
    ['address', HOME, HOME],
    ['network of a household', '2001:db8:7:1::5', '2001:db8:7:1:aa:bb:cc:dd'],
  ])('from its %s is an ordinary repetition', async (_what, first, second) => {
    const { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    const { body: next } = await refreshed(token, first);
    const found = await events(async () => expect((await refreshed(token, second)).body).toEqual(next));
    expect(found).toMatchObject([{ action: 'token.repeated', outcome: 'ok' }]);
  });

  it('a strict client that moves between refreshes repeats nothing, and gets no notice', async () => {
    let { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    const found = await events(async () => {
      for (const address of [HOME, ELSEWHERE, HOME]) {
        const { status, body } = await refreshed(token, address);
        expect(status).toBe(200);
        token = body.refresh_token;
      }
    });
    expect(found).toEqual([]);
  });

  it('with the key that the grant is bound to, it comes from the same device: answered, without a notice', async () => {
    const key = await DpopKey.generate();
    const ask = async (form: Record<string, string>, address: string): Promise<RawAnswer> => {
      const proof = await key.proof({ url: `${PUBLIC_URL}/token`, at: server.clock.seconds });
      const headers = { ...from(address), DPoP: proof };
      return request(server, { path: '/token', form: { ...form, client_id: pocket.id }, headers });
    };
    const { code } = await new CookieBrowser(server).connect(ANNA, pocket, pkceOf());
    const grant = { grant_type: 'authorization_code', code, redirect_uri: pocket.redirectUri };
    const { body: first } = await ask({ ...grant, code_verifier: VERIFIER }, HOME);
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const { status, body: next } = await ask(form, HOME);
    expect(status).toBe(200);
    const found = await events(async () => expect((await ask(form, ELSEWHERE)).body).toEqual(next));
    expect(found).toMatchObject([{ action: 'token.repeated', outcome: 'ok' }]);
  });

  it('a stranger who tries another client’s token from elsewhere ends nothing', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    await refreshed(token, HOME);
    expect((await refreshed(token, ELSEWHERE, CLIENTS.imported)).body.error).toBe('invalid_grant');
    expect(await isAlive(token)).toBe(true);
  });
});
