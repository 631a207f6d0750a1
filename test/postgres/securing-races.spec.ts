import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { AdminApi, newAdmin, type AdminAnswer } from '../support/admin-api.js';
import { protectedMember } from '../support/authenticator.js';
import { CookieBrowser } from '../support/authorization.js';
import { count, rows } from '../support/database-rows.js';
import { askForReset, newestMessage, newMember, type Member } from '../support/forgotten-password.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { untilWaiting } from '../support/waiting.js';

const OF_THIEF = 'a-password-of-the-thief-6';
const OF_OWNER = 'a-password-of-the-owner-6';

/** Actions of a thief, or of another administrator, at that moment on the other node. */
interface Against {
  readonly step: () => Promise<unknown>;
  readonly browser?: CookieBrowser;
}

describe('account is secured on one node (D329)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let admin: AdminApi;
  let other: AdminApi;
  let me: Member;
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
  });
  afterAll(() => close());
  beforeEach(async () => {
    a.clock.advance({ days: 1 });
    admin = await AdminApi.signIn(b, await newAdmin(b));
    other = await AdminApi.signIn(a, await newAdmin(a));
    me = await newMember(a);
  });

  const secure = async (): Promise<AdminAnswer> => {
    const [{ id: to }] = await rows<{ id: string }>(
      b,
      'SELECT id::text FROM account_identifier WHERE account_id = $1',
      [me.id],
    );
    return admin.send('POST', `/accounts/${me.id}/secure`, { body: { to } });
  };

  /** Both at once, and in this order: each waits for the account before the next one begins. */
  async function inTurn(...steps: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
    const holder = a.get(Database).dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [me.id]);
    const begun: Promise<unknown>[] = [];
    for (const step of steps) {
      begun.push(step());
      await untilWaiting(a, begun.length);
    }
    await holder.commitTransaction();
    await holder.release();
    return Promise.all(begun);
  }

  const ORDERS = [
    ['first', (step: () => Promise<unknown>) => inTurn(step, secure)],
    ['second', (step: () => Promise<unknown>) => inTurn(secure, step)],
    ['at the same moment', (step: () => Promise<unknown>) => Promise.all([step(), secure()])],
  ] as const;

  const THIEVES: readonly [string, () => Promise<Against>][] = [
    [
      'a sign-in makes its second step',
      async () => {
        const { app } = await protectedMember(a, me);
        const settled = `UPDATE totp SET created_at = created_at - interval '31 days' WHERE account_id = $1 RETURNING 1`;
        await rows(a, settled, [me.id]);
        const browser = new CookieBrowser(a);
        expect((await browser.signIn(me)).headers.location).toBe('/sign-in/code');
        const code = app.next();
        return { browser, step: () => browser.post('/sign-in/code', { code }) };
      },
    ],
    [
      'a reset link is used',
      async () => {
        const browser = new CookieBrowser(a);
        await askForReset(a, browser, me.email);
        const { path } = await newestMessage(a, me.id);
        return { browser, step: () => browser.post(path, { password: OF_THIEF }) };
      },
    ],
    [
      'the password signs in',
      () => {
        const browser = new CookieBrowser(a);
        return Promise.resolve({ browser, step: () => browser.signIn(me) });
      },
    ],
  ];

  describe.each(THIEVES)('while the other node %s', (_, prepare) => {
    it.each(ORDERS)('%s: nothing of it survives, and the owner gets in by the link', async (__, both) => {
      const { step, browser } = await prepare();
      await both(step);
      const { status, body } = await admin.send('GET', `/accounts/${me.id}`);
      expect([status, body.status, body.securedAt]).toEqual([200, 'disabled', expect.any(String)]);
      expect(await count(a, 'session', `account_id = ${me.id}`)).toBe(0);
      expect((await browser?.get('/account'))?.status).not.toBe(200);
      for (const password of [me.password, OF_THIEF])
        expect((await new CookieBrowser(a).signIn({ ...me, password })).status).toBe(401);
      const { path } = await newestMessageOfKind('reset');
      expect((await new CookieBrowser(a).post(path, { password: OF_OWNER })).status).toBe(303);
      expect((await browser?.get('/account'))?.status).not.toBe(200);
      expect((await new CookieBrowser(b).signIn({ ...me, password: OF_OWNER })).status).toBe(303);
    });
  });

  it.each(ORDERS)('while the other node disables it %s: it is disabled permanently', async (_, both) => {
    const path = `/accounts/${me.id}`;
    const disable = () => other.send('PATCH', path, { body: { status: 'disabled' }, ifMatch: '*' });
    expect((await both(disable)).map((answer) => (answer as AdminAnswer).status)).toContain(200);
    const { body } = await admin.send('GET', path);
    expect([body.status, body.securedAt]).toEqual(['disabled', null]);
    expect(await count(a, 'invitation', `account_id = ${me.id} AND kind = 'reset' AND used_at IS NULL`)).toBe(
      0,
    );
  });

  async function newestMessageOfKind(kind: string): Promise<{ path: string }> {
    await rows(b, `DELETE FROM outbox_message WHERE account_id = $1 AND kind <> $2`, [me.id, kind]);
    return newestMessage(b, me.id);
  }
});
