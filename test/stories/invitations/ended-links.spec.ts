import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import {
  headingOf,
  invite,
  invited,
  linkOf,
  newEmail,
  outboxOf,
  page,
  provision,
  resultOf,
  statusOf,
  submit,
} from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const NOTHING = [410, 'This link does not work'];

describe('its reader cannot renew a mailed link that was ended (D89)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  beforeEach(() => {
    server.clock.advance({ days: 1, minutes: 31 });
  });
  afterAll(() => server.close());

  /** Requests a new link, which is refused silently and sends nothing; the page offers none either. */
  const refuses = async (path: string, expected: unknown[] = NOTHING): Promise<void> => {
    const before = await count(server, 'outbox_message');
    const links = await count(server, 'invitation');
    for (const answer of [await submit(server, `${path}/resend`, {}), await page(server, path)]) {
      expect([answer.status, headingOf(answer)]).toEqual(expected);
      expect(answer.text).not.toContain('/resend');
    }
    expect([await count(server, 'outbox_message'), await count(server, 'invitation')]).toEqual([
      before,
      links,
    ]);
  };

  describe('one that adds an address', () => {
    let me: Member;
    let browser: CookieBrowser;
    let value: string;
    let path: string;
    beforeEach(async () => {
      me = await newMember(server);
      browser = new CookieBrowser(server);
      await browser.signIn(me);
      value = newEmail();
      path = await added();
    });

    const added = async (): Promise<string> => {
      await browser.post('/account/identifiers', { identifier: value });
      return (await newestMessage(server, me.id)).path;
    };
    /** Not before five minutes; by then the page requires the password once more. */
    const addedAgain = async (): Promise<string> => {
      server.clock.advance({ minutes: 10 });
      await browser.signIn(me);
      return added();
    };
    const identifiers = () =>
      rows(server, 'SELECT normalized FROM account_identifier WHERE account_id = $1', [me.id]);

    it('ended by a new password: a thief of the old one gets nothing', async () => {
      await askForReset(server, new CookieBrowser(server), me.email);
      const reset = (await newestMessage(server, me.id)).path;
      await new CookieBrowser(server).post(reset, { password: NEXT_PASSWORD });
      expect((await new CookieBrowser(server).signIn({ ...me, password: NEXT_PASSWORD })).status).toBe(303);
      await refuses(path);
      server.clock.advance({ days: 8 });
      await refuses(path);
      expect(await identifiers()).toEqual([{ normalized: me.email }]);
    });

    it('ended by a newer link', async () => {
      expect(await addedAgain()).not.toBe(path);
      await refuses(path);
    });

    it('added by a newer link and then removed', async () => {
      expect((await browser.post(await addedAgain())).status).toBe(200);
      const sql = 'SELECT id::text FROM account_identifier WHERE normalized = $1';
      const [{ id }] = await rows<{ id: string }>(server, sql, [value]);
      expect((await browser.post(`/account/identifiers/${id}`)).status).toBe(303);
      await refuses(path);
      expect(await identifiers()).toEqual([{ normalized: me.email }]);
    });

    it('expired', async () => {
      server.clock.advance({ days: 8 });
      await refuses(path);
    });
  });

  describe('an invitation', () => {
    it('withdrawn, though its account stays', async () => {
      const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Millers' }));
      const { accountId, path } = await invited(server, { familyId, FamilyName: '' });
      const api = await AdminApi.signIn(server, await newAdmin(server));
      const { body } = await api.send('GET', `/families/${familyId}/invitations`);
      const [{ invitationId }] = body.items as { invitationId: string }[];
      expect((await api.send('DELETE', `/families/${familyId}/invitations/${invitationId}`)).status).toBe(
        204,
      );
      expect(await statusOf(server, accountId)).toBe('pending');
      await refuses(path);
      server.clock.advance({ days: 8 });
      await refuses(path);
    });

    it('accepted', async () => {
      const { path } = await invited(server);
      await submit(server, path);
      await refuses(path, [410, 'You have already joined']);
      server.clock.advance({ days: 8 });
      await refuses(path, [410, 'You have already joined']);
    });

    it("expired and replaced by an administrator's newer one", async () => {
      const { accountId, path } = await invited(server);
      server.clock.advance({ days: 8 });
      const api = await AdminApi.signIn(server, await newAdmin(server));
      expect((await api.send('POST', `/accounts/${accountId}/invitation`)).status).toBeLessThan(300);
      server.clock.advance({ minutes: 10 });
      await refuses(path);
      expect((await submit(server, await linkOf(server, accountId))).status).toBe(303);
    });

    it('replaced while it was valid, after its own week', async () => {
      const { accountId, path } = await invited(server);
      server.clock.advance({ days: 1 });
      const api = await AdminApi.signIn(server, await newAdmin(server));
      await api.send('POST', `/accounts/${accountId}/invitation`);
      const next = await linkOf(server, accountId);
      server.clock.advance({ days: 8 });
      await refuses(path);
      expect((await submit(server, `${next}/resend`, {})).status).toBe(200);
    });

    it('expired can be renewed once: of two at once one is sent, and each new one can be renewed in turn', async () => {
      const accountId = await invite(server);
      for (let round = 2; round < 4; round++) {
        const path = await linkOf(server, accountId);
        server.clock.advance({ days: 7 });
        const answers = await Promise.all([1, 2, 3].map(() => submit(server, `${path}/resend`, {})));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
        expect(await outboxOf(server, accountId)).toHaveLength(round);
        await refuses(path);
      }
      expect((await submit(server, await linkOf(server, accountId))).status).toBe(303);
    });
  });
});
