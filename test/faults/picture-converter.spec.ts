import { describe, expect, it } from '@jest/globals';
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
  const errorOf = async (upload: Buffer, limitMs?: number): Promise<ErrorDefinition | null> =>
    pictures.toWebp(upload, limitMs).then(
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
    'refuses a %s, which is an image but not of the four',
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

  it('takes an animated GIF as its first picture', async () => {
    const frames = [await one(8, 8).png().toBuffer(), await one(8, 8).negate().png().toBuffer()];
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const { pages = 1, width, height } = await sharp(await pictures.toWebp(animated)).metadata();
    expect({ pages, width, height }).toEqual({ pages: 1, width: 8, height: 8 });
  });

  it('refuses more than 5 MiB before it looks', async () => {
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

  it('takes sides of 12,000 pixels, and refuses longer ones by the header', async () => {
    expect(await errorOf(bomb({ width: 12_000, height: 3333 }))).toBeNull();
    expect(await errorOf(bomb({ width: 3, height: 12_000 }))).toBeNull();
    for (const size of [
      { width: 12_001, height: 1 },
      { width: 1, height: 12_001 },
      { width: 1, height: 39_000_000 },
    ])
      expect(await errorOf(await claiming(size))).toBe(Errors.imageTooLarge); // nothing follows the header
  });

  it('ends the process of a picture that takes too long, and goes on', async () => {
    await expect(pictures.toWebp(slowJpeg(), 400)).rejects.toMatchObject({
      definition: Errors.imageTooLarge,
      message: expect.stringContaining('takes longer than 0.4 s') as unknown,
    });
    const isRunning = () => process.getActiveResourcesInfo().includes('ProcessWrap');
    await eventually(() => Promise.resolve(isRunning() ? null : true));
    expect(await errorOf(await picture('png'))).toBeNull();
  });

  it('takes two at a time and lets eight wait; for more it says to come again', async () => {
    const upload = await picture('png');
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => pictures.toWebp(upload)));
    expect(outcomes.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
    const refusal = { definition: Errors.unavailable, headers: { 'Retry-After': '5' } };
    for (const outcome of outcomes.slice(10)) expect(outcome).toMatchObject({ reason: refusal });
  });
});
