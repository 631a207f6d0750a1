import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readBootstrapFile } from './read-bootstrap.js';

const SHOP = { clientId: 'shop', name: 'Shop', ruleset: 'WEB', clientType: 'public' };

describe('a bootstrap file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  const file = join(folder, 'bootstrap.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = async (document: unknown) => {
    writeFileSync(file, JSON.stringify(document));
    const warnings: string[] = [];
    const found = await readBootstrapFile(file, (text) => warnings.push(text.replace(`${file}: `, '')));
    return { found, warnings };
  };

  it('may be an export', async () => {
    const secrets = [{ scheme: 'sha256', verifier: 'a'.repeat(64), expiresAt: null }];
    const web = {
      ...SHOP,
      clientId: 'web',
      clientType: 'confidential',
      provisions: null,
      jwks: null,
      secrets,
    };
    const { found, warnings } = await read({ rulesets: [{ name: 'OURS', rules: ['acc*'] }], clients: [web] });
    expect([found.clients, warnings]).toEqual([[web], []]);
  });

  it('may begin with a byte order mark (row 30)', async () => {
    writeFileSync(file, `\ufeff${JSON.stringify({ clients: [SHOP] })}`);
    expect((await readBootstrapFile(file)).clients).toMatchObject([SHOP]);
  });

  it('is read by the names of before 0.2.0 too, with a warning for each', async () => {
    const old = {
      ...{ clientType: 'Public', isOAuth2PasswordBasedAuthorized: false, keepRefreshToken: true },
      ...{ accessTokenTtl: 60, refreshTokenTtl: 600 },
    };
    const ada = { type: 'Login', value: 'ada', validated: true };
    const accounts = [
      { name: 'Ada', identifiers: [ada], administrator: true },
      { name: 'Bob', identifiers: [{ type: 'Login', value: 'bob' }], administrator: false },
    ];
    const { found, warnings } = await read({ clients: [{ ...SHOP, ...old }], accounts });
    expect(found.accounts).toEqual([
      {
        ...{ name: 'Ada', role: 'administrator' },
        identifiers: [{ type: 'Login', value: 'ada', isValidated: true }],
      },
      { name: 'Bob', role: null, identifiers: [{ type: 'Login', value: 'bob' }] },
    ]);
    expect(found.clients).toEqual([
      {
        ...{ ...SHOP, isPrivileged: false, rotatesRefreshToken: false },
        ...{ accessLifetimeSeconds: 60, refreshLifetimeSeconds: 600 },
      },
    ]);
    expect(warnings).toEqual([
      'BOOTSTRAP_FILE keepRefreshToken of a client is the opposite of rotatesRefreshToken now',
      'BOOTSTRAP_FILE accessTokenTtl of a client is called accessLifetimeSeconds now',
      'BOOTSTRAP_FILE refreshTokenTtl of a client is called refreshLifetimeSeconds now',
      'BOOTSTRAP_FILE isOAuth2PasswordBasedAuthorized of a client is called isPrivileged now',
      'BOOTSTRAP_FILE the clientType Public is written public now',
      'BOOTSTRAP_FILE administrator of an account is "role": "administrator" now',
      'BOOTSTRAP_FILE validated of an identifier is called isValidated now',
    ]);
  });

  it('may have a number of the account’s country, a login from before that reads as one, and no issuer', async () => {
    const identifiers = [
      { type: 'Msisdn', value: '0151 99887766' },
      { type: 'Login', value: '+4915199887767' },
      { type: 'ExternalId', value: '77', issuer: '' },
    ];
    const { found } = await read({ accounts: [{ name: 'A', countryCode: 'de', identifiers }] });
    const [number, login] = identifiers;
    expect(found.accounts?.[0].identifiers).toEqual([number, login, { type: 'ExternalId', value: '77' }]);
  });

  it.each<[document: unknown, problems: string[]]>([
    [[], ['it must be a JSON object']],
    [{ clients: null }, ['clients must be an array']],
    [{ accounts: [3] }, ['accounts[0] ']],
    [
      { clients: [{ ...SHOP, accessTokenTtl: 60, accessLifetimeSeconds: 60 }] },
      ['clients[0].accessTokenTtl is called accessLifetimeSeconds now, and that is there too'],
    ],
    [
      { clients: [{ ...SHOP, keepsRefreshToken: false, rotatesRefreshToken: true }] },
      ['clients[0].keepsRefreshToken is the opposite of rotatesRefreshToken now, and that is there too'],
    ],
    [
      { clients: [{ ...SHOP, keepRefreshToken: 'yes' }] },
      ['clients[0].keepRefreshToken must be a boolean value'],
    ],
    [
      { clients: [null], accounts: [null, { name: 'A', identifiers: [null] }] },
      ['clients[0] ', 'accounts[0] '],
    ],
    [
      {
        accounts: [
          {
            ...{ name: 'A', role: 'administrator', administrator: true, password: 'anna-and-bob' },
            passwordHash: 'plain',
            identifiers: [
              { type: 'Msisdn', value: '0151 99887766', validated: true, isValidated: true },
              { type: 'Login', value: '+4915199887766' },
              { type: 'Email', value: 'a@b.example', issuer: 'x' },
              { type: 'Email', value: 'anna-and-bob' },
            ],
          },
          {
            name: 'B',
            administrator: 'yes',
            identifiers: [{ type: 'Msisdn', value: '0151 99887766' }],
            countryCode: 'de',
          },
        ],
      },
      [
        'accounts[0].administrator is "role": "administrator" now, and that is there too',
        'accounts[0].identifiers[0].validated is called isValidated now, and that is there too',
        'accounts[0].identifiers[0].value needs the code of its country',
        'accounts[0].identifiers[2].issuer is for an ExternalId only',
        'accounts[0].identifiers[3].value is not an e-mail address',
        'accounts[0].password ',
        'accounts[0].passwordHash must be left out where there is a password',
        'accounts[1].administrator must be a boolean value',
      ],
    ],
    [
      {
        clients: [{ ...SHOP, accessTokenTtl: 'long', name: '' }],
        accounts: [{ name: 'A', identifiers: {} }],
      },
      [
        'clients[0].accessLifetimeSeconds must be an integer number',
        'clients[0].name must have 1 to 255 characters',
        'accounts[0].identifiers must be an array',
      ],
    ],
    [
      { clients: [{ ...SHOP, secrets: [1, 2, 3], clientSecret: 'short' }, SHOP] },
      [
        'clients[0].clientSecret must be longer',
        'clients[0].secrets must be 2 at most, clientSecret among them',
        'clients[1].clientId stands already at clients[0].clientId',
      ],
    ],
    [
      {
        rulesets: [1, 2].map(() => ({ name: 'OURS', rules: [] })),
        clients: [{ ...SHOP, clientType: 'confidential' }],
      },
      [
        'rulesets[1].name stands already at rulesets[0].name',
        'clients[0].clientSecret is required for a confidential client, or secrets',
      ],
    ],
    [{ accounts: [{ name: 'A\0', identifiers: [] }] }, ['NUL']],
    [{ accounts: [{ name: 'A\0' }] }, ['NUL']],
  ])('%j is refused by the path of each wrong value', async (document, problems) => {
    const message = await read(document).then(
      () => '',
      (cause: unknown) => (cause as Error).message,
    );
    for (const problem of problems) expect(message).toContain(problem);
  });
});
