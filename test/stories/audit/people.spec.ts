import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { AuditTrail, type TrailEvent } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import {
  askForReset,
  newestMessage,
  newMember,
  NEXT_PASSWORD,
  type Member,
} from '../../support/forgotten-password.js';
import { invited, linkOf, PASSWORD, provision, resultOf, submit } from '../../support/invitations.js';
import { decide, signInFor } from '../../support/proposals.js';
import { tokensFor } from '../../support/a01.js';
import { newCipher, SITES, startWithSites, WebSite } from '../../support/web-flow.js';
import type { TestServer } from '../../support/start-app.js';

const address = '127.0.0.1';

describe("audit of people's changes to their own accounts, and of the web flow (D124)", () => {
  let server: TestServer;
  let trail: AuditTrail;
  let member: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startWithSites();
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    member = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(member);
  });

  const own = (action: string, more: Partial<TrailEvent> = {}) => ({
    action,
    outcome: 'ok',
    account: member.id,
    address,
    ...more,
  });
  /** The records of work, without the password that was asked for once more. */
  const besidesProof = async (work: () => Promise<unknown>) =>
    (await trail.of(work)).filter(({ action }) => action !== 'signin');

  it('the profile', async () => {
    const profile = { name: 'Undercover', countryCode: 'DE', locale: 'de' };
    expect(await trail.of(() => browser.post('/account/profile', profile))).toEqual([own('profile.changed')]);
  });

  it('the password, which signs other browsers out', async () => {
    const form = { current: member.password, password: NEXT_PASSWORD, reason: 'known' };
    const found = await trail.of(() => browser.post('/account/password', form));
    expect(found).toEqual([own('signin'), own('password.changed')]);
  });

  it('a forgotten password: requested, then set', async () => {
    const asked = await trail.of(() => askForReset(server, new CookieBrowser(server), member.email));
    expect(asked).toEqual([own('password.reset-asked')]);
    const { path } = await newestMessage(server, member.id);
    const set = await trail.of(() => new CookieBrowser(server).post(path, { password: NEXT_PASSWORD }));
    expect(set).toEqual([own('password.reset')]);
  });

  it('an address: requested, added, removed', async () => {
    const more = `incognito-${member.id}@own.example`;
    const asked = await besidesProof(() => browser.post('/account/identifiers', { identifier: more }));
    const path = await linkOf(server, member.id);
    const added = await trail.of(() => submit(server, path, {}));
    const [{ id }] = await rows<{ id: string }>(
      server,
      'SELECT id::text FROM account_identifier WHERE value = $1',
      [more],
    );
    const removed = await besidesProof(() => browser.post(`/account/identifiers/${id}`));
    expect([...asked, ...added, ...removed]).toEqual([
      own('identifier.asked'),
      own('identifier.added'),
      own('identifier.removed', { target: `identifier:${id}` }),
    ]);
  });

  it('an invitation: sent again, accepted', async () => {
    const guest = await invited(server);
    server.clock.advance({ days: 8 });
    const by = { outcome: 'ok', account: guest.accountId, address };
    const resent = await trail.of(() => submit(server, `${guest.path}/resend`, {}));
    const path = await linkOf(server, guest.accountId);
    const accepted = await trail.of(() => submit(server, path, { name: 'Mia', password: PASSWORD }));
    expect([...resent, ...accepted]).toEqual([
      { ...by, action: 'invitation.resent' },
      { ...by, action: 'invitation.accepted' },
    ]);
  });

  it("a client's requests: an address accepted, another one declined", async () => {
    const client = {
      outcome: 'ok',
      client: CLIENTS.provisioning.id,
      target: `account:${member.id}`,
      address,
    };
    const further = { accountId: member.id, Type: 'Email', Identifier: 'further@own.example' };
    const asked = await trail.of(() => provision(server, 'updateaccount', further));
    expect(asked).toEqual([
      { ...client, action: 'identifier.proposed' },
      { ...client, action: 'account.updated' },
    ]);
    const path = await linkOf(server, member.id);
    await signInFor(browser, path, member);
    expect(await trail.of(() => decide(browser, path))).toEqual([own('identifier.confirmed')]);
    await provision(server, 'updateaccount', { ...further, Identifier: 'no@own.example' });
    const other = await linkOf(server, member.id);
    expect(await trail.of(() => decide(browser, other, 'decline'))).toEqual([
      { action: 'proposal.declined', outcome: 'refused', target: `account:${member.id}`, address },
    ]);
  });

  it('a family that a client proposes', async () => {
    const familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'Askers' }));
    await provision(server, 'addaccount2family', { familyId, Type: 'Email', Identifier: member.email });
    await server.get(LateLinks).settled();
    const path = await linkOf(server, member.id);
    await signInFor(browser, path, member);
    expect(await trail.of(() => decide(browser, path))).toEqual([
      own('membership.accepted', { target: `family:${familyId}` }),
    ]);
  });

  it('an ended device, with its grant', async () => {
    await tokensFor(server, member);
    const [{ id }] = await rows<{ id: string }>(server, 'SELECT max(id)::text AS id FROM token_grant');
    const found = await trail.of(() => browser.post('/account/end', { kind: 'device', id }));
    const revoked = { action: 'token.revoked', outcome: 'ok', client: CLIENTS.app.id, account: member.id };
    expect(found).toEqual([{ ...revoked, target: `grant:${id}` }, own('device.ended')]);
  });

  it('the web flow: requested, opened, validated, guessed at', async () => {
    const site = new WebSite(server);
    const login = { login: member.email, password: member.password };
    const client = SITES.album.id;
    const found = await trail.of(async () => {
      const session = await site.validated(login);
      await site.ask(session.cipher);
      const other = await site.opened(login);
      for (let i = 0; i < 5; i++) await site.validate('guess', other.sessionId);
      expect(session.secret).not.toBe(other.secret);
    });
    const asked = { action: 'websession.asked', client, address };
    const refused = own('websession.validated', { client, outcome: 'refused' });
    expect(found).toEqual([
      { ...asked, outcome: 'ok' },
      own('signin', { client }),
      own('websession.opened', { client }),
      own('websession.validated', { client }),
      { ...asked, outcome: 'refused' },
      { ...asked, outcome: 'ok' },
      own('signin', { client }),
      own('websession.opened', { client }),
      ...[refused, refused, refused, refused],
      { ...refused, details: { ended: true } },
    ]);
  });

  it("a stranger's state secret leaves nothing: it would fill the trail", async () => {
    const found = await trail.of(() => new WebSite(server).ask(newCipher(), {}));
    expect(found.filter(({ action }) => action !== 'call.denied')).toEqual([]);
  });

  it('contains no secret, no name and no address of any person', async () => {
    const text = await trail.text();
    const personal = ['@', 'Undercover', 'Mia', PASSWORD, NEXT_PASSWORD, 'guess'];
    expect(personal.filter((each) => text.includes(each))).toEqual([]);
  });
});
