import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

export const KINDS = ['png', 'jpeg', 'gif', 'webp'] as const;
export type Kind = (typeof KINDS)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

const ORANGE = { r: 240, g: 120, b: 10 };

/** A picture of one colour. */
export function picture(kind: Kind, size: Size = { width: 64, height: 48 }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: ORANGE } })
    .toFormat(kind)
    .toBuffer();
}

/** A JPEG that was taken with the camera upright, somewhere, by somebody. */
export function photograph(size: Size = { width: 64, height: 48 }): Promise<Buffer> {
  const where = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' };
  return sharp({ create: { ...size, channels: 3, background: ORANGE } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SecretCamera', Artist: 'Anna Secret' }, IFD3: where })
    .toBuffer();
}

/** 100 megapixels in a few KB. */
export function bomb(): Promise<Buffer> {
  return sharp({
    create: { width: 10_000, height: 10_000, channels: 3, background: ORANGE },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** A PNG header that claims this size, with nothing behind it. */
export async function claiming({ width, height }: Size): Promise<Buffer> {
  const small = await sharp({ create: { width: 1, height: 1, channels: 3, background: ORANGE } })
    .png()
    .toBuffer();
  const content = Buffer.from(small);
  content.writeUInt32BE(width, 16);
  content.writeUInt32BE(height, 20);
  content.writeUInt32BE(crc32(content.subarray(12, 29)), 29);
  return content;
}

/** A picture of exactly this many bytes: what follows its end belongs to no format. */
export async function padded(bytes: number): Promise<Buffer> {
  const content = await picture('jpeg');
  return Buffer.concat([content, randomBytes(bytes - content.length)]);
}

/** As PNG computes it. */
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
