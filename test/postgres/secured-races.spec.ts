import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { CleanUp } from '../../src/operate/clean-up.js';
import { Database } from '../../src/platform/database/database.js';
import { AdminApi, newAdmin, type AdminAnswer } from '../support/admin-api.js';
import { CookieBrowser } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { linkIn, newEmail, outboxOf } from '../support/invitations.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { untilWaiting } from '../support/waiting.js';

const NEXT = 'a-password-of-the-owner-7';
const OTHER = 'another-password-of-the-owner-7';
type Step = () => Promise<unknown>;

describe('concurrent actions on a secured account (D346)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let admin: AdminApi;
  let me: Member;
  /** Of the two addresses, both settled. */
  let chosen: { id: string; value: string };
  let other: { id: string; value: string };
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
  });
  afterAll(() => close());
  beforeEach(async () => {
    a.clock.advance({ days: 1 });
    admin = await AdminApi.signIn(b, await newAdmin(b));
    me = await newMember(a);
    const more = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated) VALUES ($1, 'Email', $2, $2, true) RETURNING 1`;
    await rows(a, more, [me.id, newEmail()]);
    const sql = 'SELECT id::text, value FROM account_identifier WHERE account_id = $1 ORDER BY id';
    [other, chosen] = await rows<{ id: string; value: string }>(a, sql, [me.id]);
  });

  const secure = (to = chosen.id): Promise<AdminAnswer> =>
    admin.send('POST', `/accounts/${me.id}/secure`, { body: { to } });
  const account = async (): Promise<AdminAnswer['body']> =>
    (await admin.send('GET', `/accounts/${me.id}`)).body;
  const resets = async () => (await outboxOf(a, me.id)).filter(({ kind }) => kind === 'reset');
  const path = async (): Promise<string> => linkIn(a, (await resets())[0].payload as Buffer).pathname;
  const use = async (server: TestServer, link: string, password: string): Promise<number> =>
    (await new CookieBrowser(server).post(link, { password })).status;
  const signsIn = async (password: string): Promise<boolean> =>
    (await new CookieBrowser(a).signIn({ ...me, password })).status === 303;

  /** Each waits for the account before the next one begins. */
  async function inTurn(...steps: readonly Step[]): Promise<unknown[]> {
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
    ['first', (one: Step, two: Step) => inTurn(one, two)],
    ['second', (one: Step, two: Step) => inTurn(two, one)],
    ['at the same moment', (one: Step, two: Step) => Promise.all([one(), two()])],
  ] as const;

  it('of two uses of the link one sets the password', async () => {
    await secure();
    const link = await path();
    const [one, two] = await inTurn(
      () => use(a, link, NEXT),
      () => use(b, link, OTHER),
    );
    expect([one, two]).toEqual([303, 410]);
    expect([await signsIn(NEXT), await signsIn(OTHER)]).toEqual([true, false]);
  });

  it.each(ORDERS)(
    'released %s, and the link used: it is open, with the new password only',
    async (_, both) => {
      await secure();
      const link = await path();
      const release = () =>
        admin.send('PATCH', `/accounts/${me.id}`, { body: { status: 'active' }, ifMatch: '*' });
      await both(release, async () => expect(await use(a, link, NEXT)).toBe(303));
      expect(await account()).toMatchObject({ status: 'active', securedAt: null });
      expect([await signsIn(NEXT), await signsIn(me.password)]).toEqual([true, false]);
    },
  );

  it.each(ORDERS)('secured again for another address %s, and the link used', async (_, both) => {
    await secure();
    const link = await path();
    await both(
      () => secure(other.id),
      () => use(a, link, NEXT),
    );
    expect(await account()).toMatchObject({ status: 'disabled', securedAt: expect.any(String) });
    expect([await signsIn(NEXT), await use(a, link, NEXT)]).toEqual([false, 410]);
    expect((await resets())[0].recipient).toBe(other.value);
    expect([await use(b, await path(), OTHER), await signsIn(OTHER)]).toEqual([303, true]);
  });

  it.each(ORDERS)(
    'secured again for another address %s, and a link requested at the first: that link opens nothing',
    async (_, both) => {
      await secure();
      a.clock.advance({ minutes: 6 }); // another link may be asked for
      admin = await AdminApi.signIn(b, await newAdmin(b));
      const ask = async (): Promise<void> => {
        await new CookieBrowser(a).post('/forgot-password', { identifier: chosen.value });
        await a.get(LateLinks).settled();
      };
      await both(() => secure(other.id), ask);
      const paths = (await resets()).map(({ recipient, payload }) => ({
        recipient,
        link: linkIn(a, payload as Buffer).pathname,
      }));
      for (const { link } of paths.filter(({ recipient }) => recipient === chosen.value))
        expect(await use(a, link, NEXT)).toBe(410);
      const [{ link }] = paths.filter(({ recipient }) => recipient === other.value);
      expect([await use(b, link, OTHER), await signsIn(OTHER)]).toEqual([303, true]);
    },
  );

  it('secured when its hold expires: it stays closed, in either order', async () => {
    const support = await AdminApi.signIn(b, await newAdmin(b, 'support'));
    expect((await support.send('POST', `/accounts/${me.id}/hold`)).status).toBe(200);
    a.clock.advance({ days: 3 });
    admin = await AdminApi.signIn(b, await newAdmin(b));
    const [, secured] = await Promise.all([a.get(CleanUp).run(), secure()]);
    await a.get(CleanUp).run();
    expect([secured.status, await account()]).toEqual([
      200,
      expect.objectContaining({ status: 'disabled', heldUntil: null, securedAt: expect.any(String) }),
    ]);
  });
});
