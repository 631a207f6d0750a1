import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { giveAddress, leaveUnread, noticesOf } from '../../support/addresses.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { protect } from '../../support/device-passwords.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { newEmail, newPhone, outboxOf } from '../../support/invitations.js';
import { startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

describe('addresses that decide about an account (D340)', () => {
  let server: TestServer;
  let me: Member;
  const browser = () => new CookieBrowser(server);
  beforeAll(async () => {
    ({ server } = await startAtName({
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMS_GATEWAY_URL: 'http://127.0.0.1:9',
    }));
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 31 }); // earlier requests do not count
    me = await newMember(server);
  });

  /** The destination of the link requested by this address; null: none. */
  const resetTo = async (typed: string): Promise<string | null> => {
    const before = await count(server, 'outbox_message', `account_id = ${me.id}`);
    const { status, text } = await askForReset(server, browser(), typed);
    const unknown = await askForReset(server, browser(), newEmail());
    expect([status, text]).toEqual([unknown.status, unknown.text]); // the page does not show who may decide
    const after = await count(server, 'outbox_message', `account_id = ${me.id}`);
    return after === before ? null : (await newestMessage(server, me.id)).recipient;
  };
  const remove = (value: string) =>
    rows(server, 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING 1', [value]);

  it('a young address requests a reset, and a settled one gets it', async () => {
    const young = newEmail();
    await giveAddress(server, me.id, young, { addedDaysAgo: 29 });
    expect(await resetTo(young)).toBe(me.email);
    server.clock.advance({ days: 1 });
    expect(await resetTo(young)).toBe(young); // settled by now
  });

  it('one added with a settled second factor is settled at once', async () => {
    const added = newEmail();
    const id = await giveAddress(server, me.id, added, { addedDaysAgo: 0 });
    await rows(
      server,
      `WITH s AS (INSERT INTO sign_in (id, account_id, began_id, at, rank) VALUES ($1, $2, $1, $3, 3) RETURNING id)
       UPDATE account_identifier SET sign_in_id = s.id FROM s WHERE account_identifier.id = $1 RETURNING 1`,
      [id, me.id, server.clock.now()],
    );
    expect(await resetTo(added)).toBe(added);
  });

  it('a young one gets the link if it is the only one', async () => {
    const young = newEmail();
    await giveAddress(server, me.id, young, { addedDaysAgo: 1 });
    await remove(me.email);
    expect(await resetTo(young)).toBe(young);
  });

  it('a phone requests a reset, and the settled e-mail address gets it', async () => {
    const phone = newPhone();
    await giveAddress(server, me.id, phone, { type: 'Msisdn' });
    expect(await resetTo(phone)).toBe(me.email);
  });

  it('a phone resets by itself without a settled e-mail address, for 400 days after it was read', async () => {
    const phone = newPhone();
    await giveAddress(server, me.id, phone, { type: 'Msisdn', unreadDays: 399 });
    await giveAddress(server, me.id, newEmail(), { addedDaysAgo: 1 });
    await remove(me.email);
    expect(await resetTo(phone)).toBe(phone);
    server.clock.advance({ days: 1 });
    expect(await resetTo(phone)).not.toBe(phone); // the number may belong to another person by now
  });

  it('a number without a sign of a reader for 400 days resets nothing, even as the only one', async () => {
    const phone = newPhone();
    await giveAddress(server, me.id, phone, { type: 'Msisdn', unreadDays: 400 });
    await remove(me.email);
    expect(await resetTo(phone)).toBeNull();
  });

  it('a mailbox without a sign of a reader for 400 days resets only if no other settled address is left', async () => {
    const phone = newPhone();
    await leaveUnread(server, me.id, 400);
    const fresh = await giveAddress(server, me.id, newEmail());
    expect(await resetTo(me.email)).not.toBe(me.email);
    await rows(server, 'DELETE FROM account_identifier WHERE id = $1 RETURNING 1', [fresh]);
    await giveAddress(server, me.id, phone, { type: 'Msisdn' });
    server.clock.advance({ days: 1 });
    expect(await resetTo(me.email)).toBe(phone);
    await remove(phone);
    await giveAddress(server, me.id, newEmail(), { addedDaysAgo: 1 });
    server.clock.advance({ days: 1 });
    expect(await resetTo(me.email)).toBe(me.email);
  });

  it('using a link that was sent there shows that its owner reads it', async () => {
    await leaveUnread(server, me.id, 399);
    await askForReset(server, browser(), me.email);
    const { path } = await newestMessage(server, me.id);
    await browser().get(path);
    expect(await unreadFor()).toBe(399); // opening it shows nothing: scanners do
    expect((await browser().post(path, { password: NEXT_PASSWORD })).status).toBe(303);
    expect(await unreadFor()).toBe(0);
  });

  it('so does a link that stops a recovery', async () => {
    await leaveUnread(server, me.id, 399);
    await protect(server, me.id);
    const lost = browser();
    await lost.signIn(me);
    await lost.post('/lost-factor');
    const { path } = await newestMessage(server, me.id);
    expect((await browser().post(`${path}/stop`)).status).toBe(200);
    expect(await unreadFor()).toBe(0);
  });
  const unreadFor = async (): Promise<number> => {
    const [{ at }] = await rows<{ at: Date }>(
      server,
      'SELECT confirmed_at AS at FROM account_identifier WHERE account_id = $1',
      [me.id],
    );
    return Math.floor((server.clock.millis() - at.getTime()) / 86_400_000);
  };

  it('a suspended address gets no link, even if no other is confirmed; nor does an earlier link work', async () => {
    await askForReset(server, browser(), me.email);
    const { path } = await newestMessage(server, me.id);
    await rows(
      server,
      'UPDATE account_identifier SET is_validated = false, suspended_at = $2 WHERE account_id = $1 RETURNING 1',
      [me.id, server.clock.now()],
    );
    expect((await browser().get(path)).status).toBe(410);
    expect((await browser().post(path, { password: NEXT_PASSWORD })).status).toBe(410);
    expect(await count(server, 'account_identifier', `account_id = ${me.id} AND is_validated`)).toBe(0);
    server.clock.advance({ days: 1 });
    expect(await resetTo(me.email)).toBeNull();
  });

  it('each gets a notice about a recovery, young ones and phones too; those that decide get a link', async () => {
    const [young, left, phone, second] = [newEmail(), newEmail(), newPhone(), newEmail()];
    await giveAddress(server, me.id, young, { addedDaysAgo: 3 });
    await giveAddress(server, me.id, left, { unreadDays: 400 });
    await giveAddress(server, me.id, phone, { type: 'Msisdn' });
    await giveAddress(server, me.id, second);
    await protect(server, me.id);
    const lost = browser();
    await lost.signIn(me);
    expect((await lost.post('/lost-factor')).status).toBe(200);
    const sent = await outboxOf(server, me.id);
    const of = (kind: string) => sent.filter((one) => one.kind === kind).map(({ recipient }) => recipient);
    expect(of('recovery').sort()).toEqual([me.email, second].sort());
    expect(of('recoveryAsked').sort()).toEqual([young, left, phone].sort());
    expect(Object.values(await noticesOf(server, me.id, 'recoveryAsked'))).toEqual([null, null, null]);
  });
});

