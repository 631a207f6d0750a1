import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Body } from '../support/a01.js';
import { Workplace } from '../support/server-process.js';

const SECRET = 'brought-along-secret';
const PASSWORD = 'summer-orchard-9';
const account = { name: 'Anna', identifiers: [{ type: 'Email', value: 'anna@family.example' }] };
const client = {
  clientId: 'app',
  clientSecret: SECRET,
  name: 'App',
  ruleset: 'WEB',
  clientType: 'Confidential',
  isOAuth2PasswordBasedAuthorized: true,
};
const family = { name: 'The Ks' };
const member = { identifier: 'anna@family.example', accountType: 0 };

describe('an operator sets the server up by BOOTSTRAP_FILE', () => {
  const place = new Workplace();
  const file = place.path('bootstrap.json');
  const env = { BOOTSTRAP_FILE: file };
  afterAll(() => place.close());

  function write(document: unknown): void {
    writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  }

  const tokens = async (url: string, password = PASSWORD, secret = SECRET) => {
    const answer = await fetch(`${url}/token`, {
      method: 'POST',
      headers: basic({ id: 'app', secret }),
      body: new URLSearchParams({ grant_type: 'password', username: 'anna@family.example', password }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  const accountOf = async (url: string, token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await (await fetch(`${url}/api/acc/getloggedaccount`, { headers })).json()) as Body;
  };

  it('it creates what is not there; applied again, also changed, it leaves what is', async () => {
    const document = {
      rulesets: [{ name: 'KIOSK', rules: ['acc*', '!accgetloggedaccount', 'oauth2token'] }],
      clients: [client, { ...client, clientId: 'kiosk', ruleset: 'KIOSK', clientSecret: 'k'.repeat(43) }],
      accounts: [{ ...account, password: PASSWORD }],
      families: [{ ...family, premiumType: 1, members: [{ ...member, accountType: 3 }] }],
    };
    write(document);
    const first = await place.start(env);
    await first.announced();
    expect(first.output).toBe(`Hearth is running at ${first.url}\n`); // no demo data beside it
    const { body } = await tokens(first.url);
    const before = await accountOf(first.url, body.access_token);
    expect(before.a01.r.r).toMatchObject({
      name: 'Anna',
      families: [{ familyName: 'The Ks', premiumType: '1' }],
    });
    expect(await first.stop()).toBe(0);

    write({
      ...document,
      clients: [{ ...client, name: 'Renamed', clientSecret: 'another-secret-of-it' }],
      accounts: [{ ...account, name: 'Renamed', password: 'another-password-1' }],
      families: [{ ...family, premiumType: 2, members: [] }],
    });
    const second = await place.start(env);
    expect((await tokens(second.url, 'another-password-1')).status).toBe(400);
    expect((await tokens(second.url, PASSWORD, 'another-secret-of-it')).status).toBe(401);
    const again = await accountOf(second.url, (await tokens(second.url)).body.access_token);
    expect(again.a01.r.r).toMatchObject({
      ...(before.a01.r.r as object),
      lastLoginDate: expect.any(String) as unknown,
    });
    expect(await second.stop()).toBe(0);
  }, 60_000);

  describe('a wrong file ends the start with code 1 and names the path of the wrong value', () => {
    beforeAll(async () => {
      write({});
      await (await place.start(env)).stop(); // so that the database is there
    });

    it.each<[path: string, document: unknown]>([
      ['bootstrap.json', '{ "clients": ['],
      ['clients must be array', { clients: {} }],
      ['client"', { client: [] }],
      ['clients[1]', { clients: [client, { clientId: 'b' }] }],
      ['clients[0].clientType', { clients: [{ ...client, clientType: 'Secret' }] }],
      ['clients[0].clientSecret', { clients: [{ ...client, clientSecret: 'short' }] }],
      ['clients[0].clientId', { clients: [{ ...client, clientId: 'a:b' }] }],
      ['clients[0].ruleset', { clients: [{ ...client, clientId: 'new', ruleset: 'NO_SUCH' }] }],
      ['clients[0].redirectUrls[1]', { clients: [{ ...client, redirectUrls: ['https://a.example', '/b'] }] }],
      ['clients[0].accessTokenTtl', { clients: [{ ...client, accessTokenTtl: -1 }] }],
      ['rulesets[0].rules[1]', { rulesets: [{ name: 'X', rules: ['acc*', 'no spaces'] }] }],
      ['accounts[0].identifiers', { accounts: [{ name: 'Nobody', identifiers: [] }] }],
      [
        'accounts[0].identifiers[0].value',
        { accounts: [{ name: 'B', identifiers: [{ type: 'Email', value: 'b' }] }] },
      ],
      ['accounts[0].password', { accounts: [{ ...account, password: 'password' }] }],
      ['accounts[0].passwordHash', { accounts: [{ ...account, passwordHash: 'plain' }] }],
      ['accounts[0].countryCode', { accounts: [{ ...account, countryCode: 'XX' }] }],
      ['accounts[0].locale', { accounts: [{ ...account, locale: 'xx' }] }],
      [
        'families[0].members[0].identifier',
        { families: [{ name: 'F1', members: [{ identifier: 'nobody@x.example', accountType: 0 }] }] },
      ],
      [
        'families[0].members[0].accountType',
        { families: [{ name: 'F2', members: [{ ...member, accountType: 4 }] }] },
      ],
      [
        'families[0].members[1]',
        {
          accounts: [{ name: 'B', identifiers: [{ type: 'Login', value: 'bbb' }] }],
          families: [
            {
              name: 'two founders',
              members: [
                { ...member, accountType: 2 },
                { identifier: 'bbb', accountType: 3 },
              ],
            },
          ],
        },
      ],
      ['families[0].members[1]', { families: [{ name: 'twice the same', members: [member, member] }] }],
      [
        'accounts[0].identifiers[1]',
        {
          accounts: [
            {
              name: 'C',
              identifiers: [
                { type: 'Email', value: 'c@family.example' },
                { type: 'Email', value: 'C@family.example' },
              ],
            },
          ],
        },
      ],
    ])('%s: %j', async (path, document) => {
      write(document);
      const { code, message } = await place.failure(env);
      expect(message).toContain(path);
      expect(message).toMatch(/^Hearth cannot start\. /);
      expect(message).not.toMatch(/\n\s+at |node_modules|QueryFailedError/); // no stack
      expect(code).toBe(1);
    });

    it('several wrong values are told at once', async () => {
      write({
        clients: [{ ...client, clientType: 'x', profile: 'y' }],
        accounts: [{ ...account, locale: 'xyz' }],
      });
      const { message } = await place.failure(env);
      for (const path of ['clients[0].clientType', 'clients[0].profile', 'accounts[0].locale'])
        expect(message).toContain(path);
    });
  });
});
