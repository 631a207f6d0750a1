import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { newMember } from '../../support/forgotten-password.js';
import { Founder } from '../../support/founders.js';
import type { RawAnswer } from '../../support/http.js';
import { linkOf, newEmail, PASSWORD, statusOf, submit } from '../../support/invitations.js';
import { acceptAs } from '../../support/proposals.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const FORM = { name: 'Mia', password: PASSWORD };

describe('invitations that a node of 0.2 sent (D311)', () => {
  let server: TestServer;
  let flora: Founder;
  let email: string;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    flora = await Founder.of(server, 'The Flowers');
    email = newEmail();
  });

  const statusAt = async (path: string) => (await new CookieBrowser(server).get(path)).status;

  it('are taken over within a minute, and their links still work', async () => {
    const guest = await newMember(server);
    await flora.invite(guest.email);
    await flora.invite(email, 'administrator');
    const id = await accountId(server, email);
    const links = [await linkOf(server, id), await linkOf(server, guest.id)];
    const before = `UPDATE invitation SET sent_id = NULL WHERE account_id IN ($1, $2)`;
    await rows(server, `${before} RETURNING 1`, [id, guest.id]);
    await asBefore(id);
    expect(await flora.sees(email)).toBe(false);
    for (let run = 0; run < 2; run++) await server.get(CleanUp).run();
    expect([await flora.sees(email), await flora.sees(guest.email)]).toEqual([true, true]);
    expect(await flora.withdrawals()).toHaveLength(2);
    expect(await flora.roleOf(id)).toBeNull();
    expect((await submit(server, links[0], FORM)).status).toBe(303);
    expect((await acceptAs(server, links[1], guest)).status).toBe(200);
    expect([await flora.roleOf(id), await flora.roleOf(guest.id)]).toEqual([1, 0]);
    expect(await flora.withdrawals()).toEqual([]);
  });

  /** The rows that a node of 0.2 writes for an invitation to a new address. */
  async function asBefore(id: string): Promise<void> {
    for (const [sql, values] of [
      [`UPDATE invitation SET sent_id = NULL WHERE account_id = $1`, [id]],
      [`UPDATE invitation SET kind = 'invitation', member_type = NULL WHERE account_id = $1`, [id]],
      ['DELETE FROM invited_account WHERE account_id = $1', [id]],
      ['DELETE FROM sent_invitation WHERE family_id = $1', [flora.familyId]],
      [
        `INSERT INTO family_member (family_id, account_id, member_type, invited_by, created_at) VALUES ($2, $1, 1, $3, now())`,
        [id, flora.familyId, flora.member.id],
      ],
    ] as const)
      await rows(server, `${sql} RETURNING 1`, [...values]);
  }

  it('keep no founder from leaving, or from deleting the account, until then: they are taken over in that request', async () => {
    const acts: [() => Promise<RawAnswer>, () => Promise<boolean>][] = [
      [
        () => flora.browser.post(`${flora.path}/leave`, {}),
        async () => (await flora.roleOf(flora.member.id)) === null,
      ],
      [
        async () => {
          await flora.browser.confirm(flora.member);
          return flora.browser.post('/account/data/delete', {});
        },
        async () => (await flora.browser.get('/account')).status !== 200,
      ],
    ];
    for (const [act, isDone] of acts) {
      flora = await Founder.of(server, 'The Flowers');
      email = newEmail();
      await flora.invite(email);
      const id = await accountId(server, email);
      await asBefore(id);
      expect(await flora.roleOf(id)).toBe(1);
      expect((await act()).status).toBeLessThan(400);
      expect([await isDone(), await flora.roleOf(id)]).toEqual([true, null]);
    }
  });

  it('complete the account of a person who left the family, without a membership', async () => {
    await flora.invite(email);
    const id = await accountId(server, email);
    const path = await linkOf(server, id);
    const earlier = `UPDATE invitation SET kind = 'invitation', member_type = NULL, sent_id = NULL WHERE account_id = $1 RETURNING 1`;
    await rows(server, earlier, [id]);
    expect(await statusAt(path)).toBe(200);
    expect((await submit(server, path, FORM)).status).toBe(303);
    expect([await statusOf(server, id), await flora.roleOf(id)]).toEqual(['active', null]);
  });
});
