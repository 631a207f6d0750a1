import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { askForReset, newMember } from '../../support/forgotten-password.js';
import { Founder } from '../../support/founders.js';
import {
  createAccount,
  headingOf,
  invited,
  linkOf,
  newEmail,
  outboxOf,
  PASSWORD,
  provision,
  resultOf,
  statusOf,
  submit,
  validated,
} from '../../support/invitations.js';
import { acceptAs } from '../../support/proposals.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const FORM = { name: 'Mia', password: PASSWORD };

describe('inviting an address first gives no ownership (D311)', () => {
  let server: TestServer;
  let flora: Founder;
  let boris: Founder;
  let email: string;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    flora = await Founder.of(server, 'The Flowers', 'Flora');
    boris = await Founder.of(server, 'The Birches', 'Boris');
    email = newEmail();
  });

  const page = async (path: string) => (await new CookieBrowser(server).get(path)).text;
  const statusAt = async (path: string) => (await new CookieBrowser(server).get(path)).status;
  const boxesIn = (text: string) => [...text.matchAll(/name="(join-[\da-f]{64})"/g)].map(([, name]) => name);
  const exists = async (id: string) =>
    (await rows(server, 'SELECT 1 FROM account WHERE id = $1', [id])).length === 1;

  /** Flora invites first, then Boris. @returns the account, and the two links */
  async function invitedByBoth(): Promise<{ id: string; first: string; second: string }> {
    await flora.invite(email);
    const id = await accountId(server, email);
    const first = await linkOf(server, id);
    await boris.invite(email);
    return { id, first, second: await linkOf(server, id) };
  }

  it('a membership begins when that invitation is accepted, and with no other one', async () => {
    const { id, first, second } = await invitedByBoth();
    expect([await flora.roleOf(id), await boris.roleOf(id)]).toEqual([null, null]);
    expect((await outboxOf(server, id)).map(({ kind }) => kind)).toEqual(['invitation', 'invitation']);
    expect(await page(second)).toContain('Boris invites you to the family &quot;The Birches&quot;.');
    expect((await submit(server, second, FORM)).headers.location).toBe('/welcome');
    expect([await flora.roleOf(id), await boris.roleOf(id)]).toEqual([null, 0]);
    expect([await flora.sees(email), await boris.sees(email)]).toEqual([true, false]);
    expect(await validated(server, id)).toEqual([true]);
    // Flora's stays valid, for the existing account.
    const decision = first.replace('/invitation/', '/proposal/');
    expect((await new CookieBrowser(server).get(first)).headers.location).toBe(decision);
    expect((await acceptAs(server, decision, { email, password: PASSWORD })).status).toBe(200);
    expect([await flora.roleOf(id), await flora.sees(email)]).toEqual([0, false]);
    expect(headingOf(await submit(server, second, FORM))).toBe('You have already joined');
  });

  it('invitations of several families are shown together, and accepted as their user chooses', async () => {
    const third = await Founder.of(server, 'The Cedars', 'Cora');
    const { id, first } = await invitedByBoth();
    server.clock.advance({ seconds: 1 }); // the page shows the oldest first
    await third.invite(email, 'administrator');
    const text = await page(first);
    expect(text).toContain('The Birches, invited by Boris');
    expect(text).toContain('The Cedars, invited by Cora');
    expect(text).not.toContain('The Flowers, invited by');
    const [, cedars] = boxesIn(text);
    const wrong = await submit(server, first, { name: '', password: PASSWORD, [cedars]: 'yes' });
    expect([wrong.status, boxesIn(wrong.text)]).toEqual([400, boxesIn(text)]);
    expect(wrong.text).toMatch(new RegExp(`name="${cedars}"[^>]*checked`));
    expect((await submit(server, first, { ...FORM, [cedars]: 'yes' })).status).toBe(303);
    expect([await flora.roleOf(id), await boris.roleOf(id), await third.roleOf(id)]).toEqual([0, null, 1]);
    expect([await boris.sees(email), await third.sees(email)]).toEqual([true, false]);
  });

  it('an invitation to another address, or a withdrawn one, is not accepted along', async () => {
    const [other, gone] = [newEmail(), await Founder.of(server, 'The Gone')];
    await boris.invite(other);
    const [box] = await rows<{ digest: string }>(
      server,
      `SELECT encode(digest, 'hex') AS digest FROM invitation WHERE family_id = $1`,
      [boris.familyId],
    );
    await flora.invite(email);
    await gone.invite(email);
    const id = await accountId(server, email);
    const path = await linkOf(server, id);
    const [flowers] = boxesIn(await page(path));
    await flora.browser.post((await flora.withdrawals())[0], {});
    expect(boxesIn(await page(path))).toEqual([]);
    const form = { ...FORM, [`join-${box.digest}`]: 'yes', [flowers]: 'yes', 'join-x': 'yes' };
    expect((await submit(server, path, form)).status).toBe(303);
    expect([await flora.roleOf(id), await boris.roleOf(id), await gone.roleOf(id)]).toEqual([null, null, 0]);
    expect(await boris.sees(other)).toBe(true);
  });

  it('a withdrawn invitation leaves that of another family, even after a forgotten link', async () => {
    const { id, first, second } = await invitedByBoth();
    await boris.browser.post((await boris.withdrawals())[0], {});
    await server.get(CleanUp).run();
    expect([await statusAt(first), await statusAt(second)]).toEqual([200, 410]);
    server.clock.advance({ minutes: 6 });
    await askForReset(server, new CookieBrowser(server), email);
    const again = await linkOf(server, id);
    expect(await page(again)).toContain('Flora invites you');
    expect(boxesIn(await page(again))).toEqual([]);
    await submit(server, again, FORM);
    expect([await flora.roleOf(id), await boris.roleOf(id)]).toEqual([0, null]);
  });

  describe('createaccount', () => {
    const create = (more: Record<string, string> = {}) =>
      createAccount(server, { Identifier: email, UserName: 'Mia of the partner', ...more });

    it('takes over what only members invited: the number stays, their links end', async () => {
      const { id, first, second } = await invitedByBoth();
      expect(resultOf(await create())).toBe(id);
      expect([await statusAt(first), await statusAt(second)]).toEqual([410, 410]);
      const links = await rows<{ ended_by: string | null }>(
        server,
        'SELECT ended_by FROM invitation WHERE account_id = $1 ORDER BY created_at, invited_as NULLS LAST',
        [id],
      );
      expect(links.map(({ ended_by: by }) => by).sort()).toEqual(['replaced', 'replaced', null].sort());
      const [account] = await rows<{ name: string; owner: string }>(
        server,
        'SELECT a.name, c.client_id AS owner FROM account a JOIN client c ON c.id = a.created_by WHERE a.id = $1',
        [id],
      );
      expect(account).toEqual({ name: 'Mia of the partner', owner: 'operator' });
      // The families see no change; a person whom they invite again joins by accepting.
      expect([await flora.sees(email), await boris.sees(email)]).toEqual([true, true]);
      server.clock.advance({ minutes: 6 });
      await flora.browser.confirm(flora.member);
      await askForReset(server, new CookieBrowser(server), email);
      const path = await linkOf(server, id);
      expect(await page(path)).toContain('The Millers');
      await flora.invite(email);
      expect(await page(path)).toContain('The Flowers, invited by Flora');
      await submit(server, path, FORM);
      expect(await statusOf(server, id)).toBe('active');
      expect([await flora.roleOf(id), await boris.roleOf(id)]).toEqual([null, null]);
    });

    it('is refused for an account of a partner, its owner, or an administrator', async () => {
      const pending = await invited(server, { Identifier: email });
      await flora.invite(email);
      expect((await create()).status).toBe(409);
      expect(await statusOf(server, pending.accountId)).toBe('pending');
      await submit(server, pending.path, FORM);
      expect((await create()).status).toBe(409);

      email = newEmail();
      const api = await AdminApi.signIn(server, await newAdmin(server));
      const made = { name: 'Mia', type: 'Email', identifier: email };
      expect((await api.send('POST', '/accounts', { body: made })).status).toBe(201);
      await flora.invite(email);
      expect((await create()).status).toBe(409);

      email = newEmail();
      await flora.invite(email);
      const id = await accountId(server, email);
      await boris.add({ id }); // by a partner that may change every account
      expect((await create()).status).toBe(409);
      const form = { accountId: id, familyId: boris.familyId };
      resultOf(await provision(server, 'removeaccount2family', form));
      expect(resultOf(await create())).toBe(id);
    });

    it('leaves its accounts when their members invited in vain', async () => {
      await flora.invite(email);
      const id = resultOf(await create());
      server.clock.advance({ days: 7, minutes: 1 });
      await server.get(CleanUp).run();
      expect(await exists(id)).toBe(true);
    });

    it('at the moment of an acceptance, and twice at once: one of them wins', async () => {
      for (let round = 0; round < 4; round++) {
        email = newEmail();
        await flora.invite(email);
        const id = await accountId(server, email);
        const path = await linkOf(server, id);
        const accept = async () => (await submit(server, path, FORM)).headers.location === '/welcome';
        const make = async () => (await create()).status === 200;
        const work = round % 2 === 0 ? [accept, make, make] : [make, make, accept];
        const won = await Promise.all(work.map((act) => act()));
        expect(won.filter(Boolean)).toHaveLength(1);
        const isAccepted = won[round % 2 === 0 ? 0 : 2];
        expect(await statusOf(server, id)).toBe(isAccepted ? 'active' : 'pending');
        expect(await flora.roleOf(id)).toBe(isAccepted ? 0 : null);
      }
    });
  });

  it('updateaccount gives a partner’s account the address, and an account that only members invited makes way', async () => {
    await flora.invite(email);
    const made = await accountId(server, email);
    const path = await linkOf(server, made);
    const pending = await invited(server);
    const form = { accountId: pending.accountId, Type: 'Email', Identifier: email };
    expect((await provision(server, 'updateaccount', form)).status).toBe(200);
    expect([await accountId(server, email), await exists(made)]).toEqual([pending.accountId, false]);
    expect([await statusAt(path), await flora.sees(email)]).toEqual([404, true]);
    const other = await invited(server);
    expect((await provision(server, 'updateaccount', { ...form, accountId: other.accountId })).status).toBe(
      409,
    );
  });

  it('a signed-in user’s own address takes over what only members invited, when its link is used', async () => {
    const { id: made, first } = await invitedByBoth();
    const owner = await newMember(server);
    const browser = new CookieBrowser(server);
    await browser.signIn(owner);
    const added = await browser.post('/account/identifiers', { identifier: email });
    expect(added.status).toBe(200);
    const path = await linkOf(server, owner.id);
    expect(await accountId(server, email)).toBe(made); // the request by itself takes nothing
    expect(headingOf(await submit(server, path, {}))).toBe('Confirmed');
    expect([await accountId(server, email), await exists(made)]).toEqual([owner.id, false]);
    expect(await validated(server, owner.id)).toEqual([true, true]);
    expect([await statusAt(first), await flora.sees(email), await boris.sees(email)]).toEqual([
      404,
      true,
      true,
    ]);
    server.clock.advance({ minutes: 6 });
    await flora.browser.confirm(flora.member);
    await flora.invite(email); // invited again
    expect((await acceptAs(server, await linkOf(server, owner.id), owner)).status).toBe(200);
    expect(await flora.roleOf(owner.id)).toBe(0);
  });

  it('an address that is completed meanwhile stays with that person', async () => {
    await flora.invite(email);
    const made = await accountId(server, email);
    const invitation = await linkOf(server, made);
    const other = await newMember(server);
    const browser = new CookieBrowser(server);
    await browser.signIn(other);
    await browser.post('/account/identifiers', { identifier: email });
    const path = await linkOf(server, other.id);
    await submit(server, invitation, FORM);
    expect((await submit(server, path, {})).status).toBe(409);
    expect(await accountId(server, email)).toBe(made);
  });
});
