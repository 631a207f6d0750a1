import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { bearer, loggedAccount, refresh, tokensFor, type Body } from '../../support/a01.js';
import { count, rows } from '../../support/database-rows.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { macHeader } from '../../support/mac-signer.js';
import { Partner } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const PASSWORD = 'autumn-meadow-3';
const OF_ACCOUNT = [
  'account_identifier',
  'family_member',
  'session',
  'token_grant',
  'invitation',
  'outbox_message',
];

/** An account with everything that can depend on one. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly login: string;
  readonly name: string;
  readonly familyId: string;
  readonly tokens: Body;
  readonly mac: Body;
  readonly session: LegacyClient;
}

describe('deletion removes everything that depends on it (§3.5, D32)', () => {
  let server: TestServer;
  let partner: Partner;
  let made = 0;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  async function person(): Promise<Person> {
    const n = ++made;
    const [email, login, name] = [`gone-${n}@leaving.example`, `leaving.${n}`, `Vanishing ${n}`];
    await server.get(Bootstrap).apply({
      accounts: [{ name, identifiers: [{ type: 'Email', value: email }], password: PASSWORD }],
    });
    const id = await partner.result('search', { email });
    const familyId = await partner.family();
    await partner.result('addaccount2family', { accountId: id, familyId, AccountType: '2' });
    const add = `INSERT INTO account_identifier (account_id, type, value, normalized) VALUES ($1, 'Login', $2, $2)`;
    await rows(server, add, [id, login]);
    const confirm = { accountId: id, Type: 'Email', Identifier: `gone-${n}-more@leaving.example` };
    await partner.result('updateaccount', confirm);
    const session = new LegacyClient(server);
    await session.signIn({ email, password: PASSWORD });
    const who = { email, password: PASSWORD };
    const [tokens, mac] = [await tokensFor(server, who), await tokensFor(server, who, 'Mac')];
    return { id, email, login, name, familyId, tokens, mac, session };
  }

  const byBearer = ({ tokens }: Person) => loggedAccount(server, bearer(tokens.access_token));
  const byMac = ({ mac }: Person) => {
    const url = `${server.url}/api/acc/getloggedaccount`;
    const header = macHeader({ id: mac.access_token, key: mac.mac_key, url, ts: server.clock.seconds });
    return loggedAccount(server, header);
  };
  const remove = (accountId: string) => partner.result('deleteaccount', { accountId });
  const hanging = async (id: string): Promise<Record<string, number>> => {
    const entries: [string, number][] = [];
    for (const table of OF_ACCOUNT) entries.push([table, await count(server, table, `account_id = ${id}`)]);
    return Object.fromEntries(entries);
  };

  // I3.5-04
  it('an account: its tokens and sessions are refused on the very next call', async () => {
    const who = await person();
    expect((await byBearer(who)).status).toBe(200); // now the token is cached
    expect((await byMac(who)).status).toBe(200);
    expect(await who.session.status()).toBe(200);

    expect(await remove(who.id)).toBe('true');
    const refused = await byBearer(who);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    expect((await byMac(who)).status).toBe(401);
    expect(await who.session.status()).toBe(501);
    expect((await refresh(server, who.tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await new LegacyClient(server).signIn({ ...who, password: PASSWORD })).status).toBe(401);
  });

  it('also if it is named with leading zeros', async () => {
    const who = await person();
    expect((await byBearer(who)).status).toBe(200);
    expect(await remove(`000${who.id}`)).toBe('true');
    const refused = await byBearer(who);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it('a token cached on a node that has not been notified is refused with its challenge (§7.1)', async () => {
    const who = await person();
    expect((await byBearer(who)).status).toBe(200);
    await rows(server, 'DELETE FROM account WHERE id = $1', [who.id]); // as another node does, a moment before NOTIFY
    const refused = await byBearer(who);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it('an account: every row of its own', async () => {
    const who = await person();
    const before = await hanging(who.id);
    expect(before).toMatchObject({ account_identifier: 2, family_member: 1, session: 1, token_grant: 2 });
    expect(before).toMatchObject({ invitation: 1, outbox_message: 1 });
    await remove(who.id);
    expect(await hanging(who.id)).toEqual(Object.fromEntries(OF_ACCOUNT.map((table) => [table, 0])));
    expect(await count(server, 'account', `id = ${who.id}`)).toBe(0);
    expect(await count(server, 'family', `id = ${who.familyId}`)).toBe(1); // the family stays
  });

  it('an account: no table contains its name or address any more; the audit log keeps the id', async () => {
    const who = await person();
    const tables = await rows<{ name: string }>(
      server,
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const mentions = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const { name } of tables) {
        const sql = `SELECT 1 FROM "${name}" t WHERE t::text ILIKE ANY ($1)`;
        const personal = [who.email.split('@')[0], who.login, who.name].map((text) => `%${text}%`);
        if ((await rows(server, sql, [personal])).length > 0) found.push(name);
      }
      return found;
    };
    expect(await mentions()).toEqual(
      expect.arrayContaining(['account', 'account_identifier', 'outbox_message']),
    );
    await remove(who.id);
    expect(await mentions()).toEqual([]);
    const sql = `SELECT action FROM audit_event WHERE target = $1 AND client_id = 'operator' ORDER BY id`;
    const events = await rows<{ action: string }>(server, sql, [`account:${who.id}`]);
    expect(events.at(-1)?.action).toBe('account.deleted');
  });

  // I3.5-04, I4.5-61
  it('an account: it is not found any more, and its addresses are free', async () => {
    const who = await person();
    await remove(who.id);
    const asked = { accountId: who.id };
    expectError(await partner.call('getaccount', asked), ERRORS.accountDoesNotExist, 'provgetaccount');
    expectError(await partner.call('deleteaccount', asked), ERRORS.accountDoesNotExist, 'provdeleteaccount');
    expectError(await partner.call('updateaccount', asked), ERRORS.accountDoesNotExist, 'provupdateaccount');
    for (const identifier of [who.email, who.login])
      expectError(await partner.call('search', { identifier }), ERRORS.identifierUnknown, 'provsearch');
    const successor = await partner.account(who.familyId, { Identifier: who.email, AccountType: '2' });
    expect(successor).not.toBe(who.id);
    expect((await partner.information(successor)).lastLoginDate).toBe('');
    expect((await byBearer(who)).status).toBe(401);
  });

  // I3.5-03
  it('an account in several families leaves them all', async () => {
    const families = [await partner.family(), await partner.family(), await partner.family()];
    const account = await partner.account(families[0], { AccountType: '2' });
    for (const familyId of families.slice(1))
      await partner.result('addaccount2family', { accountId: account, familyId });
    await remove(account);
    for (const familyId of families) expect(await partner.result('deletefamily', { familyId })).toBe('true');
  });

  it('a pending account: its invitation and its message', async () => {
    const account = await partner.account(await partner.family());
    expect(await hanging(account)).toMatchObject({ invitation: 1, outbox_message: 1 });
    await remove(account);
    expect(await hanging(account)).toMatchObject({ invitation: 0, outbox_message: 0 });
  });

  it('another account loses nothing', async () => {
    const [who, other] = [await person(), await person()];
    const before = await hanging(other.id);
    await remove(who.id);
    expect(await hanging(other.id)).toEqual(before);
    expect((await byBearer(other)).status).toBe(200);
    expect(await other.session.status()).toBe(200);
  });

  it('a family: an invitation that named it still works for the account', async () => {
    const familyId = await partner.family();
    const account = await partner.account(familyId);
    await partner.result('removeaccount2family', { accountId: account, familyId });
    await partner.result('deletefamily', { familyId });
    expect(await hanging(account)).toMatchObject({ invitation: 1, outbox_message: 1, family_member: 0 });
    expect((await partner.information(account)).families).toEqual([]);
    const sql = 'SELECT action FROM audit_event WHERE target = $1 ORDER BY id';
    const events = await rows<{ action: string }>(server, sql, [`family:${familyId}`]);
    expect(events.map(({ action }) => action)).toEqual(['family.created', 'family.deleted']);
  });
});
