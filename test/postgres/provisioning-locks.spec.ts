import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import { Database } from '../../src/platform/database/database.js';
import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { TokenRevoker } from '../../src/oauth/tokens/token-revoker.js';
import type { Answer } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { CookieBrowser } from '../support/authorization.js';
import { clientRowId, count, rows } from '../support/database-rows.js';
import { CLIENTS } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { heldUp } from '../support/held-up.js';
import { linkOf, provision } from '../support/invitations.js';
import { Partner } from '../support/partner.js';
import { acceptAs, decide, signInFor } from '../support/proposals.js';
import { ERRORS, expectError } from '../support/provisioning-errors.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { untilWaiting } from '../support/waiting.js';

/** The embedded database has one session: waits only show here. */
describe('locks on accounts and grants', () => {
  let server: TestServer;
  let partner: Partner;
  let holder: QueryRunner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    holder = server.get(Database).dataSource.createQueryRunner();
  });

  /** Acts while another transaction has done this and not committed yet. */
  async function during<T>(held: [sql: string, values: unknown[]], work: (() => Promise<T>)[]): Promise<T[]> {
    await holder.connect();
    try {
      await holder.startTransaction();
      await holder.query(...held);
      const done: Promise<T>[] = [];
      for (const each of work) {
        done.push(each());
        await untilWaiting(server, done.length);
      }
      const answers = Promise.all(done);
      await holder.commitTransaction();
      return await answers;
    } finally {
      await holder.release();
    }
  }

  it('disabling an account and ending all its grants: both complete, in any row order', async () => {
    const { id } = await newMember(server);
    const client = await clientRowId(server, CLIENTS.app.id);
    const insert = `INSERT INTO token_grant (id, client_id, account_id, token_type, created_at, ends_at)
      OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, 'bearer', now(), now() + interval '1 year')`;
    for (const grant of ['900003', '900002', '900001']) await rows(server, insert, [grant, client, id]); // in row order
    const database = server.get(Database);
    const revoker = server.get(TokenRevoker);
    await during<unknown>(
      ['SELECT FROM token_grant WHERE id = 900002 FOR UPDATE', []],
      [
        () => server.get(AccountService).disable(id),
        () => database.transaction((tx) => revoker.endAllGrants(tx, id)),
      ],
    );
    expect(await count(server, 'token_grant', `account_id = ${id} AND revoked_at IS NULL`)).toBe(0);
    expect(await count(server, 'audit_event', `action = 'token.revoked' AND account_id = ${id}`)).toBe(3);
  });

  it.each<[string, (accountId: string, familyId: string) => Promise<Answer>]>([
    ['deleteaccount', (accountId) => partner.call('deleteaccount', { accountId })],
    ['updateaccount', (accountId) => partner.call('updateaccount', { accountId, UserName: 'Eve' })],
    [
      'addaccount2family',
      (accountId, familyId) => partner.call('addaccount2family', { accountId, familyId }),
    ],
    [
      'removeaccount2family',
      (accountId, familyId) => partner.call('removeaccount2family', { accountId, familyId }),
    ],
  ])('a role given at that moment: %s waits, and is refused', async (operation, call) => {
    const familyId = await partner.family();
    const { id } = await newMember(server);
    const [answer] = await during(
      [`UPDATE account SET role = 'support' WHERE id = $1`, [id]],
      [() => call(id, familyId)],
    );
    expectError(answer, ERRORS.insufficientRights, `prov${operation}`);
    expect(await count(server, 'account', `id = ${id} AND name = 'Mia'`)).toBe(1);
    expect(await count(server, 'family_member', `account_id = ${id} AND family_id = ${familyId}`)).toBe(0);
  });

  it('a password set at that moment: the added identifier waits for its owner', async () => {
    const accountId = await partner.account(await partner.family());
    const fields = { accountId, Type: 'login', Identifier: `late.${accountId}` };
    const [answer] = await during(
      [`UPDATE account SET password_hash = 'x', status = 'active' WHERE id = $1`, [accountId]],
      [() => partner.call('updateaccount', fields)],
    );
    expect(answer.status).toBe(200);
    expect(await count(server, 'account_identifier', `account_id = ${accountId}`)).toBe(1);
    expect(await count(server, 'invitation', `account_id = ${accountId} AND kind = 'confirmation'`)).toBe(1);
  });

  it('a family deleted while an account joins it: one after the other', async () => {
    for (let round = 0; round < 10; round++) {
      const familyId = await partner.family();
      const member = await newMember(server);
      const asked = { familyId, Type: 'Email', Identifier: member.email };
      await partner.result('addaccount2family', asked);
      await server.get(LateLinks).settled();
      const path = await linkOf(server, member.id);
      const browser = new CookieBrowser(server);
      await signInFor(browser, path, member);
      const [joined, deleted] = await heldUp<{ status: number }>(server, 'invitation', [
        () => decide(browser, path),
        () => partner.call('deletefamily', { familyId }),
      ]);
      expect(['200 409', '410 200']).toContain(`${joined.status} ${deleted.status}`);
    }
  });

  it('an administrator, provisioning and the account itself change one membership: nobody waits for ever', async () => {
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    for (let round = 0; round < 10; round++) {
      const familyId = await partner.family();
      const member = await newMember(server);
      const Identifier = `crossing-${round}-${member.id}@own.example`;
      await provision(server, 'updateaccount', { accountId: member.id, Type: 'Email', Identifier });
      const path = await linkOf(server, member.id);
      const ids = { accountId: member.id, familyId };
      const members = `/families/${familyId}/members/${member.id}`;
      const [accepted, put, ...answers] = await Promise.all([
        acceptAs(server, path, member),
        admin.send('PUT', members, { body: { accountType: 0 } }),
        partner.call('addaccount2family', ids),
        partner.call('removeaccount2family', ids),
        partner.call('deleteaccount', { accountId: member.id }),
      ]);
      expect([200, 303, 404, 410]).toContain(accepted.status);
      expect([200, 204, 404]).toContain(put.status);
      expect(answers.filter(({ status }) => ![200, 507].includes(status))).toEqual([]);
    }
  });
});
