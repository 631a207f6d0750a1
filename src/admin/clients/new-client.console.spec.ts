import { describe, expect, it } from '@jest/globals';
import { formOn } from '../../../test/support/form-values.js';
import {
  createdProps,
  ISSUER,
  laterProps,
} from '../../../test/support/page-samples/console-client-samples.js';
import { snippetsOn } from '../../../test/support/snippets-on.js';
import { consoleVisitWith, pageOf } from '../../../test/support/visits.js';
import { CLIENT_KINDS, type ClientKindName } from '../../oauth/clients/client-kinds.js';
import { expectedOf } from '../../../test/support/kinds-of-clients.js';
import type { Confirmation } from '../shell/console/confirmation.js';
import type { ClientLookup } from './client-lookup.js';
import { clientPage } from './client.page.js';
import type { ClientTests } from './client-tests.js';
import type { Clients } from './clients.service.js';
import { NewClientConsole } from './new-client.console.js';
import { createdClientPage } from './new-client.page.js';

type Form = Readonly<Record<string, string>>;

const NEW = '/admin/clients/new';
const KINDS = Object.keys(CLIENT_KINDS) as ClientKindName[];
const KEY = {
  ...{ kty: 'EC', crv: 'P-256', kid: 'k1', alg: 'ES256', x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4' },
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
};

/** The console, whose password was confirmed lately; what it creates is kept. */
function newClients() {
  const created: unknown[] = [];
  const create = (body: { readonly kind?: string }) => {
    created.push(body);
    return Promise.resolve(createdProps('server', 'the-secret').client);
  };
  const page = new NewClientConsole(
    { create } as unknown as Clients,
    {
      rulesets: () =>
        Promise.resolve([
          { name: 'WEB', description: '' },
          { name: 'PROVISIONING', description: '' },
        ]),
    } as unknown as ClientLookup,
    {
      trials: () => Promise.resolve([]),
      connection: () => Promise.resolve({ issuer: ISSUER, discovery: '', snippets: [], lacksSecret: false }),
    } as unknown as ClientTests,
    { withPassword: (_: unknown, sent: unknown) => sent } as unknown as Confirmation,
  );
  return {
    created,
    ask: (query: Form) => page.page(consoleVisitWith({ query })),
    send: (body: Form) => page.create(consoleVisitWith({ body })),
  };
}

/** What a person types into the fields that a kind shows. */
function typed(kind: ClientKindName): Form {
  const { fields } = CLIENT_KINDS[kind];
  const callback = kind === 'native' ? 'http://127.0.0.1/call-back' : 'https://kinds.example/call-back';
  return {
    ...{ kind, clientId: 'new-one', name: `A ${kind}` },
    ...(fields.includes('redirectUrls') && { redirectUrls: callback }),
    ...(fields.includes('jwks') && { jwks: JSON.stringify({ keys: [KEY] }) }),
  };
}

describe('a new client by kind (D388)', () => {
  it('begins with a page of what there is to choose, each with a link to its form', async () => {
    const shown = await newClients().ask({});
    expect(shown.status).toBe(200);
    const links = [...pageOf(shown).matchAll(/href="\/admin\/clients\/new\?kind=(\w+)">([^<]+)</g)];
    expect(links.map(([, kind, title]) => [kind, title])).toEqual(
      Object.entries(CLIENT_KINDS).map(([kind, { title }]) => [kind, title]),
    );
    expect(links).toHaveLength(8);
  });

  it('asks again where the kind is none, and creates nothing', async () => {
    const { ask, send, created } = newClients();
    for (const kind of ['constructor', 'nonsense']) {
      const shown = await ask({ kind });
      expect([kind, shown.status, pageOf(shown)]).toEqual([
        kind,
        422,
        expect.stringContaining('no such kind'),
      ]);
    }
    const shown = await send({ clientId: 'x', name: 'x' });
    expect(shown.body).toContain('<h1>New client</h1>');
    expect(shown.body).not.toContain('<code id="secret">');
    expect(created).toEqual([]);
  });

  describe.each(KINDS)('%s', (kind) => {
    const { fields, needs, defaults, title, about } = CLIENT_KINDS[kind];
    const { hasSecret, frameworks: able } = expectedOf(kind);
    const secret = hasSecret ? `secret-of-${kind}` : null;

    it('shows what matters for it, in its order, and folds the rest', async () => {
      const text = pageOf(await newClients().ask({ kind }));
      const { shown, values, required } = formOn(text, NEW);
      expect(shown.filter((name) => name !== 'password')).toEqual(fields);
      expect(required).toEqual(expect.arrayContaining([...needs]));
      expect(Object.keys(values)).toEqual(expect.arrayContaining(['accessLifetimeSeconds', 'jwksUrl']));
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(about);
    });

    it('is created by what a person types into what it shows', async () => {
      const { ask, send, created } = newClients();
      const { values } = formOn(pageOf(await ask({ kind })), NEW);
      expect((await send({ ...values, ...typed(kind) })).status).toBe(201);
      expect(created).toMatchObject([{ ...defaults, clientId: 'new-one', name: `A ${kind}` }]);
    });

    it('is refused without a field that it needs, at that field, and nothing is created', async () => {
      const { ask, send, created } = newClients();
      const { values } = formOn(pageOf(await ask({ kind })), NEW);
      for (const name of needs) {
        const shown = await send({ ...values, ...typed(kind), [name]: '' });
        expect(shown.status).toBe(422);
        expect(shown.body).toMatch(new RegExp(`id="${name}-error"[^>]*>[^<]*must not be empty`));
        expect(shown.body).toContain(`<h1>${title}</h1>`);
      }
      expect(created).toEqual([]);
    });

    it('is followed by issuer, discovery URL and a snippet for each framework that has its flow', () => {
      const text = createdClientPage(createdProps(kind, secret));
      const page = clientPage(laterProps(kind, secret));
      for (const shown of [text, page]) {
        expect(shown).toContain(`<code>${ISSUER}</code>`);
        expect(shown).toContain(`<code>${ISSUER}/.well-known/openid-configuration</code>`);
      }
      const [snippets, later] = [snippetsOn(text), snippetsOn(page)];
      expect(able.length).toBeGreaterThan(0);
      expect([...snippets.keys()]).toEqual(able);
      expect([...later.keys()]).toEqual(able);
      if (secret === null) expect([...later.values()].join()).not.toContain('SECRET');
      else {
        for (const snippet of snippets.values()) expect(snippet).toContain(secret);
        for (const snippet of later.values()) expect(snippet).toContain('SECRET');
        expect(page).not.toContain(secret);
        expect(page).toContain('Replace SECRET with the client’s secret.');
        expect(text).not.toContain('Replace SECRET with the client’s secret.');
      }
    });
  });

  it('shows a bank no command to paste, since each of its requests is signed anew', () => {
    const text = createdClientPage(createdProps('bank', null));
    expect([...snippetsOn(text).keys()]).toEqual(['openid-client', 'oauth4webapi']);
    expect(text).toContain('Use a snippet of “Connect it” to get a token for this client.');
  });
});
