import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CookieBrowser } from '../support/authorization.js';
import { ANNA } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SITE = 'https://accounts.family.example';
const PATHS = [
  '/.well-known/change-password',
  '/.well-known/passkey-endpoints',
  '/.well-known/security.txt',
  '/favicon.ico',
  '/robots.txt',
];

describe('well-known addresses that programs look for on every site (D364)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({
      PUBLIC_URL: SITE,
      SECURITY_CONTACT: 'https://family.example/security, mailto:security@family.example',
      SECURITY_LANGUAGES: 'de, en',
    });
  });
  afterAll(() => server.close());

  const get = (path: string) => request(server, { path });

  it('row 42: change-password leads to the form, after a sign-in', async () => {
    const { status, headers } = await get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([303, '/account/sign-in#password-section']);
    const [path, id] = (headers.location as string).split('#');
    expect((await get(path)).headers.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const page = await browser.get(path);
    expect([page.status, page.text.includes(`id="${id}"`)]).toEqual([200, true]);
    expect(page.text).toContain('autocomplete="new-password"');
  });

  it('row 42: unknown well-known addresses are 404, as password managers check first', async () => {
    const path = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await get(path)).status).toBe(404);
  });

  it('row 42: passkey-endpoints names existing pages', async () => {
    const { status, headers, text } = await get('/.well-known/passkey-endpoints');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    const { enroll, manage } = JSON.parse(text) as Record<string, string>;
    expect([enroll, manage]).toEqual([`${SITE}/account/passkeys/new`, `${SITE}/account/sign-in#passkeys`]);
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    expect((await browser.get('/account/passkeys/new')).status).toBe(200);
    expect((await browser.get('/account/sign-in')).text).toContain('id="passkeys"');
  });

  it('row 42: security.txt has contacts, is valid for thirty days by the clock, and states its address', async () => {
    const { status, headers, text } = await get('/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const expires = new Date(server.clock.millis() + 30 * 86_400_000).toISOString().replace(/\.\d+/, '');
    expect(text.split('\n')).toEqual([
      'Contact: https://family.example/security',
      'Contact: mailto:security@family.example',
      `Expires: ${expires}`,
      'Preferred-Languages: de, en',
      `Canonical: ${SITE}/.well-known/security.txt`,
      '',
    ]);
  });

  it('row 42: favicon.ico is an icon in three sizes', async () => {
    const response = await fetch(`${server.url}/favicon.ico`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    const icon = Buffer.from(await response.arrayBuffer());
    expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1]);
    const sizes = [];
    for (let i = 0; i < icon.readUInt16LE(4); i++) {
      const [length, at] = [icon.readUInt32LE(6 + 16 * i + 8), icon.readUInt32LE(6 + 16 * i + 12)];
      const { format, width, height } = await sharp(icon.subarray(at, at + length)).metadata();
      expect([format, width, height]).toEqual(['png', icon[6 + 16 * i], icon[7 + 16 * i]]);
      sizes.push(width);
    }
    expect(sizes).toEqual([16, 32, 48]);
  });

  it('row 42: robots.txt excludes everything, and reveals nothing', async () => {
    const { status, headers, text } = await get('/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toBe('User-agent: *\nDisallow: /\n');
  });

  it.each(PATHS)('%s follows the rules of paths', async (path) => {
    const [given, head, options, slash, post] = await Promise.all([
      get(path),
      request(server, { method: 'HEAD', path }),
      request(server, { method: 'OPTIONS', path }),
      get(`${path}/`),
      request(server, { method: 'POST', path }),
    ]);
    expect([head.status, head.text, head.headers['content-type']]).toEqual([
      given.status,
      '',
      given.headers['content-type'],
    ]);
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD']);
    expect([slash.status, slash.headers.location]).toEqual([308, path]);
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await get(path.toUpperCase())).status).toBe(404);
  });

  it('row 42: without a contact, and at a numeric host, security.txt and passkeys are absent', async () => {
    const plain = await startApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });
    try {
      for (const [path, why] of [
        ['/.well-known/security.txt', 'The operator of this server named no contact for this.'],
        ['/.well-known/passkey-endpoints', 'There are no passkeys for an IP address.'],
      ]) {
        const { status, text } = await request(plain, { path });
        expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ detail: why })]);
      }
    } finally {
      await plain.close();
    }
  });
});
