import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { DocsPages } from '../../src/platform/reference/docs-pages.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { Listener, essence, pasteAll, runTypeScript, type SentRequest } from '../support/api-reference.js';
import { ANNA } from '../support/fixtures.js';
import { openApi, type OpenApi } from '../support/openapi-document.js';
import { picture } from '../support/pictures.js';
import { startApp, type TestServer } from '../support/start-app.js';

const LARGEST_PAGE = 60_000;
const CLIENT = { id: 'reader', secret: 'everything-that-there-is-to-read' };
const CREDENTIALS = `${CLIENT.id}:${CLIENT.secret}`;

/** What an answer says of an example that is wrong: a name, a parameter or a header. */
const WRONG =
  /FizApi(InvalidParameter|MethodNotAllowed|UnsupportedMediaType|UnknownCall|KeyInsufficientRights)|AFiz(Invalid|ApiUnattended)|"error":"(invalid_request|unsupported_grant_type|invalid_client)"|urn:hearth:problem:(invalid|precondition-required|not-signed-in|forbidden)|about:blank|Page not found/;

/** Their examples have what only the reader knows: a setup code, a password, the key of a picture or of an image. */
const REFUSED: Readonly<Record<string, number>> = {
  adminsetup: 403,
  adminsessionopen: 401,
  picture: 404,
  brandasset: 404,
};

