import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { askForReset } from '../../support/forgotten-password.js';
import {
  headingOf,
  invited,
  linkOf,
  newEmail,
  outboxOf,
  PASSWORD,
  provision,
  statusOf,
  submit,
  validated,
} from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('an identifier that provisioning adds to an account without a password is invited too (D93)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.advance({ minutes: 31 });
  });

  it('of a disabled account that never had a password gets a further invitation', async () => {
    const guest = await invited(server);
    await server.get(AccountService).disable(guest.accountId);
    const form = { accountId: guest.accountId, Type: 'Email', Identifier: newEmail() };
    expect((await provision(server, 'updateaccount', form)).status).toBe(200);
    expect((await outboxOf(server, guest.accountId))[0].kind).toBe('invitation');
    expect(await validated(server, guest.accountId)).toEqual([false, false]);
  });

  it('of a pending account gets a second invitation; either completes it, and confirms its own address only', async () => {
    const guest = await invited(server);
    const form = { accountId: guest.accountId, Type: 'Email', Identifier: newEmail() };
    await provision(server, 'updateaccount', form);
    expect((await outboxOf(server, guest.accountId))[0].kind).toBe('invitation');
    const path = await linkOf(server, guest.accountId);
    expect((await submit(server, path, { name: 'Mia', password: PASSWORD })).status).toBe(303);
    expect(await statusOf(server, guest.accountId)).toBe('active');
    expect(await validated(server, guest.accountId)).toEqual([false, true]);
    const other = await submit(server, guest.path, { name: 'Eve', password: 'another-password-9' });
    expect([other.status, headingOf(other)]).toEqual([410, 'You have already joined']);
  });

  it('two links of one pending account at once: one completes it', async () => {
    const { accountId, path } = await invited(server);
    await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: newEmail() });
    const paths = [path, await linkOf(server, accountId)];
    const answers = await Promise.all(paths.map((each) => submit(server, each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(
      await count(server, 'audit_event', `action = 'invitation.accepted' AND account_id = ${accountId}`),
    ).toBe(1);
  });

  it('an address added to a pending account of a login resets no password that its owner chose', async () => {
    const login = 'first.name';
    const { accountId, path } = await invited(server, { Type: 'login', Identifier: login });
    const value = newEmail();
    await provision(server, 'updateaccount', { accountId, Type: 'Email', Identifier: value });
    await submit(server, path, { name: 'Mia', password: PASSWORD });
    const messages = await count(server, 'outbox_message');
    const browser = new CookieBrowser(server);
    for (const identifier of [login, value]) {
      await askForReset(server, browser, identifier);
    }
    expect(await count(server, 'outbox_message')).toBe(messages);
    expect(
      await rows(server, `SELECT FROM invitation WHERE kind = 'reset' AND account_id = $1`, [accountId]),
    ).toEqual([]);
  });
});
