import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { leaveUnread } from '../../support/addresses.js';
import { CookieBrowser, startWithThirdParties } from '../../support/authorization.js';
import { signIn } from '../../support/account-linking.js';
import { rows } from '../../support/database-rows.js';
import { comeFrom, configure, redirectUri } from '../../support/elsewhere.js';
import { newMember } from '../../support/forgotten-password.js';
import { Founder } from '../../support/founders.js';
import {
  headingOf,
  invited,
  linkOf,
  newEmail,
  statusOf,
  submit,
  validated,
} from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { RealProvider } from '../../support/real-provider.js';
import type { TestServer } from '../../support/start-app.js';

describe('forwarded invitation (D313)', () => {
  let server: TestServer;
  let provider: RealProvider;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1', SMTP_URL: mail.url });
    provider = await RealProvider.start([redirectUri(server)]);
    await configure(server, provider.issuer, { scopes: ['profile', 'email'] });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
    await mail.goDown();
  });

  /** Accepts by signing in at the provider. @returns whether each identifier is confirmed: the mailbox, the connection */
  async function accepted(path: string, accountId: string, user: string): Promise<boolean[]> {
    const back = await comeFrom(provider, new CookieBrowser(server), user, `${path}/provider/portal`);
    expect([back.status, back.headers.location]).toEqual([303, '/welcome']);
    expect(await statusOf(server, accountId)).toBe('active');
    return validated(server, accountId);
  }

  it.each<[what: string, userOf: (email: string) => string, isConfirmed: boolean]>([
    ['confirms its mailbox where the provider verified the same address', (email) => email, true],
    ['also in other letters', (email) => email.toUpperCase(), true],
    ['confirms no mailbox where the provider verified another one', () => newEmail(), false],
    ['nor where it verified none', (email) => `unverified-${email}`, false],
  ])('%s', async (_, userOf, isConfirmed) => {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email });
    expect((await new CookieBrowser(server).get(path)).text).toContain(`The account is for ${email}.`);
    expect(await accepted(path, accountId, userOf(email))).toEqual([isConfirmed, true]);
  });

  it.each<[what: string, userOf: (email: string) => string, unreadDays: number]>([
    [
      'shows that a confirmed mailbox is read where the provider verified the same address',
      (email) => email,
      0,
    ],
    ['shows nothing of it where the provider verified another one', () => newEmail(), 399],
  ])('%s (D345)', async (_, userOf, unreadDays) => {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email });
    await rows(
      server,
      'UPDATE account_identifier SET is_validated = true WHERE account_id = $1 RETURNING 1',
      [accountId],
    );
    await leaveUnread(server, accountId, 399);
    expect(await accepted(path, accountId, userOf(email))).toEqual([true, true]);
    const sql = `SELECT confirmed_at AS at FROM account_identifier WHERE account_id = $1 AND type = 'Email'`;
    const [{ at }] = await rows<{ at: Date }>(server, sql, [accountId]);
    expect(Math.floor((server.clock.millis() - at.getTime()) / 86_400_000)).toBe(unreadDays);
  });

  it('its user confirms the mailbox by a separate link, even after another person accepted', async () => {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email });
    const browser = new CookieBrowser(server);
    await comeFrom(provider, browser, newEmail(), `${path}/provider/portal`);
    expect(await validated(server, accountId)).toEqual([false, true]);
    expect((await browser.post('/account/identifiers', { identifier: email })).status).toBe(200);
    expect(headingOf(await submit(server, await linkOf(server, accountId), {}))).toBe('Confirmed');
    expect(await validated(server, accountId)).toEqual([true, true]);
    expect((await browser.post('/account/identifiers', { identifier: email })).status).toBe(400);
  });

  it('of a member, it begins the membership, and is useless for an account with a role', async () => {
    const founder = await Founder.of(server, 'The Flowers');
    const email = newEmail();
    await founder.invite(email);
    const sql = 'SELECT account_id::text AS id FROM account_identifier WHERE normalized = $1';
    const [{ id }] = await rows<{ id: string }>(server, sql, [email]);
    const path = await linkOf(server, id);
    await rows(server, `UPDATE account SET role = 'support' WHERE id = $1 RETURNING 1`, [id]);
    const refused = await comeFrom(
      provider,
      new CookieBrowser(server),
      newEmail(),
      `${path}/provider/portal`,
    );
    expect([refused.status, await statusOf(server, id)]).toEqual([410, 'pending']);
    await rows(server, 'UPDATE account SET role = NULL WHERE id = $1 RETURNING 1', [id]);
    expect(await accepted(path, id, email)).toEqual([true, true]);
    expect(await founder.roleOf(id)).toBe(0);
  });

  it.each([
    ['a verified address', 'ada@family.example', 'ada@family.example'],
    ['its sub where no address is verified', 'unverified-ada@family.example', 'unverified-a…'],
  ])('a connection is named by %s', async (_, user, label) => {
    const browser = new CookieBrowser(server);
    const { headers } = await comeFrom(provider, browser, user);
    const path = headers.location as string;
    await signIn(browser, path, await newMember(server));
    const { text } = await browser.get(path);
    expect(text).toContain('Connect your Portal account?');
    expect(/<bdi>(.*?)<\/bdi>/.exec(text)?.[1]).toBe(label);
  });
});
