import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const KINDS = ['png', 'jpeg', 'gif', 'webp'] as const;
export type Kind = (typeof KINDS)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
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

/** A black PNG of one bit a pixel, made here, since sharp takes seconds for it: 100 megapixels in a few KB. */
export function bomb({ width, height }: Size = { width: 10_000, height: 10_000 }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND')];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
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

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
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
