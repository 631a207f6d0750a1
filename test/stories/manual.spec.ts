import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocsPages } from '../../src/platform/reference/docs-pages.js';
import { Manual } from '../../src/platform/reference/manual.js';
import { MOVED } from '../../src/platform/reference/moved-pages.js';
import { partsOf, textOf } from '../support/page-parts.js';
import { fragmentsOf } from '../support/references.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** In bytes. */
const LARGEST_PAGE = 100_000;

/** Each page of the flat layout that docs/ had until 0.2, with its anchors. */
const FLAT = JSON.parse(readFileSync('test/vectors/flat-docs.json', 'utf8')) as Record<string, string[]>;
const SOURCES = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => join('docs', name));

describe('the pages of docs/ at /docs (D434)', () => {
  let server: TestServer;
  const { pages, folders } = new Manual();
  const bodies = new Map<string, string>();
  beforeAll(async () => {
    server = await startApp();
    for (const { address } of pages) bodies.set(address, await pageAt(address));
  });
  afterAll(() => server.close());

  const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
  const pageAt = async (path: string): Promise<string> => {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return await answer.text();
  };
  const partsAt = (address: string) => partsOf(bodies.get(address) ?? '');
  const leadsTo = async (path: string): Promise<string> => {
    const { status, headers } = await get(path);
    expect([path, status]).toEqual([path, 301]);
    return String(headers.get('location'));
  };

  it('are all there, each with its title and every anchor that it has elsewhere', () => {
    expect([...new Set(pages.map(({ source }) => source))].sort()).toEqual([...SOURCES].sort());
    for (const source of SOURCES) {
      const markdown = readFileSync(source, 'utf8');
      const own = pages.filter((page) => page.source === source);
      const ids = new Set(own.flatMap(({ address }) => [...partsAt(address).ids]));
      expect([source, [...fragmentsOf(markdown)].filter((anchor) => !ids.has(anchor))]).toEqual([source, []]);
      const page = textOf(bodies.get(own[0].address) ?? '');
      expect(page).toContain(`${own[0].title} · ${own[0].above.at(-1)?.name ?? 'Documentation'} · Hearth`);
    }
  });

  it('have no anchor twice, no inline script or style, and are no larger than a browser on a phone likes', () => {
    for (const [address, body] of bodies) {
      const { inline } = partsOf(body);
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const twice = ids.filter((id, at) => ids.indexOf(id) < at);
      expect([address, inline, twice]).toEqual([address, [], []]);
      expect([address, Buffer.byteLength(body) < LARGEST_PAGE]).toEqual([address, true]);
    }
  });

  it('lead to each other, to pages of the API and to the web, and nowhere else', async () => {
    const { addresses } = server.get(DocsPages);
    const broken: string[] = [];
    for (const address of bodies.keys())
      for (const href of partsAt(address).hrefs) {
        if (/^(?:https?|mailto):/.test(href) || addresses.includes(href)) continue;
        const [path, anchor] = href.split('#');
        const target = path === '' ? address : path;
        if (bodies.has(target) && (anchor === undefined || partsAt(target).ids.has(anchor))) continue;
        if (anchor !== undefined || (await get(href)).status !== 200) broken.push(`${address}: ${href}`);
      }
    expect(broken).toEqual([]);
  });

  it('show their images, which a browser may keep for ever', async () => {
    const images = [...bodies.values()].flatMap((body) =>
      [...body.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src),
    );
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) {
      const { status, headers } = await get(image);
      expect([image, status, headers.get('content-type')]).toEqual([image, 200, 'image/webp']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it('are offered by the folders that they lie in, on every page', () => {
    const home = folders.map(({ href }) => href);
    expect(home).toHaveLength(6);
    for (const body of bodies.values())
      expect(home.filter((href) => !body.includes(`<a href="${href}"`))).toEqual([]);
    for (const { address, above } of pages.filter(({ source }) => source.split('/').length === 3)) {
      if (above.length === 0) continue;
      const listed = folders.flatMap((folder) => folder.pages.map(({ href }) => href));
      expect([address, listed.includes(above.length === 1 ? address : above[1].href)]).toEqual([
        address,
        true,
      ]);
    }
  });

  it('lead from each to the one before and after it in its folder', () => {
    for (const { address, next } of pages)
      if (next) expect(pages.find((page) => page.address === next.href)?.previous?.href).toBe(address);
    const steps = pages.filter(({ next }) => next !== null);
    expect(steps.length).toBeGreaterThan(50);
  });

  it.each(Object.keys(FLAT))('are found where %s was', async (name) => {
    const place = await leadsTo(`/docs/${name}.md`);
    expect(place).toBe(`/docs/${MOVED[name].to}`);
    const { ids } = partsAt(place);
    expect([name, FLAT[name].filter((anchor) => !ids.has(anchor))]).toEqual([name, []]);
    const asked = await get(`/docs/${name}`);
    const isTask = server.get(DocsPages).addresses.includes(`/docs/${name}`);
    expect([asked.status, asked.headers.get('location')]).toEqual(isTask ? [200, null] : [301, place]);
  });

  it('are found by an anchor of the page about operations', () => {
    for (const [anchor, to] of Object.entries(MOVED.operations.sections)) {
      expect(partsAt('/docs/moved').hrefs).toContain(`/docs/${to}`);
      expect([anchor, partsAt(`/docs/${to.split('#')[0]}`).ids.has(anchor)]).toEqual([anchor, true]);
    }
  });

  it('are found by the names of their files', async () => {
    for (const source of SOURCES) {
      const [{ address }] = pages.filter((page) => page.source === source);
      expect([source, await leadsTo(`/${source}`)]).toEqual([source, address]);
    }
    expect(await leadsTo('/docs/README.md')).toBe('/docs');
  });

  it.each([
    '/docs/nothing.md',
    '/docs/operate/nothing.md',
    '/docs/constructor',
    '/docs/..%2fpackage',
    '/docs/moved.md.md',
  ])('are not found at %s', async (path) => expect((await get(path)).status).toBe(404));

  it.each([
    ['runbook', '/docs/operate/runbook'],
    ['backup restore', '/docs/operate/runbook#backup-and-restore'],
    ['decisions', '/docs/decisions'],
    ['which way', '/docs/start/which-way'],
  ])('are found by a search for %s', async (query, href) => {
    const { hrefs } = partsOf(await pageAt(`/docs/search?q=${encodeURIComponent(query)}`));
    expect(hrefs).toContain(href);
  });
});
