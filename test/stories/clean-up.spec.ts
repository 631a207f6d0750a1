import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../src/operate/clean-up.js';
import { HourlyCounters } from '../../src/platform/activity/hourly-counters.js';
import { basic, bearer, loggedAccount, post, refresh, tokensFor } from '../support/a01.js';
import { AuditTrail } from '../support/audit-trail.js';
import { count, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { LegacyClient } from '../support/legacy-client.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const TABLES = ['token_grant', 'ended_token', 'mac_nonce', 'session', 'sign_in_throttle'];

describe('clean-up deletes what has ended and keeps what is live (D55)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const cleanUp = () => server.get(CleanUp).run();
  const sizes = async (): Promise<Record<string, number>> => {
    const found: Record<string, number> = {};
    for (const table of TABLES) found[table] = await count(server, table);
    return found;
  };
  const statusOf = async (token: string) => (await loggedAccount(server, bearer(token))).status;

  it('keeps a nonce while its window is open, so that it can never be used twice (D51)', async () => {
    const mac = await tokensFor(server, ANNA, 'Mac');
    const [id, key] = [mac.access_token, mac.mac_key];
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id, key, url, ts: server.clock.seconds + 300 });
    expect((await loggedAccount(server, signed)).status).toBe(200);
    for (const seconds of [0, 300, 299, 1]) {
      server.clock.advance({ seconds });
      await cleanUp();
      expect((await loggedAccount(server, signed)).headers.get('www-authenticate')).toBe(
        'MAC error="nonce already used"',
      );
    }
    server.clock.advance({ seconds: 2 });
    await cleanUp();
    expect(await count(server, 'mac_nonce')).toBe(0);
    expect((await loggedAccount(server, signed)).headers.get('www-authenticate')).toMatch(
      /^MAC error="timestamp out of range"/,
    );
  });

  /** The access was written: writes are collected for a second. */
  const written = () =>
    eventually(async () => {
      const now = server.clock.now();
      const sql = `SELECT 1 AS found FROM session WHERE expires_at = $1::timestamptz + interval '30 minutes'`;
      return (await rows<{ found: number }>(server, sql, [now]))[0] ?? null;
    });

  it('deletes an ended session, keeps one in use', async () => {
    const [used, idle] = [new LegacyClient(server), new LegacyClient(server)];
    await used.signIn(ANNA);
    await idle.signIn(BEN);
    server.clock.advance({ minutes: 20 });
    expect(await used.status()).toBe(200);
    await written();
    await cleanUp();
    expect(await idle.status()).toBe(200);
    await idle.signOut();
    server.clock.advance({ minutes: 20 });
    expect(await used.status()).toBe(200);
    await written();
    await cleanUp();
    expect(await used.status()).toBe(200);
    server.clock.advance({ minutes: 31 });
    await cleanUp();
    expect(await count(server, 'session')).toBe(0);
  });

  it('deletes counts of failed sign-ins half an hour after the last failure, not while they delay (D40)', async () => {
    let texts = 0;
    const wrong = () => new LegacyClient(server).signIn({ ...ANNA, password: `wrong-one ${++texts}` });
    for (let i = 0; i < 5; i++) expect((await wrong()).status).toBe(401);
    await cleanUp();
    expect((await wrong()).status).toBe(429);
    server.clock.advance({ minutes: 31 });
    await cleanUp();
    expect(await count(server, 'sign_in_throttle')).toBe(0);
    expect((await wrong()).status).toBe(401);
  });

  it('keeps a live refresh token, even if it was rotated for years past the first one (D48)', async () => {
    let { refresh_token: token } = await tokensFor(server, ANNA);
    for (let year = 0; year < 5; year++) {
      server.clock.advance({ days: 365 });
      await cleanUp();
      const { status, body } = await refresh(server, token);
      expect(status).toBe(200);
      expect(await statusOf(body.access_token)).toBe(200);
      token = body.refresh_token;
    }
  });

  it('leaves nothing of a chain of refreshes, and checks its grant again on its day', async () => {
    await cleanUp();
    let { refresh_token: token } = await tokensFor(server, BEN);
    const [grant] = await rows<{ id: string; ends_on: string }>(
      server,
      'SELECT id::text, ends_on::text FROM token_grant ORDER BY id DESC LIMIT 1',
    );
    const endsOn = async () =>
      (
        await rows<{ on: string }>(server, 'SELECT ends_on::text AS on FROM token_grant WHERE id = $1', [
          grant.id,
        ])
      )[0].on;
    for (let day = 0; day < 70; day++) {
      server.clock.advance({ days: 1 });
      token = (await refresh(server, token)).body.refresh_token;
    }
    await cleanUp();
    expect(await sizes()).toMatchObject({ ended_token: 0 });
    expect(await count(server, 'token_grant', `id >= ${grant.id}`)).toBe(1);
    expect(await endsOn()).toBe(grant.ends_on);
    server.clock.advance({ days: 5 * 365 - 40 });
    await cleanUp();
    expect((await endsOn()) > grant.ends_on).toBe(true);
    expect((await refresh(server, token)).status).toBe(200);
  });

  it("keeps the one grant of a client's own tokens, which have no rows", async () => {
    const before = await sizes();
    const own = () =>
      post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.provisioning));
    for (const { status } of await Promise.all(Array.from({ length: 20 }, own))) expect(status).toBe(200);
    expect(await sizes()).toEqual({ ...before, token_grant: before.token_grant + 1 });
    server.clock.advance({ days: 400 });
    await cleanUp();
    expect(await count(server, 'token_grant', 'account_id IS NULL')).toBe(1);
    await rows(server, 'DELETE FROM token_grant WHERE account_id IS NULL');
  });

  it('deletes a revoked grant with its tokens soon, not when they would have expired in five years', async () => {
    for (let i = 0; i < 5; i++) {
      const { refresh_token } = await tokensFor(server, ANNA);
      await post(server, '/revoke', { token: refresh_token }, basic(CLIENTS.app));
    }
    expect(await count(server, 'token_grant', 'revoked_at IS NOT NULL')).toBe(5);
    server.clock.advance({ days: 2 });
    await cleanUp();
    expect(await count(server, 'token_grant', 'revoked_at IS NOT NULL')).toBe(0);
  });

  it('empties all tables when everything has ended', async () => {
    await tokensFor(server, ANNA);
    await tokensFor(server, BEN, 'Mac');
    await new LegacyClient(server).signIn(ANNA);
    server.clock.advance({ days: 5 * 365 + 2 });
    // Counts arrive late: they must not arrive in a later test.
    await new AuditTrail(server).settle();
    await server.get(HourlyCounters).flush();
    await cleanUp();
    expect(await sizes()).toEqual({
      token_grant: 0,
      ended_token: 0,
      mac_nonce: 0,
      session: 0,
      sign_in_throttle: 0,
    });
    expect(await cleanUp()).toBe(0);
  });

  it('deletes more than one batch in one run, and keeps live rows among them', async () => {
    const insert = `INSERT INTO mac_nonce (digest, expires_at)
      SELECT sha256(i::text::bytea), $1::timestamptz + make_interval(secs => CASE WHEN i % 10 = 0 THEN 60 ELSE -60 END)
        FROM generate_series(1, 3500) AS i RETURNING 1`;
    await rows(server, insert, [server.clock.now()]);
    expect(await cleanUp()).toBe(3150);
    expect(await count(server, 'mac_nonce')).toBe(350);
  });

  it('runs at once on several nodes without harm: each row is deleted once', async () => {
    server.clock.advance({ minutes: 2 });
    const deleted = await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
    expect(deleted.reduce((sum, n) => sum + n, 0)).toBe(350);
    expect(await count(server, 'mac_nonce')).toBe(0);
  });
});
