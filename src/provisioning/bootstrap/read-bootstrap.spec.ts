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
    return readBootstrapFile(file);
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
    const found = await read({ rulesets: [{ name: 'OURS', rules: ['acc*'] }], clients: [web] });
    expect(found.clients).toEqual([web]);
  });

  it('may begin with a byte order mark (row 30)', async () => {
    writeFileSync(file, `\ufeff${JSON.stringify({ clients: [SHOP] })}`);
    expect((await readBootstrapFile(file)).clients).toMatchObject([SHOP]);
  });

  it('may have a number of the account’s country, an old login that looks like one, and no issuer', async () => {
    const identifiers = [
      { type: 'Msisdn', value: '0151 99887766' },
      { type: 'Login', value: '+4915199887767' },
      { type: 'ExternalId', value: '77', issuer: '' },
    ];
    const found = await read({ accounts: [{ name: 'A', countryCode: 'de', identifiers }] });
    const [number, login] = identifiers;
    expect(found.accounts?.[0].identifiers).toEqual([number, login, { type: 'ExternalId', value: '77' }]);
  });

  it.each<[document: unknown, problems: string[]]>([
    [[], ['it must be a JSON object']],
    [{ clients: null }, ['clients must be an array']],
    [{ accounts: [3] }, ['accounts[0] ']],
    [
      { clients: [{ ...SHOP, accessTokenTtl: 60, keepRefreshToken: true, clientType: 'Public' }] },
      [
        'clients[0].accessTokenTtl is not known here',
        'clients[0].keepRefreshToken is not known here',
        'clients[0].clientType must be one of the following values: confidential, public',
      ],
    ],
    [
      { clients: [null], accounts: [null, { name: 'A', identifiers: [null] }] },
      ['clients[0] ', 'accounts[0] '],
    ],
    [
      {
        accounts: [
          {
            ...{ name: 'A', administrator: true, password: 'anna-and-bob' },
            passwordHash: 'plain',
            identifiers: [
              { type: 'Msisdn', value: '0151 99887766', validated: true },
              { type: 'Login', value: '+4915199887766' },
              { type: 'Email', value: 'a@b.example', issuer: 'x' },
              { type: 'Email', value: 'anna-and-bob' },
            ],
          },
          {
            name: 'B',
            identifiers: [{ type: 'Msisdn', value: '0151 99887766' }],
            countryCode: 'de',
          },
        ],
      },
      [
        'accounts[0].administrator is not known here',
        'accounts[0].identifiers[0].validated is not known here',
        'accounts[0].identifiers[0].value needs the code of its country',
        'accounts[0].identifiers[2].issuer is for an ExternalId only',
        'accounts[0].identifiers[3].value is not an e-mail address',
        'accounts[0].password ',
        'accounts[0].passwordHash must be left out where there is a password',
      ],
    ],
    [
      {
        clients: [{ ...SHOP, accessLifetimeSeconds: 'long', name: '' }],
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
