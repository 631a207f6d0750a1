import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { count, rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ANY = '*';
const PATH = '/admin/branding';
const IMAGES = ['logo', 'logoDark', 'icon'] as const;
const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="${colour}"/></svg>`;
const LOGO = svg('#1b5799');
const NO_IMAGE = '%PDF-1.7';

const matching = (text: string): unknown => expect.stringContaining(text);

describe('the form of a branding (D359)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await api.send('DELETE', '/branding', { ifMatch: ANY });
    await rows(server, 'DELETE FROM brand_image RETURNING 1');
    await rows(server, `DELETE FROM audit_event WHERE action LIKE 'branding.%' RETURNING 1`);
  });

  const get = async (path: string) =>
    request(server, { path, headers: { Cookie: await api.consoleCookie() } });
  async function save(fields: Record<string, string>, files: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ etag: ANY, ...fields })) form.set(name, value);
    for (const [name, content] of Object.entries(files)) form.set(name, new Blob([content]), `${name}.svg`);
    const headers = { Cookie: await api.consoleCookie() };
    const answer = await fetch(`${server.url}${PATH}`, {
      ...{ method: 'POST', redirect: 'manual', headers, body: form },
    });
    return { status: answer.status, text: await answer.text() };
  }
  const draft = async () => (await api.send('GET', '/branding')).body.draft as Record<string, unknown> | null;
  const audited = async () => {
    const sql = `SELECT action FROM audit_event WHERE action LIKE 'branding.%' ORDER BY id`;
    return (await rows<{ action: string }>(server, sql)).map(({ action }) => action);
  };

  it('saves texts, colours and all images at once', async () => {
    const files = { logo: LOGO, logoDark: svg('#8cbcf4'), icon: svg('#333333') };
    const sent = { name: 'Smith Cloud', accentLight: '#1b5799' };
    expect(await save(sent, files)).toMatchObject({ status: 303 });
    expect(await draft()).toMatchObject({
      ...{ ...sent, accentDark: null },
      ...Object.fromEntries(IMAGES.map((name) => [name, expect.stringMatching(/^[\da-f]{64}$/)])),
    });
    const saved = await draft();
    expect(new Set(IMAGES.map((name) => saved?.[name])).size).toBe(3);
    expect(await audited()).toEqual([...IMAGES.map(() => 'branding.image_added'), 'branding.drafted']);
  });

  it('keeps an image for which nothing is sent, replaces one, and removes one by its box', async () => {
    await save({}, { logo: LOGO, icon: LOGO });
    const before = await draft();
    await save({ name: 'Smith Cloud', 'remove-icon': 'yes' });
    expect(await draft()).toMatchObject({ name: 'Smith Cloud', logo: before?.logo, icon: null });
    await save({ 'remove-logo': 'yes' }, { logo: svg('#333333') });
    const { logo } = (await draft()) ?? {};
    expect(logo).toMatch(/^[\da-f]{64}$/);
    expect(logo).not.toBe(before?.logo);
  });

  it.each<[what: string, fields: Record<string, string>, files: Record<string, string>, told: string[]]>([
    ['an image that is none', {}, { icon: NO_IMAGE }, ['Icon must be a PNG, JPEG, WebP, GIF or SVG image.']],
    [
      'an image that is too large',
      {},
      { logo: `${LOGO}${' '.repeat(256 * 1024)}` },
      ['Logo must have at most 256 KiB'],
    ],
    [
      'a colour, and says which images are to be chosen again',
      { accentLight: '#ffcc00' },
      { logo: LOGO },
      ['Accent on light pages has a contrast of 1.33:1', 'Logo must be chosen again: nothing was saved.'],
    ],
    [
      'a colour and an image together',
      { accentDark: '#1b5799' },
      { logo: LOGO, logoDark: NO_IMAGE },
      ['Accent on dark pages has', 'Logo on dark pages must be a PNG', 'Logo must be chosen again'],
    ],
    [
      'what somebody else changed meanwhile',
      { etag: '"other"' },
      { logo: LOGO },
      ['Logo must be chosen again: nothing was saved.'],
    ],
  ])(
    'refuses %s, each at its field; nothing is saved, what was typed stays',
    async (_what, fields, files, told) => {
      await save({ name: 'Before' }, { logoDark: LOGO });
      const [before, images, events] = [await draft(), await count(server, 'brand_image'), await audited()];
      const { status, text } = await save({ name: 'Typed', 'remove-logoDark': 'yes', ...fields }, files);
      expect(status).toBe(422);
      for (const each of told) expect(text.split(each)).toHaveLength(2);
      expect(text).toContain('name="name" value="Typed"');
      expect(text).toMatch(/name="remove-logoDark" value="yes" checked/);
      expect([await draft(), await count(server, 'brand_image'), await audited()]).toEqual([
        before,
        images,
        events,
      ]);
    },
  );

  it('has no key of an image as a field: another’s image is not taken by its name', async () => {
    const data = Buffer.from(LOGO).toString('base64');
    const { key } = (await api.send('POST', '/branding/images', { body: { field: 'logo', data } })).body;
    await save({ name: 'Smith Cloud', logo: String(key) });
    expect(await draft()).toMatchObject({ name: 'Smith Cloud', logo: null });
  });

  it.each(['/image', '/image/remove'])('%s is no page any more', async (path) => {
    const headers = { Cookie: await api.consoleCookie() };
    expect(await request(server, { path: `${PATH}${path}`, form: { etag: ANY }, headers })).toMatchObject({
      status: 404,
    });
  });

  it('only its own page has a frame, and only the preview may stand in one', async () => {
    const policyOf = async (path: string) => {
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      return [String(headers['content-security-policy']), headers['x-frame-options']];
    };
    for (const path of ['/admin', '/admin/clients', `${PATH}/remove`]) {
      const [policy, frames] = await policyOf(path);
      expect([path, frames, policy]).toEqual([path, 'DENY', matching("frame-ancestors 'none'")]);
      expect(policy).not.toContain('frame-src');
    }
    const [policy, frames] = await policyOf(PATH);
    expect([frames, policy]).toEqual(['DENY', matching("frame-ancestors 'none'")]);
    expect(policy).toMatch(/;frame-src 'self'$/);
    for (const page of ['sign-in', 'consent', 'mail']) {
      const path = `${PATH}/preview?page=${page}`;
      const [policyOfPreview, framesOfPreview] = await policyOf(path);
      expect([page, framesOfPreview]).toEqual([page, 'SAMEORIGIN']);
      for (const part of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'"])
        expect(policyOfPreview).toContain(part);
      expect(policyOfPreview).not.toContain('script-src');
      expect((await get(path)).text).not.toContain('<script');
    }
  });

  it('the preview needs an administrator', async () => {
    const { status, text } = await request(server, { path: `${PATH}/preview?page=sign-in` });
    expect([status, text.includes('Example application')]).toEqual([303, false]);
  });
});
