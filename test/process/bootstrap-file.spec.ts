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
  clientType: 'confidential',
  isPrivileged: true,
};
const family = { name: 'The Ks' };
const member = { identifier: 'anna@family.example', accountType: 0 };

describe('operator sets the server up by BOOTSTRAP_FILE', () => {
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

  it('it creates what is missing; applied again, even changed, it leaves what exists', async () => {
    const document = {
      rulesets: [{ name: 'KIOSK', rules: ['acc*', '!accgetloggedaccount', 'oauth2token'] }],
      clients: [client, { ...client, clientId: 'kiosk', ruleset: 'KIOSK', clientSecret: 'k'.repeat(43) }],
      accounts: [{ ...account, password: PASSWORD }],
      families: [{ ...family, premiumType: 1, members: [{ ...member, accountType: 3 }] }],
    };
    write(document);
    const first = await place.start(env);
    await first.announced();
    // No demo data beside it, and so no administrator.
    expect(first.output).toMatch(
      /^Hearth is running at \S+\n\nThere is no administrator yet\. .*\n\n {2}Page .*\n {2}Command .*\n {2}Setup code {3}[\w-]{43}\n\n$/,
    );
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
  });

  describe('wrong file ends the start with code 1 and names the path of the wrong value', () => {
    beforeAll(async () => {
      write({});
      await (await place.start(env)).stop(); // so that the database is there
    });

    const people = { name: 'B', identifiers: [{ type: 'Login', value: 'bbb' }] };
    const founders = [
      { ...member, accountType: 2 },
      { identifier: 'bbb', accountType: 3 },
    ];
    const twice = ['c@family.example', 'C@family.example'].map((value) => ({ type: 'Email', value }));

    it.each<[what: string, paths: string[], document: unknown]>([
      ['no JSON', ['BOOTSTRAP_FILE', 'JSON'], '{ "clients": ['],
      [
        'a wrong shape',
        ['clients must be an array', 'client is not known here'],
        { clients: {}, client: [] },
      ],
      [
        'wrong fields',
        [
          'clients[0].name',
          'clients[1].clientType',
          'clients[1].profile',
          'clients[2].clientSecret',
          'clients[2].clientId',
          'clients[3].accessLifetimeSeconds',
          'rulesets[0].rules has a rule that is not a call name, prefix* or !rule: "no spaces"',
          'accounts[0].identifiers',
          'families[0].members[0].accountType',
        ],
        {
          clients: [
            { clientId: 'b' },
            { ...client, clientType: 'Secret', profile: 'lax' },
            { ...client, clientSecret: 'short', clientId: 'a:b' },
            { ...client, accessLifetimeSeconds: -1 },
          ],
          rulesets: [{ name: 'X', rules: ['acc*', 'no spaces'] }],
          accounts: [{ name: 'Nobody', identifiers: [] }],
          families: [{ ...family, members: [{ ...member, accountType: 4 }] }],
        },
      ],
      [
        'wrong values',
        [
          'clients[0].redirectUrls "/b" (line 2) must be an absolute URL',
          'accounts[0].identifiers[0].value',
          'accounts[1].password',
          'accounts[1].countryCode',
          'accounts[1].locale',
          'accounts[2].passwordHash',
        ],
        {
          clients: [{ ...client, redirectUrls: ['https://a.example', '/b'] }],
          accounts: [
            { name: 'B', identifiers: [{ type: 'Email', value: 'b' }] },
            { ...account, password: 'password', countryCode: 'XX', locale: 'xx' },
            { ...account, passwordHash: 'plain' },
          ],
        },
      ],
      [
        'wrong keys',
        [
          'clients[0].jwks.keys[0] must have the kty',
          'clients[0].jwksUrl must be an https URL',
          'clients[0].jwksUrl must be empty if jwks is set',
          'clients[0].assertionIssuer must be',
          'clients[0].serverNetworks "2001:DB8::/32" (line 2) must be written 2001:db8::/32',
          'clients[1].isPrivileged must be on',
          'accounts[0].identifiers[0].issuer is for an ExternalId only',
          'accounts[0].identifiers[2].value stands already at accounts[0].identifiers[1].value',
        ],
        {
          clients: [
            {
              ...client,
              isPrivileged: true,
              jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] },
              jwksUrl: 'http://idp.example/',
              assertionIssuer: 'two words',
              serverNetworks: ['203.0.113.7', '2001:DB8::/32'],
            },
            {
              ...client,
              clientId: 'other',
              isPrivileged: false,
              jwksUrl: 'https://idp.example/',
            },
          ],
          accounts: [
            {
              name: 'D',
              identifiers: [
                { type: 'Login', value: 'ddd', issuer: 'x' },
                { type: 'ExternalId', value: '1', issuer: 'x' },
                { type: 'ExternalId', value: '1', issuer: 'x' },
                { type: 'ExternalId', value: '1', issuer: 'y' },
              ],
            },
          ],
        },
      ],
      [
        'a ruleset that does not exist',
        ['clients[0].ruleset'],
        { clients: [{ ...client, clientId: 'new', ruleset: 'NO_SUCH' }] },
      ],
      [
        'a member that does not exist',
        ['families[0].members[0].identifier'],
        { families: [{ name: 'F1', members: [{ ...member, identifier: 'nobody@x.example' }] }] },
      ],
      [
        'two founders',
        ['families[0].members[1]'],
        { accounts: [people], families: [{ name: 'F2', members: founders }] },
      ],
      [
        'a member twice',
        ['families[0].members[1]'],
        { accounts: [account], families: [{ name: 'F3', members: [member, member] }] },
      ],
      [
        'an identifier twice',
        ['accounts[0].identifiers[1]'],
        { accounts: [{ name: 'C', identifiers: twice }] },
      ],
    ])('%s: %j', async (_what, paths, document) => {
      write(document);
      const { code, message } = await place.failure(env);
      for (const path of paths) expect(message).toContain(path);
      expect(message).toMatch(/^Hearth cannot start\. /);
      expect(message).not.toMatch(/\n\s+at |node_modules|QueryFailedError/); // no stack
      expect(code).toBe(1);
    });
  });
});
