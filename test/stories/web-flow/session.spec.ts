import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { basic, bearer, tokensFor } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, clientRowId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import { LegacyClient, sessionIdOf } from '../../support/legacy-client.js';
import { setDisabled, setPatterns } from '../../support/record-changes.js';
import type { TestServer } from '../../support/start-app.js';
import { newCipher, resultOf, SITES, startWithSites, WebSite, withSession } from '../../support/web-flow.js';

const refusal = ({ status, body }: RawAnswer) => [status, body.a01.ex.name];
const INVALID = [403, 'FizWebSessionInvalidException'];
const NO_RIGHTS = [509, 'FizApiKeyInsufficientRightsException'];
const NOBODY_IN_SESSION = [501, 'FizAccountNotFoundInSessionException'];

describe('session of the web flow (§3.4, D65–D67)', () => {
  let server: TestServer;
  let album: WebSite;
  let diary: WebSite;
  beforeAll(async () => {
    server = await startWithSites();
    album = new WebSite(server);
    diary = new WebSite(server, SITES.diary);
  });
  afterAll(() => server.close());

  const statusOf = async (sessionId: string, headers: Record<string, string> = {}): Promise<number> =>
    (await withSession(server, sessionId, undefined, headers)).status;

  describe('before it is validated (D66)', () => {
    it('has an account and no client: account-based calls answer 509 [I3.4-02]', async () => {
      const { sessionId } = await album.opened();
      const answer = await withSession(server, sessionId);
      expect(refusal(answer)).toEqual(NO_RIGHTS);
      expect(answer.body.a01.ex.message).toContain('webvalidatesession');
      expect((await withSession(server, sessionId, '/api/acc/ping')).status).toBe(200);
    });

    it("client credentials beside it do not help: neither its own client's nor another's", async () => {
      const { sessionId } = await album.opened();
      for (const client of [SITES.album, SITES.diary, CLIENTS.app])
        expect(refusal(await withSession(server, sessionId, undefined, basic(client)))).toEqual(NO_RIGHTS);
    });

    it("signs nobody in to Hearth's own pages, validated or not", async () => {
      for (const { sessionId } of [await album.opened(), await album.validated()]) {
        const page = await withSession(server, sessionId, '/account');
        expect([page.status, page.headers.location]).toEqual([303, '/sign-in']);
      }
    });
  });

  describe('validating', () => {
    it('answers true, and from then on the client acts for the account: by cookie and by its server [I3.4-05, I3.4-06, I4.4-09, I4.4-10, I5.2-04]', async () => {
      const { secret, sessionId } = await album.opened();
      const answer = await album.validate(secret, sessionId);
      expect(answer.body).toEqual({ a01: { r: { r: 'true' }, cn: 'webvalidatesession' } });
      const byCookie = await withSession(server, sessionId);
      expect(byCookie.body.a01.r.r).toMatchObject({ name: 'Anna K.' });
      expect(await statusOf(decodeURIComponent(sessionId))).toBe(200);
      expect(await statusOf(sessionId, basic(SITES.album))).toBe(200);
    });

    it('accepts the session id as it was answered and as a cookie parser reads it, credentials in the form [I4.4-09]', async () => {
      const { secret, sessionId } = await album.opened();
      const { id: client_id, secret: client_secret } = SITES.album;
      const form = {
        stateSecret: secret,
        sessionId: decodeURIComponent(sessionId),
        client_id,
        client_secret,
      };
      resultOf(await request(server, { path: '/api/web/validatesession', form }));
      expect(await statusOf(sessionId)).toBe(200);
    });

    it('requires the client secret itself: no token, no cookie of a validated session, no wrong one [I3.4-09, I5.2-04]', async () => {
      const { secret, sessionId } = await album.opened();
      const { access_token } = await tokensFor(server, ANNA, 'Bearer', SITES.diary);
      const other = await album.validated();
      const attempts = [
        {},
        bearer(access_token),
        { Cookie: `JSESSIONID=${other.sessionId}` },
        basic({ id: 'album', secret: 'wrong' }),
        basic(CLIENTS.provisioning),
      ];
      for (const headers of attempts)
        expect(refusal(await album.validate(secret, sessionId, headers))).toEqual(NO_RIGHTS);
      resultOf(await album.validate(secret, sessionId)); // none of them counted
    });

    it('any mismatch gets one answer, and the session is unchanged (D67) [I3.4-08, I3.4-10]', async () => {
      const legacy = new LegacyClient(server);
      await legacy.signIn(ANNA);
      const legacyId = (legacy.cookie as string).slice('JSESSIONID='.length);
      const [one, other, done] = [await album.opened(), await album.opened(), await album.validated()];
      const raw = sessionIdOf(`JSESSIONID=${one.sessionId}`);
      const out = await album.opened();
      await withSession(server, out.sessionId, '/api/log2/out', {}, {});
      const unused = newCipher();
      const unusedSecret = await album.secretFor(unused);
      const answers = [
        await album.validate('not the secret', one.sessionId),
        await album.validate(other.secret, one.sessionId), // mixed up
        await album.validate(one.cipher, one.sessionId),
        await album.validate(unusedSecret, one.sessionId),
        await diary.validate(one.secret, one.sessionId), // requested by another client
        await album.validate(one.secret, raw), // not signed
        await album.validate(one.secret, `s:${raw}`),
        await album.validate(one.secret, encodeURIComponent(`s:${raw}.${'A'.repeat(43)}`)),
        await album.validate(one.secret, '%E0%A4%A'),
        await album.validate(one.secret, 'unknown'),
        await album.validate(one.secret, legacyId),
        await album.validate(done.secret, done.sessionId), // a replay
        await diary.validate(done.secret, done.sessionId),
        await album.validate('not the secret', done.sessionId),
        await album.validate(out.secret, out.sessionId),
      ];
      for (const answer of answers) {
        expect(refusal(answer)).toEqual(INVALID);
        expect(answer.text).toBe(answers[0].text);
      }
      const statuses = [one, other, done].map(({ sessionId }) => statusOf(sessionId));
      expect(await Promise.all(statuses)).toEqual([501, 509, 200]); // five of them were guesses at the first
      expect(await legacy.status()).toBe(200);
    });

    it('a secret is valid for ten minutes (D64) [I4.4-04]', async () => {
      const [first, second] = [await album.opened(), await album.opened()];
      server.clock.advance({ minutes: 9, seconds: 59 });
      resultOf(await album.validate(first.secret, first.sessionId));
      server.clock.advance({ seconds: 1 });
      expect(refusal(await album.validate(second.secret, second.sessionId))).toEqual(INVALID);
      expect(await statusOf(second.sessionId)).toBe(509);
    });

    it('after five mismatches the session ends, even if they come at once (D67) [I4.4-11]', async () => {
      const { secret, sessionId } = await album.opened();
      const lucky = await album.opened();
      for (let i = 0; i < 4; i++) await album.validate(`guess ${i}`, lucky.sessionId);
      resultOf(await album.validate(lucky.secret, lucky.sessionId));
      for (let i = 0; i < 6; i++) await album.validate(`guess ${i}`, lucky.sessionId);
      expect(await statusOf(lucky.sessionId)).toBe(200); // guesses cannot end a validated session
      const guesses = Array.from({ length: 5 }, (_, i) => album.validate(`guess ${i}`, sessionId));
      for (const answer of await Promise.all(guesses)) expect(refusal(answer)).toEqual(INVALID);
      expect(refusal(await withSession(server, sessionId))).toEqual(NOBODY_IN_SESSION);
      expect(refusal(await album.validate(secret, sessionId))).toEqual(INVALID);
      expect(await count(server, 'audit_event', `details = '{"ended": true}'`)).toBeGreaterThan(0);
    });

    it('of fifty at once, one wins (D71)', async () => {
      const { secret, sessionId } = await album.opened();
      const attempts = Array.from({ length: 50 }, () => album.validate(secret, sessionId));
      const answers = await Promise.all(attempts);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(refusal(answer)).toEqual(INVALID);
      expect(await statusOf(sessionId)).toBe(200);
    });

    it('a secret without an authenticated client works for any client that holds it', async () => {
      const cipher = newCipher();
      const secret = await album.secretFor(cipher, {});
      const sessionId = resultOf(await album.post(cipher));
      resultOf(await diary.validate(secret, sessionId));
      expect(await statusOf(sessionId)).toBe(200);
    });
  });

  describe('once it is validated', () => {
    it("has its client's ruleset, and an administrator's changes apply at once (§5.1, D35) [I3.4-07]", async () => {
      const { sessionId } = await album.validated();
      const search = () => withSession(server, sessionId, '/api/prov/search?login=nobody');
      expect(refusal(await search())).toEqual(NO_RIGHTS);
      await setPatterns(server, 'ALBUM', ['web*', 'prov*']);
      expect(refusal(await withSession(server, sessionId))).toEqual(NO_RIGHTS);
      expect(refusal(await search())).toEqual(NO_RIGHTS); // a user's session never provisions (D31)
      await setPatterns(server, 'ALBUM', ['log2*', 'acc*', 'web*', 'oauth2*']);
      expect(await statusOf(sessionId)).toBe(200);
    });

    it("lends its account to no other client: that one's credentials beside it answer 509", async () => {
      const { sessionId } = await album.validated();
      expect(refusal(await withSession(server, sessionId, undefined, basic(SITES.diary)))).toEqual(NO_RIGHTS);
    });

    it('gets no tokens: they require the client secret itself (§3.2, D112)', async () => {
      const { sessionId } = await diary.validated(); // of a privileged client
      const form = { identifier: BEN.email, password: BEN.password, tokentype: 'Bearer', deviceId: 'd' };
      const path = '/api/log2/generateaccesstokenbypassword';
      expect(refusal(await withSession(server, sessionId, path, {}, form))).toEqual(NO_RIGHTS);
    });

    it('is refused what a strict client may not do (D68)', async () => {
      const { sessionId } = await new WebSite(server, SITES.strict).validated();
      const out = await withSession(server, sessionId, '/api/log2/out');
      expect(refusal(out)).toEqual([400, 'FizApiStrictProfileException']);
      expect((await withSession(server, sessionId, '/api/log2/out', {}, {})).status).toBe(200);
    });

    it('a disabled client is unknown at once, and enabled again its sessions work', async () => {
      const id = await clientRowId(server, SITES.album.id);
      const { sessionId } = await album.validated();
      const pending = await album.opened();
      const cipher = newCipher();
      await album.secretFor(cipher);
      await setDisabled(server, id, true);
      expect(await statusOf(sessionId)).toBe(509);
      expect(refusal(await album.validate(pending.secret, pending.sessionId))).toEqual(NO_RIGHTS);
      expect(refusal(await album.post(cipher))).toEqual(INVALID);
      await setDisabled(server, id, false);
      expect(await statusOf(sessionId)).toBe(200);
    });

    it('ends with its account at once, validated or not; and with its client (D24)', async () => {
      const ben = { login: BEN.email, password: BEN.password };
      const [validated, opened] = [await album.validated(ben), await album.opened(ben)];
      const accounts = server.get(AccountService);
      const id = await accountId(server, BEN.email);
      await accounts.disable(id);
      expect([await statusOf(validated.sessionId), await statusOf(opened.sessionId)]).toEqual([501, 501]);
      expect(refusal(await album.validate(opened.secret, opened.sessionId))).toEqual(INVALID);
      await accounts.enable(id);
      expect(await statusOf(validated.sessionId)).toBe(501);
      const strict = await new WebSite(server, SITES.strict).validated();
      await rows(server, `DELETE FROM client WHERE client_id = 'strict-album'`);
      expect(await statusOf(strict.sessionId)).toBe(501);
    });

    it('log2out ends it for both, by the browser or by the web server (§3.1)', async () => {
      for (const headers of [{ 'Sec-Fetch-Site': 'same-origin' }, basic(SITES.album)]) {
        const { sessionId } = await album.validated();
        const { body } = await withSession(server, sessionId, '/api/log2/out', headers, {});
        expect(body.a01).toEqual({ r: { r: 'true' }, cn: 'log2out' });
        expect(refusal(await withSession(server, sessionId))).toEqual(NOBODY_IN_SESSION);
      }
    });

    it('ends 30 minutes after the last access of either of the two (§8)', async () => {
      const { sessionId } = await album.validated();
      server.clock.advance({ minutes: 29 });
      expect(await statusOf(sessionId, { 'Sec-Fetch-Site': 'none' })).toBe(200);
      server.clock.advance({ minutes: 29 });
      expect(await statusOf(sessionId)).toBe(200);
      server.clock.advance({ minutes: 30 });
      expect(refusal(await withSession(server, sessionId))).toEqual(NOBODY_IN_SESSION);
    });

    it('log2in makes no session of the web flow, and ends the one it is called with', async () => {
      const { secret, sessionId } = await album.opened();
      const client = new LegacyClient(server);
      client.cookie = `JSESSIONID=${sessionId}`;
      await client.signIn(BEN);
      const renewed = client.cookie.slice('JSESSIONID='.length);
      expect(renewed).not.toBe(sessionId);
      expect((await client.account()).body.a01.r.r).toMatchObject({ name: 'Ben' }); // LEGACY
      expect(await statusOf(sessionId)).toBe(501);
      for (const id of [sessionId, renewed])
        expect(refusal(await album.validate(secret, id))).toEqual(INVALID);
    });

    it("is shown with its client's name among the sign-ins of the account, which may end it", async () => {
      const { sessionId } = await album.validated();
      const browser = new CookieBrowser(server);
      await browser.signIn(ANNA);
      expect((await browser.get('/account/devices')).text).toContain('The album site');
      await browser.post('/account/end-others');
      expect(await statusOf(sessionId)).toBe(501);
    });
  });

  it('leaves audit records without secrets: requested, signed in, opened, validated (audit)', async () => {
    let made = { cipher: '', secret: '', sessionId: '' };
    const events = await new AuditTrail(server).of(async () => void (made = await album.validated()));
    const anna = await accountId(server, ANNA.email);
    const told = events.map(({ action, outcome, client, account }) => [action, outcome, client, account]);
    expect(told).toEqual([
      ['websession.asked', 'ok', 'album', undefined],
      ['signin', 'ok', 'album', anna],
      ['websession.opened', 'ok', 'album', anna],
      ['websession.validated', 'ok', 'album', anna],
    ]);
    const log = server.log.join('\n');
    for (const plain of [...Object.values(made), ANNA.password, SITES.album.secret])
      expect(log).not.toContain(plain);
  });
});
