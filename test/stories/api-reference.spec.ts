import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { partsOf, textOf } from '../support/page-parts.js';
import { DocsPages } from '../../src/platform/reference/docs-pages.js';
import { openApi, type OpenApi } from '../support/openapi-document.js';
import { startApp, type TestServer } from '../support/start-app.js';

const LARGEST_PAGE = 60_000;

describe('API reference at /docs (D239)', () => {
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

  it('is small, without inline script or style, and every link in it leads somewhere', async () => {
    const missing: string[] = [];
    const guides = new Set(server.get(DocsPages).guides);
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
      if (!address.startsWith('/docs') || guides.has(address)) continue;
      const ids = all.get(address);
      if (!ids || (anchor !== undefined && !ids.has(anchor))) missing.push(link);
    }
    expect(missing).toEqual([]);
    expect(links.size).toBeGreaterThan(100);
  });

  it('links to the pages of docs/ that descriptions name', async () => {
    const plain: string[] = [];
    for (const address of addresses()) if (/\bdocs\//.test(textOf(await get(address)))) plain.push(address);
    expect(plain).toEqual([]);
    expect(await get('/docs/administration/adminaccountways')).toContain('href="/docs/reference/security"');
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

  it('is rendered once, and answers 404 for unknown paths', async () => {
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

  it('treats a search by several values of q as an empty one', async () => {
    expect(await get('/docs/search?q=a&q=b')).toContain('Search for a guide, a call');
  });

  it('explains every error of the catalogue', async () => {
    const page = await get('/docs/errors');
    const { Errors } = await import('../../src/platform/errors/catalogue.js');
    for (const { name, meaning } of Object.values(Errors)) {
      expect(page).toContain(`id="${name}"`);
      expect(textOf(page)).toContain(meaning);
    }
  });
});
