import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBootstrapFile } from '../../src/provisioning/bootstrap/read-bootstrap.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { bearer, call, loggedAccount, tokensFor } from '../support/a01.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

interface Identifier {
  readonly id: string;
  readonly type: string;
  readonly value: string;
  readonly validated: string;
}

interface Family {
  readonly familyId: string;
  readonly familyName: string;
  readonly premiumType: string;
}

interface Information {
  readonly accountId: string;
  readonly identifiers: Identifier[];
  readonly name: string;
  readonly lastLoginDate: string;
  readonly families: Family[];
}

const CARLA = { email: 'carla@family.example', password: 'autumn-meadow-3' };
const LONG = expect.stringMatching(/^[1-9]\d{0,18}$/);

describe('account information (§2.2, §2.5, §2.6, §2.7, D33)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
    await server.get(Bootstrap).apply({
      accounts: [
        {
          name: 'Carla',
          identifiers: [
            { type: 'Email', value: CARLA.email },
            { type: 'ExternalId', value: 'ext-77' },
            { type: 'SOMETHING_ELSE', value: 'badge 9' },
          ],
          password: CARLA.password,
        },
      ],
      families: [
        { name: 'Free', premiumType: 0, members: [{ identifier: CARLA.email, accountType: 0 }] },
        { name: 'Premium', premiumType: 1, members: [{ identifier: CARLA.email, accountType: 1 }] },
        { name: 'Plus', premiumType: 2, members: [{ identifier: CARLA.email, accountType: 3 }] },
        { name: 'Usual', members: [{ identifier: CARLA.email, accountType: 2 }] },
      ],
    });
  });
  afterAll(() => server.close());

  const informationOf = async (who: { email: string; password: string }): Promise<Information> => {
    const { access_token: token } = await tokensFor(server, who);
    return (await loggedAccount(server, bearer(token))).body.a01.r.r;
  };

  // I2.1-05, I2.6-01, I2.6-07
  it('has the fields of §2.6 and no others, every value a string', async () => {
    const information = await informationOf(ANNA);
    expect(information).toEqual({
      accountId: LONG,
      identifiers: expect.any(Array),
      name: 'Anna K.',
      lastLoginDate: '2026-03-01T12:00:00.000Z',
      families: expect.any(Array),
    });
  });

  it('is equal through both bindings (§4.1, D1)', async () => {
    const headers = bearer((await tokensFor(server, ANNA)).access_token);
    const byPath = await loggedAccount(server, headers);
    const byName = await call(server, 'accgetloggedaccount', {}, headers);
    expect(byName.body).toEqual(byPath.body);
    expect(byName.body.a01.cn).toBe('accgetloggedaccount');
  });

  // I2.2-14, I2.2-15, I2.6-02
  it('has identifiers with type, value, validated as a string and a numeric id as a string (§2.2)', async () => {
    const { identifiers } = await informationOf(ANNA);
    expect(identifiers).toEqual([
      { id: LONG, type: 'Email', value: 'anna@family.example', validated: 'true' },
      { id: LONG, type: 'Msisdn', value: '+4915112345678', validated: 'false' },
      { id: LONG, type: 'Login', value: 'anna.k', validated: 'false' },
    ]);
    expect(new Set(identifiers.map(({ id }) => id)).size).toBe(3);
  });

  // I2.2-01
  it('knows the other types of identifiers (§2.2)', async () => {
    const { identifiers } = await informationOf(CARLA);
    expect(identifiers.map(({ type, value }) => [type, value])).toEqual([
      ['Email', 'carla@family.example'],
      ['ExternalId', 'ext-77'],
      ['SOMETHING_ELSE', 'badge 9'],
    ]);
  });

  // I2.5-01, I2.6-06
  it('has families with the fields of §2.5, the services by their defaults', async () => {
    const { families } = await informationOf(ANNA);
    const [{ familyId }] = families;
    expect(families).toEqual([
      {
        familyId: LONG,
        metaId: `family/${familyId}`,
        familyName: 'The Ks',
        pictureURIs: [],
        premiumType: '2',
        Calendar_Service: 'true',
        Location_Service: 'true',
        Autotracking_Service: 'false',
        Message_Service: 'true',
        Photo_Service: 'true',
        Video_Service: 'true',
        Audio_Service: 'true',
        Task_Service: 'true',
      },
    ]);
  });

  // I2.5-06, I2.7-01
  it('shows the premium types 0, 1 and 2, and 0 where none was given (§2.7)', async () => {
    const { families } = await informationOf(CARLA);
    expect(families.map(({ familyName, premiumType }) => [familyName, premiumType])).toEqual([
      ['Free', '0'],
      ['Premium', '1'],
      ['Plus', '2'],
      ['Usual', '0'],
    ]);
  });

  it('stays one account for every member of a family (§2.5)', async () => {
    const [anna, ben] = [await informationOf(ANNA), await informationOf(BEN)];
    expect(ben.families).toEqual(anna.families);
    expect(ben.accountId).not.toBe(anna.accountId);
  });

  // I2.6-04
  it('has the last sign-in as ISO 8601 in UTC with milliseconds (§2.6, D29)', async () => {
    server.clock.advance({ minutes: 5 });
    expect((await informationOf(BEN)).lastLoginDate).toBe('2026-03-01T12:05:00.000Z');
  });

  it.each([-1, 4, 1.5, '2'])(
    'refuses the AccountType %p in a bootstrap file, naming it (§2.7, D13)',
    async (type) => {
      const file = join(
        mkdtempSync(join(process.env.HEARTH_TEST_FOLDER as string, 'bootstrap-')),
        'bootstrap.json',
      );
      const families = [{ name: 'F', members: [{ identifier: BEN.email, accountType: type }] }];
      writeFileSync(file, JSON.stringify({ families }));
      await expect(readBootstrapFile(file)).rejects.toThrow(/families\[0\]\.members\[0\]\.accountType/);
    },
  );
});
