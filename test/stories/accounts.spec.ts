import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import bcrypt from 'bcrypt';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { bearer, loggedAccount, refresh, tokensFor, wrongBearer } from '../support/a01.js';
import { accountId, count, rows } from '../support/database-rows.js';
import { ANNA, BEN, PENDING } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { LegacyClient } from '../support/legacy-client.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SAME_ANSWER = {
  name: 'FizCredentialInvalidException',
  type: 'Ex',
  value: '3',
  message: 'The identifier or the password is wrong.',
};

describe('accounts and their states (§2.1, §2.6, D24, D69)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ BCRYPT_COST: '5' });
  });
  afterAll(() => server.close());

  const signIn = (who: { email: string; password: string }) => new LegacyClient(server).signIn(who);
  const hashOf = async (email: string): Promise<string> => {
    const sql = 'SELECT password_hash FROM account WHERE id = $1';
    const id = await accountId(server, email);
    return (await rows<{ password_hash: string }>(server, sql, [id]))[0].password_hash;
  };
  let imports = 0;
  /** An account with an imported hash. */
  async function imported(passwordHash: string): Promise<string> {
    const email = `imported-${++imports}@family.example`;
    const identifiers = [{ type: 'Email' as const, value: email }];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Imported', identifiers, passwordHash }] });
    return email;
  }

  // I5.1-03
  it('refuses an account that was disabled a millisecond ago: token, refresh and session (D24)', async () => {
    const tokens = await tokensFor(server, BEN);
    const session = new LegacyClient(server);
    await session.signIn(BEN);
    expect((await loggedAccount(server, bearer(tokens.access_token))).status).toBe(200);

    await server.get(AccountService).disable(await accountId(server, BEN.email));
    server.clock.advance({ seconds: 0.001 });
    const refused = await loggedAccount(server, bearer(tokens.access_token));
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      wrongBearer(server, 'The access token is unknown or was revoked'),
    );
    expect(await session.status()).toBe(501);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const answer = await signIn(BEN);
    expect(answer.status).toBe(401);
    expect(answer.body.a01.ex).toEqual(SAME_ANSWER);
  });

  it('enabling it restores sign-in, but neither its tokens nor its session (D24)', async () => {
    const id = await accountId(server, BEN.email);
    await server.get(AccountService).enable(id);
    const tokens = await tokensFor(server, BEN);
    const session = new LegacyClient(server);
    await session.signIn(BEN);
    await server.get(AccountService).disable(id);
    await server.get(AccountService).enable(id);
    expect((await loggedAccount(server, bearer(tokens.access_token))).status).toBe(401);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(await session.status()).toBe(501);
    expect((await signIn(BEN)).status).toBe(200);
    const actions = await rows<{ action: string }>(
      server,
      `SELECT action FROM audit_event WHERE target = $1 ORDER BY id`,
      [`account:${id}`],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'account.disabled',
      'account.enabled',
      'account.disabled',
      'account.enabled',
    ]);
  });

  it('nothing of an account works after a disable concurrent with its sign-ins and refreshes', async () => {
    const id = await accountId(server, BEN.email);
    for (let round = 0; round < 12; round++) {
      const { refresh_token: old } = await tokensFor(server, BEN);
      const session = new LegacyClient(server);
      const [renewed, , signedIn] = await Promise.all([
        refresh(server, old),
        server.get(AccountService).disable(id),
        session.signIn(BEN),
      ]);
      expect([200, 400]).toContain(renewed.status);
      expect([200, 401]).toContain(signedIn.status);
      if (renewed.status === 200)
        expect((await loggedAccount(server, bearer(renewed.body.access_token))).status).toBe(401);
      expect(await session.status()).not.toBe(200);
      await server.get(AccountService).enable(id);
      if (renewed.status === 200)
        expect((await refresh(server, renewed.body.refresh_token)).body.error).toBe('invalid_grant');
      expect(await session.status()).not.toBe(200); // a concurrent session must not come back to life
      await signIn(BEN); // the refused sign-ins of this test must not add up
    }
  });

  // I3.5-10
  it.each([` ${ANNA.email}`, `${ANNA.email} `, `\u00a0${ANNA.email}\t`, `\n${ANNA.email.toUpperCase()}\r\n`])(
    'ignores blanks around an identifier at a sign-in: %j',
    async (identifier) => {
      const form = { identifier, password: ANNA.password };
      expect((await request(server, { path: '/api/log2/in', form })).status).toBe(200);
    },
  );

  it.each([
    `${ANNA.email}\r\nX-Injected: 1`,
    `\u001b[31m${ANNA.email}\u001b[0m`,
    JSON.stringify({ email: ANNA.email }),
  ])('treats a name of control characters or JSON as unknown: %j', async (email) => {
    const answer = await signIn({ email, password: ANNA.password });
    expect([answer.status, answer.body.a01.ex]).toEqual([401, SAME_ANSWER]);
    expect(answer.headers['x-injected']).toBeUndefined();
  });

  it('a pending account cannot sign in, whatever the password, with the common answer (D24, D40)', async () => {
    for (const password of ['anything', ' ', 'null']) {
      const answer = await signIn({ email: PENDING.email, password });
      expect(answer.status).toBe(401);
      expect(answer.body.a01.ex).toEqual(SAME_ANSWER);
    }
  });

  it('a pending account that was disabled is pending again when enabled (D24)', async () => {
    const id = await accountId(server, PENDING.email);
    await server.get(AccountService).disable(id);
    await server.get(AccountService).enable(id);
    expect(await count(server, 'account', `id = ${id} AND status = 'pending'`)).toBe(1);
  });

  it('a hash of another cost is replaced at sign-in, and the password still works (D69)', async () => {
    const email = await imported(bcrypt.hashSync('brought-along-1', 4));
    expect((await signIn({ email, password: 'wrong-one' })).status).toBe(401);
    expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
    expect((await signIn({ email, password: 'brought-along-1' })).status).toBe(200);
    const renewed = await hashOf(email);
    expect(renewed).toMatch(/^\$2b\$05\$/);
    expect((await signIn({ email, password: 'brought-along-1' })).status).toBe(200);
    expect(await hashOf(email)).toBe(renewed);
  });

  // I2.1-03
  it.each(['$2a$', '$2b$', '$2y$'])('a %s hash of any cost from elsewhere signs in (D69)', async (prefix) => {
    for (const cost of [4, 5, 6]) {
      const hash = bcrypt.hashSync('brought-along-1', cost).replace('$2b$', prefix);
      const email = await imported(hash);
      expect((await signIn({ email, password: 'brought-along-1' })).status).toBe(200);
      expect((await signIn({ email, password: 'brought-along-2' })).status).toBe(401);
      expect(await hashOf(email)).toMatch(/^\$2[aby]\$05\$/);
      expect((await signIn({ email, password: 'brought-along-1' })).status).toBe(200);
    }
  });

  it('every byte of a password longer than 72 bytes counts (D69)', async () => {
    const long = 'ä'.repeat(60);
    const hash = bcrypt.hashSync(createHash('sha256').update(long).digest('base64'), 4);
    const email = await imported(hash);
    expect((await signIn({ email, password: long })).status).toBe(200);
    expect((await signIn({ email, password: `${long}x` })).status).toBe(401);
    expect((await signIn({ email, password: 'ä'.repeat(59) })).status).toBe(401);
  });

  // I2.6-04
  it('returns the last sign-in as ISO 8601 UTC with milliseconds, empty before (§2.6, D29)', async () => {
    const email = await imported(bcrypt.hashSync('brought-along-1', 5));
    const [{ last_login_at: before }] = await rows<{ last_login_at: Date | null }>(
      server,
      'SELECT last_login_at FROM account WHERE id = $1',
      [await accountId(server, email)],
    );
    expect(before).toBeNull();
    server.clock.advance({ days: 1, seconds: 1.234 });
    const client = new LegacyClient(server);
    await client.signIn({ email, password: 'brought-along-1' });
    const at = server.clock.now().toISOString();
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    server.clock.advance({ minutes: 5 });
    expect((await client.account()).body.a01.r.r).toMatchObject({ lastLoginDate: at });
    await signIn({ email, password: 'wrong-one' });
    expect((await client.account()).body.a01.r.r).toMatchObject({ lastLoginDate: at });
  });

  // I1-01, I2.2-11
  it("returns the caller's own account: identifiers and families (§2.5, §2.6, D33)", async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const { body } = await loggedAccount(server, bearer(access_token));
    const id = expect.stringMatching(/^\d+$/) as unknown;
    expect(body).toEqual({
      a01: {
        r: {
          r: {
            accountId: id,
            identifiers: [
              { type: 'Email', value: ANNA.email, validated: 'true', id },
              { type: 'Msisdn', value: ANNA.msisdn, validated: 'false', id },
              { type: 'Login', value: ANNA.login, validated: 'false', id },
            ],
            name: 'Anna K.',
            lastLoginDate: server.clock.now().toISOString(),
            families: [
              {
                familyId: id,
                metaId: expect.stringMatching(/^family\/\d+$/) as unknown,
                familyName: 'The Ks',
                pictureURIs: [],
                premiumType: '2',
                Calendar_Service: 'true',
                Location_Service: 'true',
                Autotracking_Service: 'false',
                Message_Service: 'true',
                Photo_Service: 'true',
                Video_Service: 'true',
                Audio_Service: 'true',
                Task_Service: 'true',
              },
            ],
          },
        },
        cn: 'accgetloggedaccount',
      },
    });
  });
});