describe('yearly question to the owner about the addresses (D342)', () => {
  let server: TestServer;
  let me: Member;
  let mine: CookieBrowser;
  beforeAll(async () => {
    ({ server } = await startAtName());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    me = await newMember(server);
    mine = new CookieBrowser(server);
    await mine.signIn(me);
  });

  const isAsked = async () => (await mine.get('/account')).text.includes('Is this still yours?');
  const idOfMine = async (): Promise<string> => {
    const sql = 'SELECT id::text FROM account_identifier WHERE account_id = $1';
    return (await rows<{ id: string }>(server, sql, [me.id]))[0].id;
  };

  it('is not asked before a year has passed, nor about unconfirmed addresses', async () => {
    await giveAddress(server, me.id, newEmail(), { unreadDays: 500, isValidated: false });
    await leaveUnread(server, me.id, 364);
    expect(await isAsked()).toBe(false);
  });

  it('answers yes, and is asked again a year later', async () => {
    await leaveUnread(server, me.id, 366);
    expect((await mine.get('/account')).text).toContain(me.email);
    const id = await idOfMine();
    const answer = await mine.post(`/account/identifiers/${id}/keep`);
    const [{ target }] = await rows<{ target: string }>(
      server,
      `SELECT target FROM audit_event WHERE account_id = $1 AND action = 'identifier.kept'`,
      [me.id],
    );
    expect(target).toBe(`identifier:${id}`);
    expect([answer.status, answer.headers.location, await isAsked()]).toEqual([303, '/account', false]);
    await leaveUnread(server, me.id, 366);
    expect(await isAsked()).toBe(true);
  });

  it('requires a fresh confirmation before the answer counts', async () => {
    await leaveUnread(server, me.id, 366);
    server.clock.advance({ minutes: 6 });
    const path = `/account/identifiers/${await idOfMine()}/keep`;
    expect((await mine.post(path)).headers.location).toBe('/confirm?next=%2Faccount');
    expect(await isAsked()).toBe(true);
  });

  it("reveals nothing about another account's address", async () => {
    const other = await newMember(server);
    await leaveUnread(server, other.id, 366);
    const sql = 'SELECT id::text FROM account_identifier WHERE account_id = $1';
    const [{ id }] = await rows<{ id: string }>(server, sql, [other.id]);
    expect((await mine.post(`/account/identifiers/${id}/keep`)).status).toBe(303);
    const unread = `account_id = ${other.id} AND confirmed_at < '${server.clock.now().toISOString()}'::timestamptz - interval '1 year'`;
    expect(await count(server, 'account_identifier', unread)).toBe(1);
  });
});
