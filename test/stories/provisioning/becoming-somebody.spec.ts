import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin, sendJson } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { askForReset, newMember, type Member } from '../../support/forgotten-password.js';
import { deliver, newEmail } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { Partner } from '../../support/partner.js';
import { acceptAs, decide, signInFor } from '../../support/proposals.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/**
 * A partner that adds its own mailbox to another person's account, confirms it, resets the password and signs in.
 */
describe('partner cannot become another person (D156)', () => {
  let server: TestServer;
  let mail: MailServer;
  let partner: Partner;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url });
    partner = new Partner(server);
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });

  const mailsTo = async (address: string) => {
    await deliver(server);
    return mail.mailsTo(address);
  };
  const add = (accountId: string, mailbox: string) =>
    partner.call('updateaccount', { accountId, Type: 'Email', Identifier: mailbox });
  const passwordOf = async (accountId: string) =>
    rows(server, 'SELECT password_hash FROM account WHERE id = $1', [accountId]);

  it('not an administrator: nothing is added, nothing is sent, and nobody signs in at the console', async () => {
    const admin = await newAdmin(server);
    const mailbox = newEmail();
    const before = await passwordOf(admin.id);
    expect(await partner.result('search', { email: admin.email })).toBe(admin.id); // as for anyone
    expect((await partner.information(admin.id)).identifiers).toHaveLength(1);

    expectError(await add(admin.id, mailbox), ERRORS.insufficientRights, 'provupdateaccount');
    expect(await mailsTo(mailbox)).toEqual([]);
    expect(await mailsTo(admin.email)).toEqual([]);
    await askForReset(server, new CookieBrowser(server), mailbox);
    expect(await mailsTo(mailbox)).toEqual([]);
    const body = { identifier: mailbox, password: admin.password };
    expect((await sendJson(server, 'POST', '/session', { body })).status).toBe(401);
    expect(await passwordOf(admin.id)).toEqual(before);
    expect(await count(server, 'account_identifier', `account_id = ${admin.id}`)).toBe(1);
  });

  it('nor an account with a password: the mailbox owner is asked, and the address counts for nothing', async () => {
    const victim: Member = await newMember(server);
    const attacker: Member = await newMember(server);
    const mailbox = newEmail();
    const before = await passwordOf(victim.id);
    const earlier = (await mailsTo(victim.email)).length;

    expect((await add(victim.id, mailbox)).status).toBe(200);
    const told = (await mailsTo(victim.email)).slice(earlier);
    expect(told.map(({ subject }) => subject)).toEqual(['A partner wants to add an address to your account']);
    expect(told[0].text).toContain(`Operator asked on`);
    expect(told[0].text).toContain(`to add ${mailbox} to your account`);

    const [asked] = await mailsTo(mailbox);
    const path = /\/proposal\/[\w-]{43}/.exec(asked.text)?.[0] ?? '';
    const browser = new CookieBrowser(server);
    expect((await decide(browser, path)).headers.location).toBe(path); // nobody is signed in
    await signInFor(browser, path, { email: mailbox, password: victim.password });
    expect((await decide(browser, path)).headers.location).toBe(path); // not by the mailbox, even with the password
    expect((await acceptAs(server, path, attacker)).headers.location).toBe(path); // nor as another account

    for (const identifier of [mailbox, mailbox.toUpperCase()])
      await askForReset(server, new CookieBrowser(server), identifier);
    expect(await mailsTo(mailbox)).toHaveLength(1);
    expect(await mailsTo(victim.email)).toHaveLength(earlier + 1); // not even a link to the real one
    expect((await partner.call('search', { email: mailbox })).status).toBe(404);
    expect(await passwordOf(victim.id)).toEqual(before);
    expect((await partner.information(victim.id)).identifiers.map(({ value }) => value)).toEqual([
      victim.email,
    ]);

    // The owner, who knows the password, may still want it.
    expect((await acceptAs(server, path, victim)).status).toBe(200);
    expect((await partner.information(victim.id)).identifiers.at(-1)).toMatchObject({
      value: mailbox,
      validated: 'true',
    });
    const last = (await mailsTo(victim.email)).at(-1);
    expect(last?.subject).toBe('An address was added to your account');
  });
});
