import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CallError } from '../../src/platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../src/platform/errors/catalogue.js';
import { bomb, claiming, picture, slowJpeg } from '../support/pictures.js';
import { eventually } from '../support/eventually.js';
import { PictureConverter } from '../../src/identity/families/picture-converter.js';

const BACKGROUND = { r: 10, g: 200, b: 90 };

describe('PictureConverter (D27)', () => {
  const pictures = new PictureConverter();
  const one = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: BACKGROUND }, limitInputPixels: false });
  const errorOf = async (upload: Buffer): Promise<ErrorDefinition | null> =>
    pictures.toWebp(upload).then(
      () => null,
      (cause: unknown) => {
        if (cause instanceof CallError) return cause.definition;
        throw cause;
      },
    );

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('makes a small WebP of a %s', async (format) => {
    const webp = await pictures.toWebp(await one(2000, 500).toFormat(format).toBuffer());
    const { format: kept, width, height } = await sharp(webp).metadata();
    expect({ kept, width, height }).toEqual({ kept: 'webp', width: 1024, height: 256 });
  });

  it.each(['tiff', 'avif'] as const)(
    'refuses a %s, which is an image but not one of the four types',
    async (format) => {
      expect(await errorOf(await one(16, 16).toFormat(format).toBuffer())).toBe(Errors.imageInvalid);
    },
  );

  it.each(['', 'text', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>', '%PDF-1.4'])(
    'refuses %j',
    async (text) => {
      expect(await errorOf(Buffer.from(text))).toBe(Errors.imageInvalid);
    },
  );

  it('keeps transparency and colour', async () => {
    const background = { ...BACKGROUND, alpha: 0.5 };
    const upload = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
      .png()
      .toBuffer();
    const { data, info } = await sharp(await pictures.toWebp(upload))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect(Math.abs(data[1] - BACKGROUND.g)).toBeLessThan(6);
    expect(Math.abs(data[3] - 128)).toBeLessThan(6);
  });

  it('converts the first frame of an animated GIF', async () => {
    const frames = [await one(8, 8).png().toBuffer(), await one(8, 8).negate().png().toBuffer()];
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const { pages = 1, width, height } = await sharp(await pictures.toWebp(animated)).metadata();
    expect({ pages, width, height }).toEqual({ pages: 1, width: 8, height: 8 });
  });

  it('refuses more than 5 MiB before it reads the image', async () => {
    expect(await errorOf(Buffer.alloc(5 * 1024 * 1024 + 1))).toBe(Errors.imageTooLarge);
    expect(await errorOf(Buffer.alloc(5 * 1024 * 1024))).toBe(Errors.imageInvalid);
  });

  it.each([
    [10_000, 10_000],
    [8001, 5000],
  ])('refuses %i x %i pixels without unpacking them', async (width, height) => {
    expect((await sharp(await pictures.toWebp(bomb({ width: 64, height: 48 }))).metadata()).width).toBe(64); // a real one
    expect(await errorOf(bomb({ width, height }))).toBe(Errors.imageTooLarge);
  });

  it('accepts sides of 12,000 pixels, and refuses longer ones by the header', async () => {
    expect(await errorOf(bomb({ width: 12_000, height: 3333 }))).toBeNull();
    expect(await errorOf(bomb({ width: 3, height: 12_000 }))).toBeNull();
    for (const size of [
      { width: 12_001, height: 1 },
      { width: 1, height: 12_001 },
      { width: 1, height: 39_000_000 },
    ])
      expect(await errorOf(await claiming(size))).toBe(Errors.imageTooLarge); // nothing follows the header
  });

  it('ends the process of a picture that takes too long, and continues', async () => {
    // The process that runs the tests may have child processes.
    const running = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = running();
    await expect(pictures.toWebp(slowJpeg(), { ms: 400, mb: 1000 })).rejects.toMatchObject({
      definition: Errors.imageTooLarge,
      message: expect.stringContaining('takes more than 0.4 s') as unknown,
    });
    await eventually(() => Promise.resolve(running() > before ? null : true));
    expect(await errorOf(await picture('png'))).toBeNull();
  });

  it('refuses by the header a picture that must be in memory as a whole (row 34)', async () => {
    const size = {
      width: 6320,
      height: 6320,
      channels: 4,
      background: { ...BACKGROUND, alpha: 0.5 },
    } as const;
    const large = sharp({ create: size });
    expect(await errorOf(await large.png({ progressive: true }).toBuffer())).toBeNull();
    const sixteenBits = large.clone().toColourspace('rgb16');
    for (const upload of [
      await sixteenBits.png({ progressive: true }).toBuffer(),
      await large.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ])
      await expect(pictures.toWebp(upload)).rejects.toMatchObject({
        definition: Errors.imageTooLarge,
        message: expect.stringContaining('more than 160 MB at once') as unknown,
      });
    expect(await errorOf(await sixteenBits.clone().png({ progressive: false }).toBuffer())).toBeNull(); // line by line
  });

  it('ends the process of a picture that takes too much memory', async () => {
    const upload = await one(6320, 6320).png({ progressive: true }).toBuffer();
    await expect(pictures.toWebp(upload, { ms: 60_000, mb: 120 })).rejects.toMatchObject({
      definition: Errors.imageTooLarge,
      message: expect.stringContaining('takes more than 120 MB') as unknown,
    });
  });

  describe('JPEG that browsers show despite its flaws (row 31)', () => {
    let whole: Buffer;
    beforeAll(async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      whole = await sharp({ create: { width: 600, height: 400, channels: 3, background: BACKGROUND, noise } })
        .jpeg()
        .toBuffer();
    });
    const asPixels = async (upload: Buffer): Promise<Buffer> =>
      sharp(await pictures.toWebp(upload))
        .raw()
        .toBuffer();
    const scanOf = (jpeg: Buffer): number => jpeg.indexOf(Buffer.of(0xff, 0xda));
    const END = Buffer.of(0xff, 0xd9);

    it('is accepted without its last marker, with an unchanged picture', async () => {
      expect((await asPixels(whole.subarray(0, -2))).equals(await asPixels(whole))).toBe(true);
    });

    it('is accepted with the parameters of a progressive scan, as from Samsung, with an unchanged picture', async () => {
      const odd = Buffer.from(whole);
      const end = scanOf(odd) + 2 + odd.readUInt16BE(scanOf(odd) + 2);
      odd.set([0, 0, 0], end - 3);
      await expect(sharp(odd).raw().toBuffer()).rejects.toThrow('Invalid SOS parameters');
      expect((await asPixels(odd)).equals(await asPixels(whole))).toBe(true);
    });

    it.each([
      ['half of it', (): Buffer => whole.subarray(0, whole.length / 2)],
      ['half of it and an end', (): Buffer => Buffer.concat([whole.subarray(0, whole.length / 2), END])],
      ['nothing after its header', (): Buffer => whole.subarray(0, scanOf(whole))],
      ['its first two bytes', (): Buffer => whole.subarray(0, 2)],
      ['a segment that is longer than the file', (): Buffer => Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff)],
      [
        'a scan without an end',
        (): Buffer => Buffer.concat([whole.subarray(0, scanOf(whole) + 14), Buffer.alloc(9, 0xff)]),
      ],
    ])('is refused with %s', async (_what, upload) => {
      expect(await errorOf(upload())).toBe(Errors.imageInvalid);
    });
  });

  it('converts two at a time, queues eight, and refuses more as busy', async () => {
    const upload = await picture('png');
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => pictures.toWebp(upload)));
    expect(outcomes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
    const refusal = { definition: Errors.unavailable, headers: { 'Retry-After': '5' } };
    for (const outcome of outcomes.slice(10)) expect(outcome).toMatchObject({ reason: refusal });
  });
});
