import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { census } from '../../support/census.js';
import { rows } from '../../support/database-rows.js';
import { NO_SUCH, Partner, type Fields } from '../../support/partner.js';
import { picture } from '../../support/pictures.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const WRITING = [
  'createfamily',
  'updatefamily',
  'deletefamily',
  'createaccount',
  'updateaccount',
  'addaccount2family',
  'removeaccount2family',
  'deleteaccount',
];

describe('failed call changes nothing (§7.2, D11)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    await rows(
      server,
      `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full of secrets'; END $$`,
    );
  });
  afterEach(async () => {
    for (const table of ['audit_event', 'outbox_message', 'picture', 'invitation'])
      await rows(server, `DROP TRIGGER IF EXISTS broken ON ${table}`);
  });
  afterAll(async () => {
    await rows(server, 'DROP FUNCTION broken');
    await server.close();
  });

  /** From now on a write to this table fails. */
  const breakTable = (table: string) =>
    rows(server, `CREATE TRIGGER broken BEFORE INSERT ON ${table} EXECUTE FUNCTION broken()`);
  const snapshot = async (familyId: string, accountId: string) => ({
    counts: await census(server),
    information: await partner.information(accountId),
    family: await rows(server, 'SELECT * FROM family WHERE id = $1', [familyId]),
    members: await rows(server, 'SELECT * FROM family_member ORDER BY family_id, account_id'),
    account: await rows(server, 'SELECT * FROM account WHERE id = $1', [accountId]),
  });
  const expectUnattended = (answer: Awaited<ReturnType<Partner['call']>>, cn: string) => {
    expectError(answer, ERRORS.unattended, cn);
    const id = answer.headers.get('x-request-id') as string;
    expect(answer.body.a01.ex.message).toContain(id);
    expect(JSON.stringify(answer.body)).not.toMatch(/secrets|trigger|audit_event|\bat /);
    const line = server.log.find((text) => text.includes('unforeseen error') && text.includes(id));
    expect(line).toContain('disk full of secrets'); // the operator finds the cause by the id
  };

  // I7.2-05, I4.5-74
  it.each(WRITING)('%s whose last write fails: AFizApiUnattendedException 21, 500', async (operation) => {
    const [familyId, other] = [await partner.family(), await partner.family()];
    const accountId = await partner.account(familyId);
    const joined = { accountId, familyId: operation === 'addaccount2family' ? other : familyId };
    const given: Record<string, Fields> = {
      createfamily: { FamilyName: 'Half' },
      updatefamily: { familyId, FamilyName: 'Half', Task_Service: 'false' },
      deletefamily: { familyId: other },
      createaccount: { ...partner.newAccount(), FamilyName: 'Half' },
      updateaccount: { accountId, UserName: 'Half', AccountType: '1', Type: 'login', Identifier: 'half' },
      addaccount2family: joined,
      removeaccount2family: joined,
      deleteaccount: { accountId },
    };
    const before = await snapshot(familyId, accountId);
    await breakTable('audit_event');
    expectUnattended(await partner.call(operation, given[operation]), `prov${operation}`);
    expect(await snapshot(familyId, accountId)).toEqual(before);
  });

  it.each(['outbox_message', 'invitation'])(
    'createaccount whose %s cannot be written leaves nothing',
    async (table) => {
      const before = await census(server);
      await breakTable(table);
      const fields = { ...partner.newAccount(), FamilyName: 'Half' };
      expectUnattended(await partner.call('createaccount', fields), 'provcreateaccount');
      expect(await census(server)).toEqual(before);
      await rows(server, `DROP TRIGGER broken ON ${table}`);
      await partner.result('createaccount', fields); // the e-mail address is not taken
    },
  );

  it('createfamily and updatefamily whose picture cannot be written leave nothing', async () => {
    const familyId = await partner.family();
    const accountId = await partner.account(familyId);
    const before = await snapshot(familyId, accountId);
    await breakTable('picture');
    const upload = { content: await picture('png') };
    const created = await partner.upload('createfamily', { FamilyName: 'Half' }, upload);
    expectUnattended(created, 'provcreatefamily');
    const updated = await partner.upload('updatefamily', { familyId, FamilyName: 'Half' }, upload);
    expectUnattended(updated, 'provupdatefamily');
    expect(await snapshot(familyId, accountId)).toEqual(before);
  });

  it.each<[what: string, fields: Fields, error: keyof typeof ERRORS]>([
    ['a taken e-mail address', { Identifier: 'taken@partner.example' }, 'accountAlreadyExists'],
    ['a malformed e-mail address', { Identifier: 'malformed' }, 'emailInvalid'],
    ['a malformed phone number', { Type: 'phone', Identifier: '12' }, 'msisdnInvalid'],
    ['a malformed login', { Type: 'login', Identifier: 'a@b' }, 'identifierInvalid'],
    ['a malformed country', { UserCountryCode: 'XX' }, 'invalidParameter'],
  ])('createaccount with FamilyName and %s leaves no family behind (D18)', async (_what, fields, error) => {
    const taken = { ...partner.newAccount(), Identifier: 'taken@partner.example', FamilyName: 'First' };
    await partner.call('createaccount', taken);
    const before = await census(server);
    const answer = await partner.call('createaccount', {
      ...partner.newAccount(),
      FamilyName: 'Left',
      ...fields,
    });
    expectError(answer, ERRORS[error], 'provcreateaccount');
    expect(await census(server)).toEqual(before);
  });

  it('updateaccount with one error changes none of the other fields', async () => {
    const familyId = await partner.family();
    const accountId = await partner.account(familyId);
    await partner.account(familyId, { AccountType: '2' });
    const before = await snapshot(familyId, accountId);
    const change = { accountId, UserName: 'Half', Locale: 'fr', Type: 'login', Identifier: 'half.done' };
    const second = await partner.call('updateaccount', { ...change, AccountType: '2' });
    expectError(second, ERRORS.founderAlreadyExists, 'provupdateaccount');
    const unknown = await partner.call('updateaccount', { ...change, familyId: NO_SUCH });
    expectError(unknown, ERRORS.familyIdDoesNotExist, 'provupdateaccount');
    expect(await snapshot(familyId, accountId)).toEqual(before);
  });

  it('no message waits for an account that was not created: the outbox has one per created account', async () => {
    const { outbox_message: before } = await census(server);
    const familyId = await partner.family();
    await Promise.all([partner.account(familyId), partner.account(familyId), partner.account(familyId)]);
    expect((await census(server)).outbox_message).toBe(before + 3);
  });
});
