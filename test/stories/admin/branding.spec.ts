import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import {
  authorizePath,
  CookieBrowser,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const ANY = '*';
const SHOP = THIRD_PARTIES.shop;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><script>alert(1)</script>
  <image href="https://elsewhere.example/pixel.png" width="1" height="1"/><rect width="200" height="40" fill="#1b5799"/></svg>`;

describe('branding (D233)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startWithThirdParties();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const whose of ['', `?client=${SHOP.id}`])
      await api.send('DELETE', `/branding${whose}`, { ifMatch: ANY });
  });

  const page = async (path: string) =>
    (await request(server, { method: 'GET', path, headers: { Accept: 'text/html' } })).text;
  const draft = (body: object, whose = '') => api.send('PATCH', `/branding${whose}`, { body, ifMatch: ANY });
  const publish = (whose = '') => api.send('POST', `/branding/publish${whose}`, { ifMatch: ANY });
  const branded = async (body: object, whose = '') => {
    expect(await draft(body, whose)).toMatchObject({ status: 200 });
    expect(await publish(whose)).toMatchObject({ status: 200 });
  };
  const upload = async (image: Buffer | string, field = 'logo') => {
    const body = { field, data: Buffer.from(image).toString('base64') };
    return api.send('POST', '/branding/images', { body });
  };
  const signInOfShop = async () => {
    const browser = new CookieBrowser(server);
    const { headers } = await browser.get(authorizePath(SHOP));
    return (
      await browser.get(
        new URL(headers.location ?? '', server.url).pathname +
          new URL(headers.location ?? '', server.url).search,
      )
    ).text;
  };

  it('a draft is visible only in its preview; published, it is on every page for people, and not in the console', async () => {
    await draft({
      name: 'Smith Cloud',
      accentLight: '#1b5799',
      termsUrl: 'https://smith.example/terms',
      passwordNote: 'Your <Smith> password.',
    });
    expect(await page('/sign-in')).not.toContain('Smith');
    const headers = { Cookie: await api.consoleCookie() };
    const preview = await request(server, { path: '/admin/branding/preview?page=sign-in', headers });
    expect(preview.text).toContain('Smith Cloud');
    expect(preview.headers['content-security-policy']).toContain("form-action 'none'");
    await publish();
    for (const path of ['/', '/sign-in', '/forgot-password', '/invitation/none', '/no-such-page']) {
      const text = await page(path);
      expect([path, text.includes('· Smith Cloud</title>')]).toEqual([path, true]);
      expect(text).toContain('<a href="https://smith.example/terms" rel="noopener noreferrer">');
      expect(text).toMatch(
        /<link rel="stylesheet" href="\/assets\/brand\/1b5799-[\da-f]{6}\.css\?v=[\da-f]{8}"/,
      );
      expect(text).not.toContain('Hearth');
    }
    expect(await page('/sign-in')).toContain('Your &lt;Smith> password.');
    expect(await page('/admin/sign-in')).toContain('· Hearth</title>');
  });

  it("a client’s flow shows its own, with the server's name below; empty fields are the server’s", async () => {
    await branded({ name: 'Smith Cloud', supportUrl: 'https://smith.example/help' });
    await branded({ name: 'Smith Shop', accentDark: '#8cbcf4' }, `?client=${SHOP.id}`);
    const text = await signInOfShop();
    expect(text).toContain('<title>Sign in · Smith Shop · Smith Cloud</title>');
    expect(text).toContain('You sign in with Smith Cloud.');
    expect(text).toContain('https://smith.example/help');
    expect(text).toMatch(/\/assets\/brand\/[\da-f]{6}-8cbcf4\.css/);
    expect(await page('/sign-in')).not.toContain('Smith Shop');
    const { body } = await api.send('GET', '/branding');
    expect(body.clients).toEqual([SHOP.id]);
  });

  it.each<[body: object, field: string, message: RegExp]>([
    [
      { accentLight: '#ffcc00' },
      'accentLight',
      /1\.33:1 .*#f3f0eb.* 4\.5:1 .*darker colour, such as #[\da-f]{6}/,
    ],
    [{ accentDark: '#1b5799' }, 'accentDark', /:1 .*lighter colour, such as #[\da-f]{6}/],
    [{ accentLight: 'red;}' }, 'accentLight', /must be/],
    [{ termsUrl: 'javascript:alert(1)' }, 'termsUrl', /https/],
    [{ termsUrl: 'http://smith.example' }, 'termsUrl', /https/],
    [{ privacyUrl: 'https://a:b@smith.example/' }, 'privacyUrl', /password/],
    [{ supportUrl: 'https://smith.example/"onclick=' }, 'supportUrl', /https/],
    [{ name: 'a@b.example' }, 'name', /must not contain/],
    [{ senderName: 'Smith\r\nBcc: x' }, 'senderName', /control|visible/],
    [{ senderName: 'Smith <x@y.example>' }, 'senderName', /must not contain/],
    [{ passwordNote: 'x'.repeat(161) }, 'passwordNote', /160/],
    [{ logo: '../../etc/passwd' }, 'logo', /key/],
    [{ logo: 'a'.repeat(64) }, 'logo', /upload it again/],
    [{ style: 'body{}' }, 'style', /./],
  ])('refuses %j by the name of its field', async (body, field, message) => {
    const answer = await draft(body);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field, message: expect.stringMatching(message) }],
    ]);
    expect(await count(server, 'branding')).toBe(0);
  });

  it('the suggested colour is accepted', async () => {
    const { body } = await draft({ accentLight: '#ffcc00' });
    const [{ message }] = body.errors as [{ message: string }];
    const suggested = message.slice(-7);
    expect(await draft({ accentLight: suggested })).toMatchObject({ status: 200 });
  });

  it('an SVG is rendered: the result is a small PNG at the address of its content, permanently', async () => {
    const { status, body } = await upload(SVG);
    expect(status).toBe(201);
    await branded({ name: 'Smith Cloud', logo: body.key });
    expect(await page('/sign-in')).toContain(`src="${String(body.address)}" alt="Smith Cloud"`);
    const image = await fetch(`${server.url}${String(body.address)}`);
    const png = Buffer.from(await image.arrayBuffer());
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(createHash('sha256').update(png).digest('hex')).toBe(body.key);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 480, height: 96 });
    expect(png.toString('latin1')).not.toMatch(/script|elsewhere/);
  });

  it.each([
    ['no image', Buffer.from('<html>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    [
      'an image of 30,000 by 30,000',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'),
    ],
    [
      'an SVG that asks for a file',
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;',
      ),
    ],
  ])('refuses %s', async (_what, image) => {
    expect(await upload(image)).toMatchObject({ status: 422, body: { errors: [{ field: 'data' }] } });
  });

  it('a style sheet of one colour has the other one derived from it', async () => {
    const { accentLight } = (await draft({ accentLight: '#1b5799' })).body.draft as { accentLight: string };
    await publish();
    const [, both] = /"(\/assets\/brand\/[\da-f]{6}-[\da-f]{6}\.css)/.exec(await page('/')) ?? [];
    const styles = async (path: string) => (await fetch(`${server.url}${path}`)).text();
    expect(await styles(`/assets/brand/${accentLight.slice(1)}-.css`)).toBe(await styles(String(both)));
  });

  it.each([
    'ffffff-000000.css',
    'ffcc00-.css',
    '-.css',
    '1b5799.css',
    '1b5799-8cbcf4.css/..',
    `${'a'.repeat(64)}.png`,
    'x.svg',
  ])('/assets/brand/%s is 404', async (name) => {
    expect((await request(server, { method: 'GET', path: `/assets/brand/${name}` })).status).toBe(404);
  });

  it('a style sheet contains nothing but colours', async () => {
    const answer = await fetch(`${server.url}/assets/brand/1b5799-8cbcf4.css`);
    expect(answer.headers.get('content-type')).toContain('text/css');
    const css = (await answer.text()).replaceAll(/--[a-z-]+:#[\da-f]{6};?/g, '');
    expect(css).toBe(':root{}\n@media (prefers-color-scheme: dark){:root{}}\n');
  });

  it('an image that no branding uses is deleted after a day; one in a draft stays', async () => {
    const [used, other] = await Promise.all([upload(SVG), upload(SVG.replace('#1b5799', '#333333'))]);
    await draft({ logo: used.body.key });
    server.clock.advance({ minutes: 25 * 60 });
    await server.get(CleanUp).run();
    const keys = await rows<{ key: string }>(server, 'SELECT key FROM brand_image');
    expect(keys.map(({ key }) => key)).toContain(used.body.key);
    expect(keys.map(({ key }) => key)).not.toContain(other.body.key);
    api = await AdminApi.signIn(server, await newAdmin(server));
  });

  it('two administrators don’t overwrite each other, and each step is audited with its changes', async () => {
    await rows(server, `DELETE FROM audit_event WHERE action LIKE 'branding.%' RETURNING 1`);
    const { headers } = await api.send('GET', '/branding');
    const save = (name: string) => api.send('PATCH', '/branding', { body: { name }, ifMatch: headers.etag });
    const answers = await Promise.all([save('One'), save('Two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    await draft({ name: 'Smith Cloud' });
    await publish();
    expect(await publish()).toMatchObject({ status: 409 });
    await draft({ name: 'Other' });
    await api.send('DELETE', '/branding/draft', { ifMatch: ANY });
    await api.send('DELETE', '/branding', { ifMatch: ANY });
    const sql = `SELECT action, target, details FROM audit_event WHERE action LIKE 'branding.%' ORDER BY id`;
    const events = await rows<{ action: string; target: string; details: object }>(server, sql);
    expect(events.map(({ action }) => action)).toEqual([
      ...['branding.drafted', 'branding.drafted', 'branding.published'],
      ...['branding.drafted', 'branding.drafted', 'branding.removed'],
    ]);
    expect(events[2]).toMatchObject({ target: 'server', details: { after: { name: 'Smith Cloud' } } });
  });

  it("an unknown client has none, and a deleted client's branding is deleted", async () => {
    expect(await draft({ name: 'x' }, '?client=nobody')).toMatchObject({ status: 404 });
    const body = { clientId: 'gone', name: 'Gone', ruleset: 'WEB', clientType: 'confidential' };
    await api.send('POST', '/clients', { body });
    await branded({ name: 'Gone' }, '?client=gone');
    expect(await api.send('DELETE', '/clients/gone', { ifMatch: ANY })).toMatchObject({ status: 204 });
    expect(await count(server, 'branding')).toBe(0);
  });

  it('is exported with its images, and imported unchanged', async () => {
    const { body: image } = await upload(SVG);
    await branded({ name: 'Smith Cloud', logo: image.key, accentLight: '#1b5799' });
    await branded({ name: 'Smith Shop' }, `?client=${SHOP.id}`);
    const { body: document } = await api.send('GET', '/configuration');
    expect(document).toMatchObject({
      brandings: [
        { client: null, name: 'Smith Cloud', logo: image.key, accentLight: '#1b5799', icon: null },
        { client: SHOP.id, name: 'Smith Shop', logo: null },
      ],
      brandImages: [{ key: image.key }],
    });
    const again = await api.send('POST', '/configuration', { body: document });
    expect([again.status, again.body]).toEqual([200, { changes: [], isApplied: true }]);
    await api.send('DELETE', '/branding', { ifMatch: ANY });
    await rows(server, 'DELETE FROM brand_image RETURNING 1');
    const back = await api.send('POST', '/configuration', { body: document });
    expect(back.body).toMatchObject({ changes: [{ kind: 'branding', name: 'server', action: 'create' }] });
    expect(await page('/sign-in')).toContain(`/assets/brand/${String(image.key)}.png`);
    expect((await fetch(`${server.url}/assets/brand/${String(image.key)}.png`)).status).toBe(200);
    const before = { rulesets: document.rulesets, clients: document.clients };
    const dry = (body: object) => api.send('POST', '/configuration?prune&dryRun', { body });
    expect((await dry(before)).body.changes).toEqual([]); // an older export has no brandings
    expect((await dry({ ...before, brandings: [] })).body.changes).toEqual([
      expect.objectContaining({ name: 'server', action: 'delete' }),
      expect.objectContaining({ name: `client:${SHOP.id}`, action: 'delete' }),
    ]);
  });

  it.each<[body: object, field: RegExp]>([
    [{ brandings: [{ client: 'nobody', name: 'x' }] }, /^brandings\.0\.client$/],
    [{ brandings: [{ client: null, logo: 'b'.repeat(64) }] }, /^brandings\.0\.logo$/],
    [{ brandings: [{ client: null, accentLight: '#ffcc00' }] }, /^brandings\.0\.accentLight$/],
    [{ brandings: [{ client: null }, { client: null }] }, /^brandings\.server$/],
    [{ brandImages: [{ key: 'a'.repeat(64), data: 'bm8=' }] }, /^brandImages\.0\.data$/],
  ])('refuses an import of %j by its place', async (body, field) => {
    const answer = await api.send('POST', '/configuration', { body });
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: expect.stringMatching(field), message: expect.any(String) }],
    ]);
  });
});
