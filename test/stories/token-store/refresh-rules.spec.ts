import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post, refresh, tokensFor, tokenStatus, type Body } from '../../support/a01.js';
import { rows } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { eventually } from '../../support/eventually.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { grantRow, ofGeneration, partsOf } from '../../support/token-forge.js';

describe('rules of a refresh (D49, D205)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const fresh = () => tokensFor(server, ANNA);
  const next = async (token: string): Promise<Body> => {
    const { status, body } = await refresh(server, token);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const isRefused = async (token: string) => (await refresh(server, token)).body.error === 'invalid_grant';
  const isAlive = async (token: string) => (await grantRow(server, token)).revoked_at === null;
  const setBack = (token: string, generation: number) =>
    rows(
      server,
      'UPDATE token_grant SET generation = $2, grace_floor = $2, refreshed_at = NULL WHERE id = $1',
      [partsOf(server, token).grantId, generation],
    );

  it('an answer that is lost twice is given a third time, and the client goes on', async () => {
    const { refresh_token: token } = await fresh();
    const lost = [await next(token), await next(token), await next(token)];
    expect(new Set(lost.map(({ refresh_token, access_token }) => refresh_token + access_token)).size).toBe(1);
    await next(lost[2].refresh_token);
  });

  it('of three workers with one token two rotate: the third gets the current token', async () => {
    const { refresh_token: shared } = await fresh();
    const a = await next(shared);
    server.clock.advance({ seconds: 20 });
    const b = await next(a.refresh_token);
    server.clock.advance({ seconds: 50 }); // 70 s after the first, 50 s after the second
    const c = await next(shared);
    expect(c.refresh_token).toBe(b.refresh_token);
    expect(await tokenStatus(server, c.access_token)).toBe(200);
    await next(c.refresh_token);
  });

  it('four rotations back are answered within the grace, five back are theft', async () => {
    const { refresh_token: first } = await fresh();
    let token = first;
    for (let i = 0; i < 4; i++) token = (await next(token)).refresh_token;
    expect((await next(first)).refresh_token).toBe(token);
    await next(token);
    expect(await isRefused(first)).toBe(true);
    expect(await isAlive(first)).toBe(false);
  });

  it('a client refreshes every 50 s: its token from ten minutes ago is still theft', async () => {
    const { refresh_token: stolen } = await fresh();
    let token = stolen;
    for (let i = 0; i < 12; i++) {
      token = (await next(token)).refresh_token;
      server.clock.advance({ seconds: 50 });
    }
    expect(await isRefused(stolen)).toBe(true);
    expect(await isRefused(token)).toBe(true);
  });

  it('a token that was spent before the last quiet minute is theft, also right after a refresh', async () => {
    const { refresh_token: stolen } = await fresh();
    const second = await next(stolen);
    server.clock.advance({ seconds: 61 });
    await next(second.refresh_token);
    expect(await isRefused(stolen)).toBe(true);
    expect(await isAlive(stolen)).toBe(false);
  });

  it('the right grant with a wrong secret is unknown, and harms nobody', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const bytes = Buffer.from(one.refresh_token, 'base64url');
    bytes.writeBigUInt64BE(BigInt(partsOf(server, two.refresh_token).grantId), 6);
    expect(await isRefused(bytes.toString('base64url'))).toBe(true);
    await next(one.refresh_token);
    await next(two.refresh_token);
  });

  it('another client in one batch with the owner gets nothing, in either order', async () => {
    for (const isForeignFirst of [true, false]) {
      const { refresh_token: token } = await fresh();
      const asks = [CLIENTS.imported, CLIENTS.app].map(
        (client) => () => refresh(server, token, { id: client.id, secret: client.secret }),
      );
      const ordered = isForeignFirst ? asks : asks.reverse();
      const answers = await Promise.all(ordered.map((ask) => ask()));
      const [foreign, own] = isForeignFirst ? answers : answers.reverse();
      expect([foreign.body.error, foreign.body.refresh_token]).toEqual(['invalid_grant', undefined]);
      expect(own.status).toBe(200);
      expect((await grantRow(server, token)).generation).toBe(1);
    }
  });

  it('one token many times in one batch is one refresh', async () => {
    const { refresh_token: token } = await fresh();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(server, token)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await grantRow(server, token)).generation).toBe(1);
  });

  it.each([1, 100])(
    'a row that was reset by %s: its honest client continues, and the operator gets a warning',
    async (back) => {
      const { refresh_token: first } = await fresh();
      const now = ofGeneration(server, first, 100);
      await setBack(first, 100 - back);
      const trail = new AuditTrail(server);
      const events = await trail.of(async () => {
        const { refresh_token: after } = await next(now);
        expect(partsOf(server, after).generation).toBe(101);
        await next(after);
      });
      expect(events.map(({ action }) => action)).toContain('token.ahead');
    },
  );

  it('a thief with the token that the restore made current again: the honest client ends it', async () => {
    const { refresh_token: first } = await fresh();
    const honest = ofGeneration(server, first, 10);
    await setBack(first, 5);
    const stolen = ofGeneration(server, first, 5);
    const { refresh_token: thiefs } = await next(stolen);
    const { refresh_token: after } = await next(honest);
    expect(await isRefused(thiefs)).toBe(true); // older than what the honest client has spent
    expect(await isRefused(after)).toBe(true);
    expect(await isAlive(first)).toBe(false);
  });

  it('longer lifetimes after its end revive nothing', async () => {
    const { refresh_token: token } = await fresh();
    server.clock.advance({ days: 5 * 365 });
    await rows(server, 'UPDATE client SET refresh_lifetime_seconds = 2000000000');
    expect(await isRefused(token)).toBe(true);
    await rows(server, 'UPDATE client SET refresh_lifetime_seconds = NULL');
    expect(await isAlive(token)).toBe(true);
  });

  it('the list of grants shows time and origin of the refresh', async () => {
    const { refresh_token: token } = await fresh();
    await next(token);
    const row = await grantRow(server, token);
    expect(row).toMatchObject({
      generation: 1,
      refreshed_at: server.clock.now(),
      refreshed_from: '127.0.0.1',
    });
  });

  describe('a token that its client keeps', () => {
    const kept = async () => (await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper)).refresh_token;
    const use = async (token: string) =>
      expect((await refresh(server, token, CLIENTS.keeper)).status).toBe(200);

    /** The row of its grant, once every use until now is written: a later one of another grant is. */
    const noted = async (token: string) => {
      const last = await kept();
      await use(last);
      await eventually(async () => (await grantRow(server, last)).refreshed_at);
      return grantRow(server, token);
    };

    it('is recorded once a minute, and its generation stays', async () => {
      const token = await kept();
      const began = server.clock.millis();
      const times: number[] = [];
      for (const seconds of [0, 30, 60, 61, 100]) {
        server.clock.advance({ seconds: seconds - (server.clock.millis() - began) / 1000 });
        await use(token);
        const { refreshed_at: at, refreshed_from: from, generation } = await noted(token);
        expect({ from, generation }).toEqual({ from: '127.0.0.1', generation: 0 });
        times.push((Number(at) - began) / 1000);
      }
      expect(times).toEqual([0, 0, 0, 61, 61]);
    });

    it('is not recorded over a refresh that replaced it meanwhile', async () => {
      const token = await kept();
      await use(token);
      await rows(
        server,
        `UPDATE token_grant SET generation = 1, grace_floor = 0, refreshed_at = $2, refreshed_from = '192.0.2.7' WHERE id = $1`,
        [partsOf(server, token).grantId, server.clock.now()],
      );
      expect(await noted(token)).toMatchObject({
        generation: 1,
        grace_floor: 0,
        refreshed_from: '192.0.2.7',
      });
    });
  });

  it('is not in the audit trail, unless AUDIT_REFRESHES requires it', async () => {
    const { refresh_token: token } = await fresh();
    const events = await new AuditTrail(server).of(() => next(token));
    expect(events.map(({ action }) => action)).not.toContain('token.refreshed');
  });

  it('a spent token revokes its grant; an unknown one ends nothing (RFC 7009)', async () => {
    const first = await fresh();
    const second = await next(first.refresh_token);
    const revoke = (token: string) => post(server, '/revoke', { token }, basic(CLIENTS.app));
    const bytes = Buffer.from(first.refresh_token, 'base64url');
    bytes.fill(7, 2, 6); // the fingerprint of a key that is not listed
    expect((await revoke(bytes.toString('base64url'))).status).toBe(200);
    expect(await tokenStatus(server, second.access_token)).toBe(200);
    expect((await revoke(first.refresh_token)).status).toBe(200);
    expect(await tokenStatus(server, second.access_token)).toBe(401);
  });

  it('introspection of a spent token is inactive, and ends nothing', async () => {
    const first = await fresh();
    const second = await next(first.refresh_token);
    server.clock.advance({ minutes: 5 });
    const look = async (token: string) =>
      (await post(server, '/introspect', { token }, basic(CLIENTS.app))).body;
    expect(await look(first.refresh_token)).toEqual({ active: false });
    expect(await look(second.refresh_token)).toMatchObject({ active: true, token_type: 'refresh_token' });
    await next(second.refresh_token);
  });
});