describe('the API reference at /docs (D239)', () => {
  let server: TestServer;
  let document: OpenApi;
  beforeAll(async () => {
    server = await startApp();
    document = await openApi(server);
  });
  afterAll(() => server.close());

  const get = async (path: string): Promise<string> => {
    const answer = await fetch(server.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return await answer.text();
  };
  const addresses = () => server.get(DocsPages).addresses;
  const operationIds = () =>
    Object.values(document.paths)
      .flatMap((item) => Object.entries(item))
      .filter(([method, { operationId }]) => !(method === 'get' && operationId.endsWith('Get')))
      .map(([, { operationId }]) => operationId);

  it('has each operation once, on a page of its own, listed by its task', async () => {
    const pages = addresses().filter((address) => address.split('/').length === 4);
    expect(pages.map((address) => address.split('/')[3]).sort()).toEqual(operationIds().sort());
    const tasks = [...new Set(pages.map((address) => address.split('/')[2]))];
    for (const task of tasks) {
      const page = await get(`/docs/${task}`);
      for (const address of pages.filter((one) => one.startsWith(`/docs/${task}/`)))
        expect(page).toContain(`href="${address}"`);
    }
    expect(tasks).toHaveLength(6);
  });

  it('is small, without script or style inside, and every link in it leads somewhere', async () => {
    const missing: string[] = [];
    const all = new Map<string, Set<string>>();
    const links = new Set<string>();
    for (const address of addresses()) {
      const page = await get(address);
      expect([address, Buffer.byteLength(page) < LARGEST_PAGE]).toEqual([address, true]);
      const { ids, hrefs, inline } = partsOf(page);
      expect([address, inline]).toEqual([address, []]);
      all.set(address, ids);
      for (const href of hrefs) links.add(href.startsWith('#') ? address + href : href);
    }
    for (const link of links) {
      const [address, anchor] = link.split('#');
      if (!address.startsWith('/docs')) continue;
      const ids = all.get(address);
      if (!ids || (anchor !== undefined && !ids.has(anchor))) missing.push(link);
    }
    expect(missing).toEqual([]);
    expect(links.size).toBeGreaterThan(100);
  });

  it('names no decision and no section of the interface, nor does the OpenAPI document', async () => {
    const texts = await Promise.all(
      addresses().map(async (address) => [address, textOf(await get(address))]),
    );
    const named = [...texts, ['openapi.json', JSON.stringify(document)]].flatMap(([address, text]) =>
      [...text.matchAll(/\bD\d{1,3}\b|(?<!(RFC \d+|Core) )§[\d.]+/g)].map(
        ([found]) => `${address}: ${found}`,
      ),
    );
    expect(named).toEqual([]);
  });

  it('is rendered once, and answers 404 for what it does not have', async () => {
    const pages = server.get(DocsPages);
    expect(pages.at('/docs/tokens')).toBe(pages.at('/docs/tokens'));
    for (const path of [
      '/docs/nothing',
      '/docs/tokens/provsearch',
      '/docs/tokens/constructor',
      '/docs/x/y/z',
    ])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
  });

  it.each([
    ['provsearch', '/docs/provisioning/provsearch'],
    ['/token', '/docs/tokens/oauth2token'],
    ['PASSWORD reset', '/docs/administration/adminaccountreset'],
    ['FizFamilyIdDoesNotExist', '/docs/errors#AFizFamilyIdDoesNotExist'],
    ['code_verifier', '/docs/tokens/oauth2token'],
  ])('a search for %s finds %s', async (query, href) => {
    const page = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    expect(page).toContain(`<a href="${href}">`);
    expect(page).toContain(`value="${query}"`);
  });

  it.each([['<script>alert(1)</script>'], ['"onfocus="x'], ['zzz'.repeat(100)], ['']])(
    'a search for %j is harmless',
    async (query) => {
      const page = await get(`/docs/search?q=${encodeURIComponent(query)}`);
      expect(partsOf(page).inline).toEqual([]);
      expect(page).not.toContain('<script>alert');
    },
  );

  it('a search by several values of q is one for nothing', async () => {
    expect(await get('/docs/search?q=a&q=b')).toContain('Search for a call');
  });

  it('every error of the catalogue is told', async () => {
    const page = await get('/docs/errors');
    const { Errors } = await import('../../src/platform/errors/catalogue.js');
    for (const { name, meaning } of Object.values(Errors)) {
      expect(page).toContain(`id="${name}"`);
      expect(textOf(page)).toContain(meaning);
    }
  });

  describe('its examples', () => {
    const listener = new Listener();
    const folder = mkdtempSync(join(tmpdir(), 'hearth-examples-'));
    let examples: { id: string; curl: string; typescript: string }[];
    let byCurl: SentRequest[];
    let tokens: { user: string; own: string };
    beforeAll(async () => {
      writeFileSync(join(folder, 'family.jpg'), await picture('jpeg'));
      await server.get(Bootstrap).apply({
        rulesets: [{ name: 'EVERYTHING', rules: ['*', 'admin*'] }],
        clients: [
          {
            clientId: CLIENT.id,
            clientSecret: CLIENT.secret,
            name: 'Reader',
            ruleset: 'EVERYTHING',
            clientType: 'confidential',
            redirectUrls: ['https://books.example/callback'],
            isPrivileged: true,
          },
        ],
      });
      const password = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
      tokens = {
        user: await token({ ...password, device_id: 'd' }),
        own: await token({ grant_type: 'client_credentials' }),
      };
      const there = await listener.start();
      const pages = addresses().filter((address) => address.split('/').length === 4);
      examples = await Promise.all(
        pages.map(async (address) => {
          const [curl, typescript] = codesOf(await get(address)).map((text) =>
            text.replaceAll(server.url, there),
          );
          return { id: address.split('/')[3], curl, typescript };
        }),
      );
      await pasteAll(
        examples.map(({ curl }) => curl),
        folder,
        { CLIENT: CREDENTIALS, TOKEN: 'the-token' },
      );
      byCurl = listener.taken();
    });
    afterAll(async () => {
      await listener.close();
      rmSync(folder, { recursive: true });
    });

    async function token(form: Record<string, string>): Promise<string> {
      const headers = { Authorization: `Basic ${btoa(CREDENTIALS)}` };
      const answer = await fetch(`${server.url}/token`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    }

    it('in TypeScript send what those in curl send', async () => {
      expect(byCurl).toHaveLength(examples.length);
      for (const { typescript } of examples)
        await runTypeScript(typescript, folder, 'the-token', CREDENTIALS);
      const byFetch = await Promise.all(listener.taken().map(essence));
      for (const [index, { id }] of examples.entries()) {
        const expected = await essence(byCurl[index]);
        const { 'content-type': type, ...rest } = byFetch[index] as Record<string, unknown>;
        // fetch says of a body of text that it is one
        expect({ id, ...rest, 'content-type': type === 'text/plain' ? undefined : type }).toEqual({
          id,
          ...expected,
        });
      }
    });

    it('are taken by the server: no name, value or header of them is wrong', async () => {
      const wrong: string[] = [];
      for (const [index, { id }] of examples.entries()) {
        const { method, path, headers, body } = byCurl[index];
        const own = path.startsWith('/admin/') ? tokens.own : tokens.user;
        const { authorization } = headers;
        const proof: Record<string, string> =
          authorization === undefined ? {} : { authorization: authorization.replace('the-token', own) };
        const answer = await fetch(server.url + path, {
          method,
          headers: { ...headers, ...proof, accept: 'application/json' },
          body: body.length > 0 ? new Uint8Array(body) : undefined,
          redirect: 'manual',
        });
        const text = `${answer.status} ${await answer.text()}`;
        if (answer.status === REFUSED[id]) continue;
        if ((answer.status >= 400 && WRONG.test(text)) || answer.status === 500)
          wrong.push(`${id}: ${text.slice(0, 300)}`);
      }
      expect(wrong).toEqual([]);
    });
  });
});

/** The anchors, links and inline scripts or styles of a page. */
function partsOf(page: string): { ids: Set<string>; hrefs: string[]; inline: string[] } {
  const [ids, hrefs, inline] = [new Set<string>(), [] as string[], [] as string[]];
  const parser = new Parser({
    onopentag(name, { id, href, src, style, ...others }) {
      if (id !== undefined) ids.add(id);
      if (name === 'a' && href !== undefined) hrefs.push(href);
      if (style !== undefined || name === 'style' || (name === 'script' && src === undefined))
        inline.push(name);
      inline.push(...Object.keys(others).filter((attribute) => attribute.startsWith('on')));
    },
  });
  parser.end(page);
  return { ids, hrefs, inline };
}

function textOf(page: string): string {
  let text = '';
  const parser = new Parser({ ontext: (part) => void (text += part) }, { decodeEntities: true });
  parser.end(page);
  return text;
}

/** The blocks of code of a page, in their order. */
function codesOf(page: string): string[] {
  const codes: string[] = [];
  let isInside = false;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (name !== 'pre') return;
        isInside = true;
        codes.push('');
      },
      onclosetag: (name) => void (isInside &&= name !== 'pre'),
      ontext: (part) => void (isInside && (codes[codes.length - 1] += part)),
    },
    { decodeEntities: true },
  );
  parser.end(page);
  return codes;
}
