import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { argsOf } from '../../../src/platform/operations/args.js';
import type { Operation } from '../../../src/platform/operations/operation.js';
import { CallRegistry } from '../../../src/platform/http/call-registry.js';
import { newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { census } from '../../support/census.js';
import { rows } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { Partner, type Fields } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** Every call that could change an account, from the registry: a new one is tested automatically. */
describe('provisioning calls cannot change an account with a role (D156)', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    familyId = await partner.family();
  });
  afterAll(() => server.close());

  const named = ({ args }: Operation): string[] => (args ? argsOf(args).map(({ wireName }) => wireName) : []);
  const provisioning = (): Operation[] =>
    server.get(CallRegistry).operations.filter(({ name }) => name.startsWith('prov'));
  const changing = (): Operation[] =>
    provisioning().filter((operation) => operation.writes && named(operation).includes('accountId'));
  /** The parameters of an operation, each by itself and all at once. */
  const formsFor = (operation: Operation, accountId: string): Fields[] => {
    const possible: Fields = { UserName: 'Eve', UserCountryCode: 'FR', Locale: 'fr', AccountType: '1' };
    const takes = named(operation);
    const taken = Object.entries(possible).filter(([name]) => takes.includes(name));
    const ids = { accountId, ...(takes.includes('familyId') && { familyId }) };
    const added = ['Email', 'phone', 'login', 'ExternalId'].map((Type) => ({
      ...ids,
      Type,
      Identifier: Type === 'phone' ? '+4915112345699' : Type === 'Email' ? 'eve@evil.example' : 'evil',
    }));
    const addsToAccount = operation.name === 'provupdateaccount' ? added : [];
    return [ids, ...taken.map(([name, value]) => ({ ...ids, [name]: value })), ...addsToAccount];
  };
  const snapshot = async (accountId: string): Promise<unknown> => [
    await census(server),
    await rows(server, 'SELECT * FROM account WHERE id = $1', [accountId]),
    await rows(server, 'SELECT * FROM account_identifier WHERE account_id = $1 ORDER BY id', [accountId]),
    await rows(server, 'SELECT * FROM family_member WHERE account_id = $1', [accountId]),
  ];

  it('control: such calls exist', () => {
    expect(
      changing()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'provaddaccount2family',
      'provdeleteaccount',
      'provremoveaccount2family',
      'provupdateaccount',
    ]);
  });

  // I4.5-70
  it.each(['administrator', 'support'] as const)('%s: 509, audited, and nothing is changed', async (role) => {
    const { id } = await newAdmin(server, role);
    await rows(
      server,
      'INSERT INTO family_member (family_id, account_id, created_at) VALUES ($1, $2, now())',
      [familyId, id],
    );
    const before = await snapshot(id);
    for (const operation of changing())
      for (const form of formsFor(operation, id)) {
        const short = operation.name.slice('prov'.length);
        const found = await new AuditTrail(server).of(async () => {
          expectError(await partner.call(short, form), ERRORS.insufficientRights, operation.name);
        });
        expect(found).toEqual([
          {
            action: 'call.denied',
            outcome: 'refused',
            client: CLIENTS.provisioning.id,
            target: `account:${id}`,
            address: expect.any(String),
            details: {
              error: ERRORS.insufficientRights.name,
              why: 'a role',
              call: operation.name,
              count: 1,
            },
          },
        ]);
        expect(await snapshot(id)).toEqual(before);
      }
    expect((await partner.information(id)).families).toHaveLength(1); // reading answers as for anyone
  });

  it('its identifier counts as taken: createaccount answers error 2', async () => {
    const { email } = await newAdmin(server);
    const newcomer = { ...partner.newAccount(), familyId, Identifier: email };
    expectError(
      await partner.call('createaccount', newcomer),
      ERRORS.accountAlreadyExists,
      'provcreateaccount',
    );
  });

  it('its family stays an ordinary family: it can be changed, and others join and leave', async () => {
    const { id } = await newAdmin(server);
    const family = await partner.family();
    await rows(
      server,
      'INSERT INTO family_member (family_id, account_id, created_at) VALUES ($1, $2, now())',
      [family, id],
    );
    expect((await partner.call('updatefamily', { familyId: family, FamilyName: 'Renamed' })).status).toBe(
      200,
    );
    const other = await partner.account(family);
    await partner.result('removeaccount2family', { accountId: other, familyId: family });
    expectError(
      await partner.call('deletefamily', { familyId: family }),
      ERRORS.familyNotEmpty,
      'provdeletefamily',
    );
  });

  it('once the role is removed it is an ordinary account', async () => {
    const { id } = await newAdmin(server);
    await rows(server, 'UPDATE account SET role = NULL WHERE id = $1', [id]);
    expect(await partner.result('updateaccount', { accountId: id, UserName: 'Anybody' })).toBe(id);
    expect(await partner.result('deleteaccount', { accountId: id })).toBe('true');
  });
});
