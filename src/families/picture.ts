import { Injectable } from '@nestjs/common';
import type sharp from 'sharp';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 1024;
const FORMATS = new Set(['jpeg', 'png', 'gif', 'webp']);

/** With the first picture: its native library takes 30 MB, which a node that gets none can do without. */
async function loadSharp(): Promise<typeof sharp> {
  return (await import('sharp')).default;
}

/** Makes of whatever was uploaded a small WebP without metadata (D27). What it is, its content says, not its name. */
@Injectable()
export class PictureConverter {
  /** @throws CallError imageInvalid, imageTooLarge */
  async toWebp(upload: Buffer): Promise<Buffer> {
    if (upload.length > MAX_BYTES) throw new CallError(Errors.imageTooLarge, { bytes: upload.length });
    const { format, width, height } = await this.measure(upload);
    if (!FORMATS.has(format)) throw new CallError(Errors.imageInvalid, { format });
    // Known from the header: a bomb is never unpacked.
    if (width * height > MAX_PIXELS) throw new CallError(Errors.imageTooLarge, { width, height });
    const open = await loadSharp();
    try {
      return await open(upload, { limitInputPixels: MAX_PIXELS })
        .rotate()
        .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp()
        .toBuffer();
    } catch (cause) {
      throw new CallError(Errors.imageInvalid, {}, { cause });
    }
  }

  private async measure(upload: Buffer): Promise<{ format: string; width: number; height: number }> {
    const open = await loadSharp();
    try {
      const { format, width, height } = await open(upload, { limitInputPixels: false }).metadata();
      return { format, width, height };
    } catch (cause) {
      throw new CallError(Errors.imageInvalid, {}, { cause });
    }
  }
}
