import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { Founder } from '../../support/founders.js';
import { invited, newEmail, PASSWORD, submit } from '../../support/invitations.js';
import { Partner } from '../../support/partner.js';
import { newPartner } from '../../support/provisioning-clients.js';
import type { TestServer } from '../../support/start-app.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ANY, subscribe, tell, unsubscribeAll } from '../../support/webhooks.js';

const { shop, garden, bare } = THIRD_PARTIES;

describe('events (D275–D278)', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let api: AdminApi;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = () => 204;
  });
  afterEach(() => unsubscribeAll(api));

  const told = async () => {
    await tell(server);
    return receiver.told();
  };
  /** The events of one subject. */
  const toldOf = async (subject: string) => (await told()).filter(([, of]) => of === subject);

  describe('of accounts and families, to the client that provisions', () => {
    let partner: Partner;
    let partners = 0;
    beforeEach(async () => {
      partner = new Partner(server, undefined, `partner${++partners}`);
      await subscribe(api, 'operator', receiver);
    });

    it('an account from the invitation to its end, numbered', async () => {
      const guest = await invited(server);
      const account = `account:${guest.accountId}`;
      const { accountId } = guest;
      expect(await toldOf(account)).toEqual([['account.created', account, 1, { accountId }]]);
      await submit(server, guest.path, { name: 'Mia', password: PASSWORD });
      expect(await toldOf(account)).toEqual([
        ['account.changed', account, 2, { accountId, changed: ['identifiers'] }], // it is confirmed now
        ['account.completed', account, 3, { accountId }],
      ]);
      await partner.result('updateaccount', { accountId, UserName: 'Mia M.', UserCountryCode: 'FR' });
      const [changed] = await toldOf(account);
      expect(changed).toEqual([
        'account.changed',
        account,
        4,
        { accountId, changed: ['name', 'countryCode'] },
      ]);
      for (const status of ['disabled', 'active'])
        await api.send('PATCH', `/accounts/${accountId}`, { ifMatch: ANY, body: { status } });
      expect(await toldOf(account)).toEqual([
        ['account.disabled', account, 5, { accountId }],
        ['account.enabled', account, 6, { accountId }],
      ]);
      await partner.result('deleteaccount', { accountId });
      expect(await toldOf(account)).toEqual([['account.deleted', account, 7, { accountId }]]);
    });

    it('what members do in their family, on its page (D384)', async () => {
      const familyId = await partner.family();
      const [founder, other] = [await newMember(server), await newMember(server)];
      for (const [{ id: accountId }, AccountType] of [
        [founder, '2'],
        [other, '0'],
      ] as const)
        await partner.result('addaccount2family', { accountId, familyId, AccountType });
      const family = `family:${familyId}`;
      await toldOf(family);
      const browser = new CookieBrowser(server);
      await browser.signIn(founder);
      const path = `/account/families/${familyId}`;
      await browser.post(`${path}/name`, { name: 'The Others' });
      await browser.post(`${path}/members/${other.id}/role`, { role: 'administrator' });
      await browser.post(`${path}/members/${other.id}/remove`);
      await browser.post(`${path}/delete`);
      expect((await toldOf(family)).map(([kind]) => kind)).toEqual([
        ...['family.changed', 'member.changed', 'member.removed', 'member.removed', 'family.deleted'],
      ]);
    });

    it('a family and its members', async () => {
      const familyId = await partner.family();
      const accountId = await partner.account(familyId);
      const family = `family:${familyId}`;
      expect(await toldOf(family)).toEqual([
        ['family.created', family, 1, { familyId }],
        ['member.added', family, 2, { familyId, accountId }],
      ]);
      await partner.result('updatefamily', { familyId, FamilyName: 'The Ms', PremiumType: '1' });
      const second = await partner.account(familyId);
      await partner.result('deleteaccount', { accountId });
      await partner.result('removeaccount2family', { familyId, accountId: second });
      await partner.result('deletefamily', { familyId });
      expect(await toldOf(family)).toEqual([
        ['family.changed', family, 3, { familyId, changed: ['name', 'premiumType'] }],
        ['member.added', family, 4, { familyId, accountId: second }],
        ['member.removed', family, 5, { familyId, accountId }],
        ['member.removed', family, 6, { familyId, accountId: second }],
        ['family.deleted', family, 7, { familyId }],
      ]);
    });

    it('nothing for a change that was rolled back or changed nothing', async () => {
      const familyId = await partner.family();
      const accountId = await partner.account(familyId);
      await tell(server);
      receiver.told();
      await partner.call('deletefamily', { familyId }); // it has a member
      await partner.result('updatefamily', { familyId, FamilyName: 'The Ls' });
      expect(await told()).toEqual([]);
      await partner.result('deleteaccount', { accountId });
      expect((await told()).map(([kind]) => kind).sort()).toEqual(['account.deleted', 'member.removed']);
    });

    it('for its own only, if it provisions no others (D158)', async () => {
      await unsubscribeAll(api);
      const own = await newPartner(server, 'own-hooks', { provisions: 'own' });
      await subscribe(api, 'own-hooks', receiver);
      await partner.account(await partner.family());
      expect(await told()).toEqual([]);
      const familyId = await own.family();
      const accountId = await own.account(familyId);
      expect((await told()).map(([kind, subject]) => `${kind} ${subject}`).sort()).toEqual([
        `account.created account:${accountId}`,
        `family.created family:${familyId}`,
        `member.added family:${familyId}`,
      ]);
    });

    it('an account that it takes over from members’ invitations, as if it created it (D311)', async () => {
      await unsubscribeAll(api);
      const own = await newPartner(server, 'taking-over', { provisions: 'own' });
      await subscribe(api, 'taking-over', receiver);
      const familyId = await own.family();
      const founder = await Founder.of(server, 'The Flowers');
      const email = newEmail();
      await founder.invite(email);
      await told();
      const accountId = await own.account(familyId, { Identifier: email });
      expect(await toldOf(`account:${accountId}`)).toEqual([
        ['account.created', `account:${accountId}`, 1, { accountId }],
      ]);
    });

    it('only for subscribed events, while it is enabled', async () => {
      await unsubscribeAll(api);
      const { id } = await subscribe(api, 'operator', receiver, { events: ['family.*', 'account.deleted'] });
      const familyId = await partner.family();
      const accountId = await partner.account(familyId);
      expect((await told()).map(([kind]) => kind)).toEqual(['family.created']);
      await api.send('PATCH', `/webhooks/${id}`, { ifMatch: ANY, body: { isEnabled: false } });
      await partner.family();
      await api.send('PATCH', `/webhooks/${id}`, { ifMatch: ANY, body: { isEnabled: true } });
      await partner.result('deleteaccount', { accountId });
      expect(await told()).toEqual([['account.deleted', `account:${accountId}`, 1, { accountId }]]);
    });
  });

  describe('of its own users, to an app', () => {
    let mia: Member;
    let browser: CookieBrowser;
    beforeEach(async () => {
      mia = await newMember(server);
      browser = new CookieBrowser(server);
      await subscribe(api, shop.id, receiver);
    });
    const disconnect = () => browser.post('/account/disconnect', { client: shop.id });

    it('their consent, changes of the account, and the end', async () => {
      const account = `account:${mia.id}`;
      const accountId = mia.id;
      await new Partner(server).result('updateaccount', { accountId, UserName: 'Not yet a user' });
      expect(await told()).toEqual([]);
      await exchange(server, shop, (await browser.connect(mia, shop, { scope: 'openid account' })).code);
      expect(await told()).toEqual([
        ['consent.given', account, 1, { accountId, scopes: expect.arrayContaining(['openid']) }],
      ]);
      await new Partner(server).result('updateaccount', { accountId, UserName: 'Mia the user' });
      expect(await told()).toEqual([['account.changed', account, 2, { accountId, changed: ['name'] }]]);
      await new Partner(server).result('deleteaccount', { accountId });
      expect(await told()).toMatchObject([
        ['session.ended', account, 3, { accountId }],
        ['account.deleted', account, 4, { accountId }],
      ]);
    });

    it('the end of a sign-in, once, with its sid', async () => {
      const { code } = await browser.connect(mia, shop, { scope: 'openid' });
      await exchange(server, shop, code);
      const { code: second } = await browser.connect(mia, shop, { scope: 'openid' });
      await exchange(server, shop, second);
      await told();
      await browser.post('/sign-out');
      const ended = await told();
      expect(ended).toEqual([
        ['session.ended', `account:${mia.id}`, 2, { accountId: mia.id, sid: expect.any(String) }],
      ]);
    });

    it("nothing about others' actions, nor about what it may not see", async () => {
      await subscribe(api, bare.id, receiver);
      await browser.connect(mia, garden, { scope: 'account' });
      expect(await told()).toEqual([]);
      await browser.connect(mia, bare);
      expect((await told()).map(([kind]) => kind)).toEqual(['consent.given']);
      await new Partner(server).result('updateaccount', { accountId: mia.id, UserName: 'Unseen' });
      expect(await told()).toEqual([]);
    });

    it('the end of the consent', async () => {
      await browser.connect(mia, shop, { scope: 'account' });
      await told();
      await disconnect();
      expect(await told()).toMatchObject([['consent.ended', `account:${mia.id}`, 2, { accountId: mia.id }]]);
      await new Partner(server).result('deleteaccount', { accountId: mia.id });
      expect(await told()).toEqual([]);
    });
  });

  it('are signed by both secrets for a day, as a library of Standard Webhooks verifies', async () => {
    const { id, secret } = await subscribe(api, 'operator', receiver);
    const renewed = await api.send('POST', `/webhooks/${id}/secret`, { ifMatch: ANY });
    expect(renewed.status).toBe(201);
    await new Partner(server).family();
    await tell(server);
    const [{ headers, text }] = receiver.received.splice(0);
    const {
      'webhook-id': message,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures,
    } = headers;
    expect(message).toMatch(/^msg_[0-9a-f-]{36}$/);
    const at = new Date(Number(timestamp) * 1000);
    expect(at).toEqual(server.clock.now());
    const signedBy = (by: unknown) => new Webhook(String(by)).sign(String(message), at, text);
    expect(signatures).toBe(`${signedBy(renewed.body.secret)} ${signedBy(secret)}`);
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    server.clock.advance({ days: 1, seconds: 1 });
    api = await AdminApi.signIn(server, await newAdmin(server));
    await new Partner(server).family();
    await tell(server);
    expect(receiver.received[0].headers['webhook-signature']).not.toContain(' ');
    const stored = JSON.stringify(await rows(server, 'SELECT * FROM webhook'));
    const kept = JSON.stringify(await rows(server, 'SELECT details FROM audit_event'));
    for (const told of [stored, kept, server.log.join('')]) {
      expect(told).not.toContain(secret.slice(6));
      expect(told).not.toContain(String(renewed.body.secret).slice(6));
    }
  });
});
