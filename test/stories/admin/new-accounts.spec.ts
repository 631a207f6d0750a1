import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { ANNA } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { linkOf, newEmail, newPhone, outboxOf, PASSWORD, submit } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('accounts created by administrators, and their timeline', () => {
  let server: TestServer;
  let admin: AdminApi;
  let support: AdminApi;
  let trail: AuditTrail;
  let member: Member;
  beforeAll(async () => {
    server = await startApp();
    trail = new AuditTrail(server);
    admin = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    member = await newMember(server);
  });

  describe('new account (D207)', () => {
    const create = (body: object, by = admin) => by.send('POST', '/accounts', { body });
    const nora = () => ({ name: 'Nora', type: 'Email', identifier: newEmail() });

    it('is pending until its user has chosen a password by the link', async () => {
      const asked = { ...nora(), countryCode: 'de', locale: 'de' };
      let id = '';
      const found = await trail.of(async () => {
        const { status, body, headers } = await create(asked);
        expect(status).toBe(201);
        expect(headers.etag).toMatch(/^"/);
        expect(body).toMatchObject({
          name: 'Nora',
          status: 'pending',
          role: null,
          countryCode: 'DE',
          locale: 'de',
          families: [],
        });
        id = String(body.accountId);
      });
      expect(found).toEqual([
        expect.objectContaining({ action: 'account.created', target: `account:${id}` }),
      ]);
      const [sent] = await outboxOf(server, id);
      expect(sent).toMatchObject({ kind: 'invitation', recipient: asked.identifier, locale: 'de' });
      const path = await linkOf(server, id);
      const page = await (
        await fetch(`${server.url}${path}`, { headers: { 'Accept-Language': 'en' } })
      ).text();
      expect(page).toContain('An account was created for you.');
      expect(page).not.toContain('family');
      await submit(server, path, { name: 'Nora', password: PASSWORD });
      const signedIn = await new CookieBrowser(server).signIn({
        email: asked.identifier,
        password: PASSWORD,
      });
      expect(signedIn.status).toBe(303);
      const { body } = await admin.send('GET', `/accounts/${id}`);
      expect(body.identifiers).toEqual([expect.objectContaining({ isValidated: true })]);
    });

    it('with a phone in its country; with a login, whose invitation is handed over', async () => {
      const phone = newPhone();
      const byPhone = await create({
        name: 'Oma',
        type: 'Msisdn',
        identifier: `0${phone.slice(3)}`,
        countryCode: 'DE',
      });
      expect((await outboxOf(server, String(byPhone.body.accountId)))[0].recipient).toBe(phone);
      const byLogin = await create({ name: 'Kim', type: 'Login', identifier: `kim-${member.id}` });
      expect((await outboxOf(server, String(byLogin.body.accountId)))[0].channel).toBe('handover');
    });

    it('says which account has the identifier; of two at once one is created', async () => {
      const taken = await create({ ...nora(), identifier: ANNA.email });
      expect([taken.status, taken.body.detail]).toEqual([409, expect.stringMatching(/account \d+ already/)]);
      const same = nora();
      const answers = await Promise.all([create(same), create(same)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    });

    it('reports every problem at once, and accepts no password', async () => {
      const { status, body } = await create({
        name: '',
        type: 'Email',
        identifier: 'nobody',
        countryCode: 'XX',
        password: 'known to somebody else',
      });
      expect(status).toBe(422);
      const fields = (body.errors as { field: string }[]).map(({ field }) => field);
      expect(fields.sort()).toEqual(['countryCode', 'identifier', 'name', 'password']);
    });

    it('refuses support', async () => {
      expect((await create(nora(), support)).status).toBe(403);
    });
  });

  it('the timeline shows sentences, newest first, page by page', async () => {
    const administrator = await newAdmin(server);
    const by = await AdminApi.signIn(server, administrator);
    await by.send('PATCH', `/accounts/${member.id}`, { body: { name: 'Maja' }, ifMatch: '*' });
    await by.send('PATCH', `/accounts/${member.id}`, { body: { status: 'disabled' }, ifMatch: '*' });
    const lines: string[] = [];
    let after = '';
    do {
      const { status, body } = await support.send('GET', `/accounts/${member.id}/timeline?limit=2${after}`);
      expect(status).toBe(200);
      for (const { sentence } of body.items as { sentence: string }[]) lines.push(sentence);
      after = body.next === null ? '' : `&after=${body.next as string}`;
    } while (after !== '');
    expect(lines).toEqual([
      'administrator disabled Maja',
      'administrator changed Maja: name',
      'Maja accepted an invitation and completed the account',
      'Operator created Maja',
    ]);
    const own = await support.send('GET', `/accounts/${administrator.id}/timeline`);
    expect((own.body.items as { sentence: string }[])[0].sentence).toBe('administrator disabled Maja');
    expect((await support.send('GET', `/accounts/${member.id}/timeline?after=nonsense`)).status).toBe(422);
    expect((await support.send('GET', '/accounts/999999/timeline')).status).toBe(404);
  });
});
