import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { count } from '../../support/database-rows.js';
import { CLIENTS } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Document {
  readonly rulesets: Record<string, unknown>[];
  readonly clients: (Record<string, unknown> & { clientId: string; secrets: unknown[] })[];
}

interface Changes {
  readonly changes: { kind: string; name: string; action: string; before: object; after: object }[];
  readonly isApplied: boolean;
}

describe('rulesets and clients move from one server to another', () => {
  let staging: TestServer;
  let production: TestServer;
  let from: AdminApi;
  let to: AdminApi;
  beforeAll(async () => {
    [staging, production] = await Promise.all([startApp(), startApp()]);
    from = await AdminApi.signIn(staging, await newAdmin(staging));
    to = await AdminApi.signIn(production, await newAdmin(production));
    await from.send('POST', '/rulesets', { body: { name: 'PARTNER', rules: ['prov*'] } });
    const books = { clientId: 'books', name: 'Books', ruleset: 'PARTNER', clientType: 'confidential' };
    await from.send('POST', '/clients', { body: { ...books, accessLifetimeSeconds: 600 } });
    await from.send('PATCH', '/clients/shop', { body: { name: 'The shop' }, ifMatch: '*' });
  });
  afterAll(() => Promise.all([staging.close(), production.close()]));

  const whole = async () => (await from.send('GET', '/configuration')).body as unknown as Document;
  /** Without the client whose bcrypt hash each server salted for itself. */
  const exported = async () => {
    const { rulesets, clients } = await whole();
    return { rulesets, clients: clients.filter(({ clientId }) => clientId !== 'imported') };
  };
  const imported = async (body: unknown, query = '', ifMatch?: string) => {
    const answer = await to.send('POST', `/configuration${query}`, { body, ifMatch });
    return { ...answer, body: answer.body as unknown as Changes };
  };
  const told = ({ changes }: Changes) => changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

  it('an export contains what verifies secrets, never a secret', async () => {
    const document = await whole();
    const text = JSON.stringify(document);
    for (const { secret } of Object.values(CLIENTS)) if (secret) expect(text).not.toContain(secret);
    expect(document.clients.find(({ clientId }) => clientId === 'imported')?.secrets).toEqual([
      { scheme: 'bcrypt', verifier: expect.stringMatching(/^\$2b\$/), expiresAt: null },
    ]);
  });

  it('a dry run shows the differences and changes nothing; the import does exactly that, once', async () => {
    const document = await exported();
    const before = await count(production, 'audit_event');
    const dry = await imported(document, '?dryRun=true');
    expect([dry.status, dry.body.isApplied, told(dry.body)]).toEqual([
      200,
      false,
      ['create ruleset PARTNER', 'create client books', 'update client shop'],
    ]);
    expect(dry.body.changes[2]).toMatchObject({ before: { name: 'Shop' }, after: { name: 'The shop' } });
    expect(dry.body.changes[1].after).toMatchObject({ secrets: 1, accessLifetimeSeconds: 600 });
    expect(await count(production, 'audit_event')).toBe(before);
    expect((await to.send('GET', '/clients/books')).status).toBe(404);

    const done = await imported(document, '', dry.headers.etag);
    expect([done.status, done.body.isApplied, told(done.body)]).toEqual([200, true, told(dry.body)]);
    expect((await to.send('GET', '/clients/books')).body).toMatchObject({
      ruleset: 'PARTNER',
      name: 'Books',
    });
    expect((await imported(document)).body.changes).toEqual([]);
    const stale = await imported(document, '', dry.headers.etag);
    expect(stale.status).toBe(412);
  });

  it('an imported client signs in with its secret from the first server', async () => {
    const added = await from.send('POST', '/clients/books/secrets');
    expect(told((await imported(await exported())).body)).toEqual(['update client books']);
    const credentials = basic({ id: 'books', secret: String(added.body.secret) });
    expect((await post(production, '/api/acc/ping', {}, credentials)).status).toBe(200);
  });

  it('deletes nothing without a request; shipped records stay', async () => {
    await to.send('POST', '/rulesets', { body: { name: 'OURS', rules: [] } });
    const { rulesets, clients } = await exported();
    const less = {
      rulesets: rulesets.filter(({ name }) => name !== 'WEB'),
      clients: clients.filter(({ clientId }) => clientId !== 'books'),
    };
    expect((await imported(less)).body.changes).toEqual([]);
    const pruned = await imported(less, '?prune=true');
    expect(told(pruned.body)).toEqual([
      'delete client books',
      'delete client imported',
      'delete ruleset OURS',
    ]);
  });

  it.each([
    [{ clients: [{ clientId: 'x' }] }, 'clients.0.name'],
    [{ clients: [{ clientId: 'x', name: 'X', ruleset: 'NONE', clientType: 'public' }] }, 'clients.x.ruleset'],
    [
      { clients: [{ clientId: 'shop', name: 'X', ruleset: 'WEB', clientType: 'public' }] },
      'clients.shop.clientType',
    ],
    [{ rulesets: [{ name: 'X', rules: ['no rule'] }] }, 'rulesets.0.rules'],
    [{ rulesets: [{ name: 'WEB', rules: ['no rule'] }] }, 'rulesets.0.rules'],
    [{ rulesets: [{ name: '\u001b[2J', rules: [] }] }, 'rulesets.0.name'],
    [
      {
        clients: [
          {
            ...{ clientId: 'x', name: 'X', ruleset: 'WEB', clientType: 'public' },
            secrets: [{ scheme: 'sha256', verifier: 'a'.repeat(64), expiresAt: { toString: null } }],
          },
        ],
      },
      'clients.0.secrets.0.expiresAt',
    ],
    [
      {
        rulesets: [
          { name: 'X', rules: [] },
          { name: 'X', rules: [] },
        ],
      },
      'rulesets.X',
    ],
    [{ accounts: [] }, 'accounts'],
    [{ rulesets: null }, 'rulesets'],
    [{ clients: null }, 'clients'],
    [{ clients: [null] }, 'clients.0'],
    [{ clients: {} }, 'clients'],
  ])('refuses %j as a whole, naming the place', async (document, field) => {
    const { status, body } = await imported({ rulesets: [], ...document });
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({ errors: expect.arrayContaining([expect.objectContaining({ field })]) }),
    ]);
    expect((await to.send('GET', '/rulesets/X')).status).toBe(404);
  });

  const problems = async (document: object) => {
    const { status, body } = await imported(document, '?prune=true');
    const { errors } = body as unknown as { errors: { field: string; message: string }[] };
    return [status, errors.map(({ field, message }) => `${field} ${message}`)] as const;
  };
  const client = (clientId: string, more: object = {}) => ({
    ...{ clientId, name: clientId, ruleset: 'WEB', clientType: 'public' },
    ...more,
  });

  it('reports everything malformed at once, in every part and every batch of clients', async () => {
    const clients = Array.from({ length: 600 }, (_, index) => client(`many-${index}`));
    clients[1] = client('many-0', { profile: 'lax' });
    clients[599] = client('many-599', { redirectUrls: 'none' });
    const twice = { name: 'TWICE', rules: [] };
    const webhooks = [{ id: 'x', clientId: 'many-0', url: 'https://partner.example/hooks' }];
    expect(await problems({ rulesets: [twice, twice, { ...twice, rules: 1 }], clients, webhooks })).toEqual([
      422,
      [
        expect.stringContaining('rulesets.2.rules '),
        'webhooks.0.id must be a UUID',
        expect.stringContaining('clients.1.profile '),
        expect.stringContaining('clients.599.redirectUrls '),
        'rulesets.TWICE appears twice',
        'clients.many-0 appears twice',
      ],
    ]);
  });

  it('so it reports everything that does not fit, and nothing about what depends on a refused client', async () => {
    const hook = (digit: number, clientId: string) => ({
      ...{ id: `5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a1${digit}`, clientId },
      url: 'https://partner.example/hooks',
    });
    const keys = 'https://idp.example/jwks';
    const portal = { id: 'portal', name: 'Portal', issuer: 'https://idp.example', clientId: 'hearth' };
    const sealedSecret = Buffer.alloc(80, 1).toString('base64');
    const document = {
      clients: [
        client('fine'),
        client('lost', { ruleset: 'NONE' }),
        client('weak', { jwksUrl: keys }),
        client('weaker', { jwksUrl: keys }),
        client('shop'),
        client('phone-app', { jwksUrl: keys, isPrivileged: false }),
      ],
      brandings: [
        { client: 'weak', name: 'Weak' },
        { client: 'fine', logo: 'a'.repeat(64) },
        { client: 'nobody', name: 'Nobody' },
      ],
      brandImages: [],
      providers: [
        { ...portal, sealedSecret },
        { ...portal, id: 'other', issuer: 'https://other.example', sealedSecret },
      ],
      webhooks: [hook(1, 'fine'), hook(2, 'lost'), hook(3, 'nobody'), { ...hook(4, 'fine'), sealedSecret }],
    };
    const [status, told] = await problems(document);
    expect([status, told]).toEqual([
      422,
      [
        expect.stringContaining('clients.lost.ruleset must be an existing ruleset'),
        'clients.shop.clientType can’t be changed: the client is confidential here; delete it first',
        'clients.phone-app.isPrivileged must be on, or requiresPrivateKeyJwt: only a privileged client may send assertions about users',
        'clients.weak.isPrivileged must be on, or requiresPrivateKeyJwt: only a privileged client may send assertions about users',
        'clients.weaker.isPrivileged must be on, or requiresPrivateKeyJwt: only a privileged client may send assertions about users',
        'brandings.1.logo must be an image of the document or of the server',
        'brandings.2.client must be a client that there is',
        expect.stringContaining('providers.portal.sealedSecret was sealed by'),
        expect.stringContaining('providers.other.sealedSecret was sealed by'),
        expect.stringContaining('webhooks.5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a13.clientId must be'),
        expect.stringContaining('webhooks.5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a14.sealedSecret was sealed by'),
      ],
    ]);
    const image = { key: 'a'.repeat(64), data: Buffer.from('no image').toString('base64') };
    const images = [image, { ...image, key: 'b'.repeat(64) }];
    expect(
      await problems({ clients: [client('lost', { ruleset: 'NONE' })], brandings: [], brandImages: images }),
    ).toEqual([
      422,
      [
        expect.stringContaining('brandImages.0.data must be'),
        expect.stringContaining('brandImages.1.data must be'),
        expect.stringContaining('clients.lost.ruleset must be'),
      ],
    ]);
    expect((await to.send('GET', '/clients/fine')).status).toBe(404);
  });

  it('reports a hundred problems, and the number of the others', async () => {
    const clients = Array.from({ length: 300 }, (_, index) => client(`many-${index}`, { ruleset: 'NONE' }));
    const [, told] = await problems({ clients });
    expect([told.length, told[100]]).toEqual([101, 'body has 200 more problems']);
  });

  it('the console uses its labels for them', async () => {
    const sent = async (text: string | null, field = 'file') => {
      const form = new FormData();
      if (text !== null) form.append(field, field === 'file' ? new Blob([text]) : text);
      const answer = await fetch(`${production.url}/admin/configuration/preview`, {
        ...{ method: 'POST', body: form, headers: { Cookie: await to.consoleCookie() } },
      });
      const page = await answer.text();
      return [answer.status, [...page.matchAll(/<li>([^<]*)<\/li>/g)].map(([, item]) => item)] as const;
    };
    expect(await sent(null)).toEqual([422, ['Export file is missing: choose one, or paste its contents.']]);
    expect(await sent('{')).toEqual([422, [expect.stringContaining('Export file is not JSON: ')]]);
    expect(await sent('{', 'document')).toEqual([
      422,
      [expect.stringContaining('Pasted contents is not JSON: ')],
    ]);
    expect(await sent('[]')).toEqual([422, [expect.stringContaining('The document must be an export')]]);
    const clients = Array.from({ length: 300 }, (_, index) => client(`many-${index}`, { ruleset: 'NONE' }));
    const [, items] = await sent(JSON.stringify({ clients }));
    expect([items.length, items[100]]).toEqual([101, 'The document has 200 more problems.']);
  });

  it('does not import a secret that ended since the export', async () => {
    const expiresAt = new Date(production.clock.millis() + 1000).toISOString();
    const late = { clientId: 'late', name: 'Late', ruleset: 'WEB', clientType: 'confidential' };
    const secrets = [{ scheme: 'sha256', verifier: 'c'.repeat(64), expiresAt }];
    const document = { clients: [{ ...late, secrets }] };
    expect((await imported(document)).body.changes).toMatchObject([{ after: { secrets: 1 } }]);
    expect((await imported(document)).body.changes).toEqual([]);
    production.clock.advance({ seconds: 2 });
    expect((await imported(document)).body.changes).toEqual([]);
  });

  it('a third live secret is a conflict that names the client', async () => {
    const verifiers = ['a', 'b'].map((digit) => ({ scheme: 'sha256', verifier: digit.repeat(64) }));
    const shop = { clientId: 'shop', name: 'Shop', ruleset: 'WEB', clientType: 'confidential' };
    const answer = await imported({ clients: [{ ...shop, secrets: verifiers }] });
    expect([answer.status, (answer.body as unknown as { detail: string }).detail]).toEqual([
      409,
      expect.stringContaining('clients.shop: A client can have two active secrets at most'),
    ]);
  });
});
