import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../src/operate/clean-up.js';
import { ClockWatch } from '../../src/platform/database/clock-watch.js';
import { MINUTE } from '../../src/platform/security/clock.js';
import { bearer, loggedAccount, refresh, tokensFor } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { count } from '../support/database-rows.js';
import { authorizePath } from '../support/authorization.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { FixedClock } from '../support/fixed-clock.js';
import { from, request } from '../support/http.js';
import { macHeader } from '../support/mac-signer.js';
import { startNodes } from '../support/start-nodes.js';
import type { TestServer } from '../support/start-app.js';

const PATH = '/api/acc/getloggedaccount';

/** The clock of an unsynchronized machine. */
class WrongClock extends FixedClock {
  aheadMs = 10 * MINUTE;

  constructor() {
    super(null);
  }

  override machine(): number {
    return super.machine() + this.aheadMs;
  }
}

describe('a node whose clock is ten minutes ahead (D223)', () => {
  const wrong = new WrongClock();
  let right: TestServer;
  let ahead: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const nodes = await startNodes(new FixedClock(null));
    ({ close } = nodes);
    right = await nodes.start({ ACCESS_TOKEN_TTL: '300' });
    ahead = await nodes.start({ ACCESS_TOKEN_TTL: '300', METRICS_TOKEN: 'scraped-by-prometheus' }, wrong);
  });
  afterAll(() => close());

  const ready = () => request(ahead, { path: '/health/ready' });
  const compare = (aheadMs: number) => {
    wrong.aheadMs = aheadMs;
    return ahead.get(ClockWatch).compare();
  };
  const warnings = () => ahead.log.filter((line) => line.includes('are apart')).length;

  it('judges as the others do: it ends no live token, and accepts no dead one', async () => {
    const tokens = await tokensFor(right, ANNA);
    const given = await tokensFor(ahead, ANNA);
    for (const node of [right, ahead])
      for (const { access_token: token } of [tokens, given])
        expect((await loggedAccount(node, bearer(token))).status).toBe(200);
    expect((await refresh(ahead, tokens.refresh_token)).status).toBe(200);
  });

  it('deletes nothing that the others still need', async () => {
    const path = authorizePath({
      ...CLIENTS.thirdParty,
      name: 'Shop',
      redirectUri: 'https://shop.example/callback',
    });
    expect((await request(right, { path })).status).toBe(302);
    const before = await count(right, 'authorization_context');
    expect(before).toBe(1);
    await ahead.get(CleanUp).run();
    expect(await count(right, 'authorization_context')).toBe(before);
  });

  it('lets no MAC request be replayed', async () => {
    const { access_token: id, mac_key: key } = await tokensFor(right, ANNA, 'Mac');
    const ts = Math.floor(Date.now() / 1000);
    const signed = macHeader({ id, key, url: `https://hearth.example${PATH}`, ts });
    const headers = { ...signed, ...from('203.0.113.8'), 'X-Forwarded-Host': 'hearth.example' };
    expect((await request(right, { path: PATH, headers })).status).toBe(200);
    await ahead.get(CleanUp).run();
    for (const node of [ahead, right])
      expect((await request(node, { path: PATH, headers })).headers['www-authenticate']).toBe(
        'MAC error="nonce already used"',
      );
  });

  it('warns beyond 2 seconds, is not ready beyond 30, and comes back', async () => {
    const { status, body } = await ready();
    expect([status, body]).toEqual([
      503,
      { status: 'down', checks: { database: 'up', server: 'up', clock: 'wrong' } },
    ]);
    expect(warnings()).toBeGreaterThan(0);
    const headers = { Authorization: 'Bearer scraped-by-prometheus' };
    const text = await (await fetch(`${ahead.url}/metrics`, { headers })).text();
    expect(text).toMatch(/^hearth_clock_apart_seconds (599|600)(\.\d+)?$/m);

    await compare(-10_000);
    expect((await ready()).status).toBe(200);
    const before = warnings();
    await compare(0);
    expect(warnings()).toBe(before);
    expect(ahead.get(ClockWatch).apartMs).toBeLessThan(2000);
  });

  it.each([
    [10 * MINUTE, 'problem'],
    [-10_000, 'warning'],
    [0, 'ok'],
  ])('doctor reports a clock that is %i ms ahead as a %s', async (aheadMs, result) => {
    wrong.aheadMs = aheadMs;
    const admin = await AdminApi.signIn(ahead, await newAdmin(ahead));
    const { body } = await admin.send('GET', '/doctor');
    const checks = body.checks as { name: string; result: string }[];
    expect(checks.find(({ name }) => name === 'clock')).toMatchObject({ result });
  });
});
