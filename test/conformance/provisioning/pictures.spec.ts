import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { basic } from '../../support/a01.js';
import { census } from '../../support/census.js';
import { CLIENTS } from '../../support/fixtures.js';
import { openApi } from '../../support/openapi-document.js';
import { NO_SUCH, Partner, type Fields, type Upload } from '../../support/partner.js';
import { claiming, padded, photograph, picture, type KINDS } from '../../support/pictures.js';
import { ERRORS, expectError, type Expected } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const MIB = 1024 * 1024;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';
const BINARY = 'application/octet-stream';

describe('pictures of families (§2.5, §4.5, §8, D9, D27, D90) [I8-11]', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  const create = async (file: Upload, fields: Fields = {}): Promise<string> => {
    const { status, body } = await partner.upload('createfamily', { FamilyName: 'Pic', ...fields }, file);
    expect(body.a01.ex).toBeUndefined();
    expect(status).toBe(200);
    return body.a01.r.r;
  };
  const urlsOf = async (familyId: string) => partner.pictureUrls(await partner.account(familyId));
  const open = async (url: string) => {
    const response = await fetch(url);
    return {
      status: response.status,
      headers: response.headers,
      content: Buffer.from(await response.arrayBuffer()),
    };
  };
  const opened = async (familyId: string) => sharp((await open((await urlsOf(familyId))[0])).content);
  /** createfamily makes no family, updatefamily keeps the existing picture. */
  const refused = async (file: Upload, error: Expected): Promise<void> => {
    const familyId = await partner.family();
    const before = await census(server);
    const created = await partner.upload('createfamily', { FamilyName: 'Pic' }, file);
    expectError(created, error, 'provcreatefamily');
    const updated = await partner.upload('updatefamily', { familyId, FamilyName: 'Not' }, file);
    expectError(updated, error, 'provupdatefamily');
    expect(await census(server)).toEqual(before);
    const [family] = (await partner.information(await partner.account(familyId))).families;
    expect(family).toMatchObject({ familyName: 'The Ls', pictureURIs: [] });
  };

  it.each([
    ['png', 'family.png', 'image/png'],
    ['gif', 'family.jpg', 'image/jpeg'],
    ['jpeg', 'family.txt', 'text/plain'],
    ['webp', 'family.svg', 'image/svg+xml'],
    ['png', 'family', BINARY],
    ['jpeg', '../../etc/passwd', BINARY],
    ['gif', 'fa\u00fcmily "x".exe', BINARY],
  ] as const)('recognizes a %s named %j of type %s by its content', async (kind, fileName, type) => {
    const family = await create({ content: await picture(kind), fileName, type });
    const { format, width, height } = await (await opened(family)).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 64, height: 48 });
  });

  it('is at an absolute, unguessable URL under PUBLIC_URL that anyone may open, and only browsers cache, for a day [I2.5-05, I4.5-19; row 33]', async () => {
    const [url, ...others] = await urlsOf(await create({ content: await picture('png') }));
    expect(others).toEqual([]);
    expect(url).toMatch(new RegExp(`^${server.url}/pictures/[\\w-]{43}\\.webp$`));
    const { status, headers } = await open(url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toMatch(/^private, max-age=86400, immutable$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('can be opened by a browser that sends HEAD first', async () => {
    const [url] = await urlsOf(await create({ content: await picture('png') }));
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('two families with equal pictures have different URLs', async () => {
    const content = await picture('png');
    const urls = [await urlsOf(await create({ content })), await urlsOf(await create({ content }))];
    expect(urls[0]).not.toEqual(urls[1]);
  });

  it.each([
    ['an unknown key', `${'A'.repeat(43)}.webp`],
    ['a key that is too short', 'abc.webp'],
    ['another ending', `${'A'.repeat(43)}.png`],
    ['a way out', '..%2f..%2fpackage.json'],
  ])('%s is 404', async (_what, name) => {
    expect((await open(`${server.url}/pictures/${name}`)).status).toBe(404);
  });

  it('a replaced picture is at a new URL, and the old one is gone [I4.5-27]', async () => {
    const familyId = await create({ content: await picture('png') });
    const account = await partner.account(familyId);
    const [old] = await partner.pictureUrls(account);
    const upload = { content: await picture('jpeg', { width: 30, height: 40 }) };
    expect((await partner.upload('updatefamily', { familyId }, upload)).status).toBe(200);
    const urls = await partner.pictureUrls(account);
    expect(urls).toHaveLength(1);
    expect(urls[0]).not.toBe(old);
    expect((await open(urls[0])).status).toBe(200);
    expect((await open(old)).status).toBe(404);
  });

  it('updatefamily without a picture, or with an empty file field, leaves it', async () => {
    const familyId = await create({ content: await picture('png') });
    const account = await partner.account(familyId);
    const before = await partner.pictureUrls(account);
    await partner.result('updatefamily', { familyId, FamilyName: 'Renamed' });
    expect((await partner.upload('updatefamily', { familyId }, { content: Buffer.alloc(0) })).status).toBe(
      200,
    );
    expect(await partner.pictureUrls(account)).toEqual(before);
    expect((await open(before[0])).status).toBe(200);
  });

  it('updatefamily with FamilyImage as a text without a value takes it away (row 32)', async () => {
    const familyId = await create({ content: await picture('png') });
    const account = await partner.account(familyId);
    const [before] = await partner.pictureUrls(account);
    await partner.result('updatefamily', { familyId, FamilyImage: '' });
    expect(await partner.pictureUrls(account)).toEqual([]);
    expect((await open(before)).status).toBe(404);
    await partner.result('updatefamily', { familyId, FamilyImage: '' }); // it has none any more
  });

  it('createfamily with FamilyImage as a text without a value makes a family without one', async () => {
    const familyId = await partner.result('createfamily', { FamilyName: 'Pic', FamilyImage: '' });
    expect(await partner.pictureUrls(await partner.account(familyId))).toEqual([]);
  });

  it('a deleted family deletes its picture', async () => {
    const familyId = await create({ content: await picture('png') });
    const account = await partner.account(familyId);
    const [url] = await partner.pictureUrls(account);
    await partner.result('removeaccount2family', { accountId: account, familyId });
    expect((await open(url)).status).toBe(200);
    await partner.result('deletefamily', { familyId });
    expect((await open(url)).status).toBe(404);
  });

  it('keeps no EXIF, GPS, ICC or XMP, and turns the picture upright as the camera meant', async () => {
    const content = await photograph();
    expect(content.includes('SecretCamera')).toBe(true);
    const [url] = await urlsOf(await create({ content }));
    const stored = (await open(url)).content;
    expect(stored.includes('SecretCamera')).toBe(false);
    expect(stored.includes('Anna Secret')).toBe(false);
    const { exif, xmp, iptc, orientation, width, height } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, orientation }).toEqual({});
    expect({ width, height }).toEqual({ width: 48, height: 64 });
  });

  it.each([
    [3, { width: 64, height: 48 }],
    [6, { width: 48, height: 64 }],
  ])('a picture of CMYK, turned as EXIF says by %d, is kept upright in RGB', async (orientation, kept) => {
    const content = turned(
      await sharp(await picture('png'))
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
      orientation,
    );
    expect(await sharp(content).metadata()).toMatchObject({ space: 'cmyk', orientation });
    const { space, width, height } = await (await opened(await create({ content }))).metadata();
    expect({ space, width, height }).toEqual({ space: 'srgb', ...kept });
  });

  it.each([
    ['wide', { width: 3000, height: 300 }, { width: 1024, height: 102 }],
    ['high', { width: 100, height: 2048 }, { width: 50, height: 1024 }],
    ['of 1024 px', { width: 1024, height: 1024 }, { width: 1024, height: 1024 }],
    ['of 1 px', { width: 1, height: 1 }, { width: 1, height: 1 }],
  ])('a picture that is %s is at most 1024 px, never enlarged', async (_what, size, kept) => {
    const { width, height } = await (
      await opened(await create({ content: await picture('png', size) }))
    ).metadata();
    expect({ width, height }).toEqual(kept);
  });

  it.each<[what: string, content: () => Promise<Buffer> | Buffer]>([
    ['a text', () => Buffer.from('not a picture')],
    ['one byte', () => Buffer.from('x')],
    ['an SVG', () => Buffer.from(SVG)],
    ['an SVG with an XML declaration', () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['a PDF', () => Buffer.from(PDF)],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a TIFF', () => tiff()],
    [
      'a HEIC',
      () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]),
    ],
    [
      'an AVIF',
      () =>
        sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
          .avif()
          .toBuffer(),
    ],
    ['a truncated PNG', async () => (await noise('png')).subarray(0, 3000)],
    ['a truncated JPEG', async () => (await noise('jpeg')).subarray(0, 1500)],
    ['a truncated GIF', async () => (await noise('gif')).subarray(0, 2000)],
    ['a truncated WebP', async () => (await noise('webp')).subarray(0, 1500)],
    ['only a PNG signature', async () => (await picture('png')).subarray(0, 8)],
    ['a PNG header with nothing behind it', () => claiming({ width: 500, height: 500 })],
    ['random bytes', () => Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256))],
  ])('refuses %s as an image: 415 AFizInvalidImageException 23', async (_what, content) => {
    await refused(
      { content: await content(), fileName: 'family.png', type: 'image/png' },
      ERRORS.imageInvalid,
    );
  });

  it.each([
    { width: 40_000_001, height: 1 },
    { width: 2_000_000_000, height: 2_000_000_000 },
    { width: 6325, height: 6325 },
  ])('a header that claims %j is refused', async (size) => {
    const content = await claiming(size);
    const answer = await partner.upload('createfamily', { FamilyName: 'X' }, { content });
    expect([413, 415]).toContain(answer.status);
    expect(answer.body.a01.ex).toMatchObject({ name: 'AFizInvalidImageException', value: '23' });
  });

  it('refuses a picture for a family that does not exist, and does not store it', async () => {
    const before = await census(server);
    const upload = { content: await picture('png') };
    const answer = await partner.upload('updatefamily', { familyId: NO_SUCH }, upload);
    expectError(answer, ERRORS.familyIdDoesNotExist, 'provupdatefamily');
    expect(await census(server)).toEqual(before);
  });

  it.each([
    ['in the query', '/api?a01call=provcreatefamily', {}],
    ['in the body', '/api', { a01call: 'provcreatefamily' }],
  ])('is accepted by the binding with a01call %s, also 1 MiB (D1, D3)', async (_where, path, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, a01FamilyName: 'X' })) form.set(name, value);
    form.set('a01FamilyImage', new Blob([Uint8Array.from(await padded(MIB))]), 'x');
    const answer = await partner.api.send('POST', path, basic(CLIENTS.provisioning), form);
    expect(answer.body.a01.ex).toBeUndefined();
    expect(answer.status).toBe(200);
  });

  it('a body without credentials is refused with 509 (D36), a large one with 413 before it is read (D151)', async () => {
    const send = (content: Buffer) => {
      const form = new FormData();
      form.set('FamilyName', 'X');
      form.set('FamilyImage', new Blob([Uint8Array.from(content)]), 'x');
      return partner.api.send('POST', '/api/prov/createfamily', {}, form);
    };
    expectError(await send(await picture('png')), ERRORS.insufficientRights, 'provcreatefamily');
    const large = await send(await padded(MIB));
    expect(large.status).toBe(413);
    expect(large.body.a01.ex.name).toBe('FizApiRequestTooLargeException');
    expect(large.body.a01.ex.message).toContain(
      'before the file, in the query, or the client in a Basic header',
    );
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(partner.api.undeclared(await openApi(server))).toEqual([]);
  });
});

/** A picture that does not compress: most of its bytes are pixels. */
function noise(kind: (typeof KINDS)[number]): Promise<Buffer> {
  const background = { r: 90, g: 90, b: 90 };
  const spread = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: 160, height: 160, channels: 3, background, noise: spread } })
    .toFormat(kind)
    .toBuffer();
}

/** The JPEG with EXIF that has only its orientation: sharp converts to RGB if it writes EXIF. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const entry = Buffer.from([1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
  const tiffBytes = [Buffer.from('MM\0*\0\0\0\b\0\x01', 'latin1'), entry, Buffer.alloc(4)];
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), ...tiffBytes]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

function tiff(): Promise<Buffer> {
  return sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .tiff()
    .toBuffer();
}
