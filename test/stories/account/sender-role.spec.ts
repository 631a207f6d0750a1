import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { Database } from '../../../src/platform/database/database.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { askForReset, newMember, type Member } from '../../support/forgotten-password.js';
import { settleSignIns } from '../../support/device-passwords.js';
import { linkOf, newEmail, PASSWORD, provision, resultOf, submit } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('invitation to a family depends on the role of its sender (D310)', () => {
  let server: TestServer;
  let familyId: string;
  let founder: Member;
  let other: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    founder = await newMember(server);
    other = await newMember(server);
    familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Flowers' }));
    await join(founder, '2');
    await join(other, '0');
    browser = new CookieBrowser(server);
    await browser.signIn(founder);
  });

  const join = async ({ id }: Member, AccountType: string) =>
    resultOf(await provision(server, 'addaccount2family', { accountId: id, familyId, AccountType }));
  const handOver = async () => {
    await settleSignIns(server, founder.id);
    return browser.post(`/account/families/${familyId}/hand-over`, { to: other.id });
  };
  const leave = () => browser.post(`/account/families/${familyId}/leave`);
  const invite = async (address: string, role = 'administrator'): Promise<void> => {
    await browser.post(`/account/families/${familyId}/invite`, { name: 'Guest', address, role });
    await server.get(LateLinks).settled();
  };
  const roleOf = async (id: string): Promise<number | null> => {
    const sql = 'SELECT member_type AS role FROM family_member WHERE family_id = $1 AND account_id = $2';
    return (await rows<{ role: number }>(server, sql, [familyId, id]))[0]?.role ?? null;
  };

  /** A person with an account accepts, and one without. @returns the statuses of the two answers */
  async function accepted(guest: Member, fresh: string): Promise<number[]> {
    const theirs = new CookieBrowser(server);
    const path = await linkOf(server, guest.id);
    await theirs.post(`${path}/sign-in`, { identifier: guest.email, password: guest.password });
    const form = { decision: 'accept', account: guest.id };
    const { status } = await theirs.post(`${path}/decision`, form);
    const id = await accountId(server, fresh);
    return [
      status,
      (await submit(server, await linkOf(server, id), { name: 'Fay', password: PASSWORD })).status,
    ];
  }

  async function invitedBoth(role?: string): Promise<[guest: Member, fresh: string]> {
    const [guest, fresh] = [await newMember(server), newEmail()];
    for (const address of [guest.email, fresh]) await invite(address, role);
    return [guest, fresh];
  }

  it('is accepted while the sender has the role', async () => {
    const [guest, fresh] = await invitedBoth();
    expect(await accepted(guest, fresh)).toEqual([200, 303]);
    expect([await roleOf(guest.id), await roleOf(await accountId(server, fresh))]).toEqual([1, 1]);
  });

  it.each<[what: string, end: () => Promise<unknown>]>([
    ['the family is handed over', handOver],
    [
      'the sender leaves',
      async () => {
        await handOver();
        await leave();
      },
    ],
    [
      'the sender is removed by a partner',
      async () => {
        await handOver();
        const form = { accountId: founder.id, familyId };
        resultOf(await provision(server, 'removeaccount2family', form));
      },
    ],
    [
      'the sender becomes a member by a partner',
      async () => {
        await handOver();
        await join(founder, '0');
      },
    ],
    ['the sender is disabled', () => server.get(AccountService).disable(founder.id)],
    [
      'the sender was disabled for a while',
      async () => {
        await server.get(AccountService).disable(founder.id);
        await server.get(AccountService).enable(founder.id);
      },
    ],
    [
      'the sender is deleted',
      async () => {
        await handOver();
        await server.get(Database).transaction((tx) => server.get(AccountService).remove(tx, founder.id));
      },
    ],
  ])('is void as soon as %s', async (_, end) => {
    const [guest, fresh] = await invitedBoth();
    const id = await accountId(server, fresh);
    const links = [await linkOf(server, guest.id), await linkOf(server, id)];
    await end();
    for (const link of links) expect((await new CookieBrowser(server).get(link)).status).toBe(410);
    expect(await accepted(guest, fresh)).toEqual([410, 410]);
    expect(await roleOf(guest.id)).toBeNull();
    const [{ status }] = await rows<{ status: string }>(server, 'SELECT status FROM account WHERE id = $1', [
      id,
    ]);
    expect(status).toBe('pending');
  });

  it('stays valid if the new role allows it: administrators invite members too', async () => {
    const [guest, fresh] = await invitedBoth('member');
    await handOver();
    expect(await accepted(guest, fresh)).toEqual([200, 303]);
    expect(await roleOf(guest.id)).toBe(0);
  });

  it('is checked again on acceptance, whatever changed the role', async () => {
    const [guest, fresh] = await invitedBoth();
    await rows(server, 'UPDATE family_member SET member_type = 0 WHERE account_id = $1 RETURNING 1', [
      founder.id,
    ]);
    expect(await accepted(guest, fresh)).toEqual([410, 410]);
  });

  it('is resent to a person invited on those terms, and no more once they are gone', async () => {
    const fresh = newEmail();
    await invite(fresh);
    const id = await accountId(server, fresh);
    const ask = () => askForReset(server, new CookieBrowser(server), fresh);
    server.clock.advance({ minutes: 6 });
    await ask();
    const again = await linkOf(server, id);
    expect((await new CookieBrowser(server).get(again)).status).toBe(200);
    await browser.confirm(founder);
    await handOver();
    expect((await new CookieBrowser(server).get(again)).status).toBe(410);
    server.clock.advance({ minutes: 6 });
    await ask();
    expect(await linkOf(server, id)).toBe(again); // nothing more was sent
    expect((await submit(server, again, { name: 'Fay', password: PASSWORD })).status).toBe(410);
  });
});
