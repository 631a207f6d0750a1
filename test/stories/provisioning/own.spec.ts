import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { argsOf } from '../../../src/platform/operations/args.js';
import { CallRegistry } from '../../../src/platform/http/call-registry.js';
import type { Answer } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { census } from '../../support/census.js';
import { clientRowId, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { NO_SUCH, Partner, type Fields } from '../../support/partner.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('client that is limited to its own records (D158)', () => {
  let server: TestServer;
  let all: Partner;
  let own: Partner;
  let other: Partner;
  let mine: { familyId: string; accountId: string };
  beforeAll(async () => {
    server = await startApp();
    all = new Partner(server);
    own = await newPartner(server, 'own-partner', { provisions: 'own' });
    other = await newPartner(server, 'other-partner', { provisions: 'own' });
    const familyId = await own.family();
    mine = { familyId, accountId: await own.account(familyId) };
  });
  afterAll(() => server.close());

  /** Without what distinguishes ids. */
  const shape = ({ status, body, headers }: Answer, ids: Fields): unknown => [
    status,
    Object.values(ids).reduce((text, id) => text.replaceAll(`"${id}"`, '"ID"'), JSON.stringify(body)),
    [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  ];

  it('provisions what it created, as the interface says', async () => {
    const { familyId, accountId } = mine;
    const login = { Type: 'login', Identifier: 'own.login' };
    expect(await own.result('updatefamily', { familyId, Premium_Type: '1' })).toBe(familyId);
    expect(await own.result('updateaccount', { accountId, UserName: 'Lu', AccountType: '1', ...login })).toBe(
      accountId,
    );
    expect(await own.result('search', { login: 'own.login' })).toBe(accountId);
    const second = await own.family();
    expect(await own.result('addaccount2family', { accountId, familyId: second })).toBe('true');
    expect((await own.information(accountId)).families.map((family) => family.familyId)).toEqual([
      familyId,
      second,
    ]);
    expect(await own.result('removeaccount2family', { accountId, familyId: second })).toBe('true');
    expect(await own.result('deletefamily', { familyId: second })).toBe('true');
    const made = await own.result('createaccount', { ...own.newAccount(), FamilyName: 'By the way' });
    const [{ familyId: third }] = (await own.information(made)).families;
    expect(await own.result('deleteaccount', { accountId: made })).toBe('true');
    expect(await own.result('deletefamily', { familyId: third })).toBe('true');
  });

  describe('treats everything else as missing', () => {
    /** For each parameter that names a family or an account, one that is the client's own. */
    const complete = (operation: string, takes: readonly string[]): Fields => ({
      ...(takes.includes('familyId') && { familyId: mine.familyId }),
      ...(takes.includes('accountId') && { accountId: mine.accountId }),
      ...(operation === 'createaccount' && own.newAccount()),
      ...(operation === 'updateaccount' && { UserName: 'Eve', AccountType: '1' }),
    });

    it.each(['familyId', 'accountId'])(
      'by %s: every call with one answers as for an unknown one',
      async (name) => {
        const family = await all.family();
        const byOther = await other.family();
        const strangers =
          name === 'familyId'
            ? [
                family,
                byOther,
                (await all.information(await all.result('search', { email: ANNA.email }))).families[0]
                  .familyId,
              ]
            : [
                await all.account(family),
                await other.account(byOther),
                await all.result('search', { email: ANNA.email }),
              ];
        const calls = server
          .get(CallRegistry)
          .operations.filter(({ name: call }) => call.startsWith('prov'))
          .map((operation) => ({
            operation: operation.name.slice('prov'.length),
            takes: operation.args ? argsOf(operation.args).map(({ wireName }) => wireName) : [],
          }))
          .filter(({ takes }) => takes.includes(name));
        expect(calls.length).toBe(name === 'familyId' ? 8 : 5);
        for (const { operation, takes } of calls) {
          const fields = complete(operation, takes);
          const before = await census(server);
          const none = { ...fields, [name]: NO_SUCH };
          const trail = new AuditTrail(server);
          let expected: unknown;
          const nothing = await trail.of(async () => {
            expected = shape(await own.call(operation, none), none);
          });
          for (const stranger of strangers) {
            const asked = { ...fields, [name]: stranger };
            const noted = await trail.of(async () => {
              expect([operation, shape(await own.call(operation, asked), asked)]).toEqual([
                operation,
                expected,
              ]);
            });
            expect(noted).toEqual(nothing);
          }
          expect(await census(server)).toEqual(before);
        }
      },
    );

    it('by search', async () => {
      const foreign = other.email();
      await other.account(await other.family(), { Identifier: foreign });
      const nobody = await own.call('search', { email: 'nobody@nowhere.example' });
      const searches: Fields[] = [
        { email: ANNA.email },
        { identifier: ANNA.login },
        { MSISDN: ANNA.msisdn },
        { email: foreign },
      ];
      for (const asked of searches) {
        const answer = await own.call('search', asked);
        expectError(answer, ERRORS.identifierUnknown, 'provsearch');
        expect(shape(answer, {})).toEqual(shape(nobody, {}));
      }
    });

    it('createaccount with a taken identifier is still error 2, and updateaccount too', async () => {
      const newcomer = { ...own.newAccount(), familyId: mine.familyId, Identifier: ANNA.email };
      expectError(
        await own.call('createaccount', newcomer),
        ERRORS.accountAlreadyExists,
        'provcreateaccount',
      );
      const added = { accountId: mine.accountId, Type: 'Email', Identifier: ANNA.email };
      expectError(await own.call('updateaccount', added), ERRORS.accountAlreadyExists, 'provupdateaccount');
    });

    it('other families of its own account: not seen, not counted, not changed', async () => {
      const familyId = await own.family();
      const accountId = await own.account(familyId);
      const foreign = await all.family();
      await all.result('addaccount2family', { accountId, familyId: foreign });
      expect((await own.information(accountId)).families.map((family) => family.familyId)).toEqual([
        familyId,
      ]);
      expect((await all.information(accountId)).families).toHaveLength(2);
      expect(await own.result('updateaccount', { accountId, AccountType: '1' })).toBe(accountId); // its only one (D15)
      const sql =
        'SELECT family_id::text AS id, member_type AS type FROM family_member WHERE account_id = $1 ORDER BY 2';
      expect(await rows(server, sql, [accountId])).toEqual([
        { id: foreign, type: 0 },
        { id: familyId, type: 1 },
      ]);
    });
  });

  it('a client that may provision all finds what others created', async () => {
    expect((await all.information(mine.accountId)).accountId).toBe(mine.accountId);
    expect(await all.result('updatefamily', { familyId: mine.familyId, FamilyName: 'Seen' })).toBe(
      mine.familyId,
    );
  });

  it('records that it created while it could provision all are its own later; earlier ones are nobody’s', async () => {
    const partner = await newPartner(server, 'later');
    const familyId = await partner.family();
    await rows(server, `INSERT INTO family (name, created_at) VALUES ('Before', now())`);
    const [{ id: before }] = await rows<{ id: string }>(
      server,
      `SELECT id::text FROM family WHERE name = 'Before'`,
    );
    expect((await partner.call('updatefamily', { familyId: before })).status).toBe(200);
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    const change = { body: { provisions: 'own' }, ifMatch: '*' };
    expect((await admin.send('PATCH', '/clients/later', change)).status).toBe(200);
    expect((await partner.call('updatefamily', { familyId })).status).toBe(200);
    expectError(
      await partner.call('updatefamily', { familyId: before }),
      ERRORS.familyIdDoesNotExist,
      'provupdatefamily',
    );
  });

  it('a deleted client leaves its records without an owner', async () => {
    const partner = await newPartner(server, 'leaving', { provisions: 'own' });
    const accountId = await partner.account(await partner.family());
    await rows(server, 'DELETE FROM client WHERE id = $1', [await clientRowId(server, 'leaving')]);
    expect(await rows(server, 'SELECT created_by FROM account WHERE id = $1', [accountId])).toEqual([
      { created_by: null },
    ]);
  });

  // I4.5-71
  it.each([
    ['interface', undefined, 'all'],
    ['strict', undefined, 'own'],
    ['interface', 'own', 'own'],
    ['strict', 'all', 'all'],
  ] as const)('profile %s with provisions %s: %s', async (profile, provisions, reached) => {
    const partner = await newPartner(server, `${profile}-${provisions}`, { profile, provisions });
    const { status } = await partner.call('getaccount', { accountId: mine.accountId });
    expect(status).toBe(reached === 'all' ? 200 : 507);
  });
});
