import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { CallError } from '../errors/call-error.js';
import { Errors, type ErrorDefinition } from '../errors/catalogue.js';
import { bomb } from '../../test/support/pictures.js';
import { PictureConverter } from './picture.js';

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
});
