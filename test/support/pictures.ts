import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const KINDS = ['png', 'jpeg', 'gif', 'webp'] as const;
type Kind = (typeof KINDS)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const ORANGE = { r: 240, g: 120, b: 10 };

/** A single-colour picture. */
export function picture(kind: Kind, size: Size = { width: 64, height: 48 }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: ORANGE } })
    .toFormat(kind)
    .toBuffer();
}

/** A JPEG taken with a rotated camera, with location and author in its metadata. */
export function photograph(size: Size = { width: 64, height: 48 }): Promise<Buffer> {
  const where = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' };
  return sharp({ create: { ...size, channels: 3, background: ORANGE } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SecretCamera', Artist: 'Anna Secret' }, IFD3: where })
    .toBuffer();
}

/** A black 1-bit PNG, generated here, since sharp needs seconds for it: 100 megapixels in a few KB. */
export function bomb({ width, height }: Size = { width: 10_000, height: 10_000 }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND')];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/**
 * A grey JPEG with as many progressive scans as the standard allows, each tiny but a pass through all blocks for the
 * decoder: some 130 KB keep one busy for many seconds.
 */
export function slowJpeg({ width, height }: Size = { width: 6324, height: 6324 }): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const frame = Buffer.concat([Buffer.of(8), size, Buffer.of(1, 1, 0x11, 0)]);
  const dc = [segment(0xda, Buffer.of(1, 1, 0, 0, 0, 0)), Buffer.alloc(Math.ceil(blocks / 8))];
  const nothing = endOfBlocks(blocks);
  const scans: Buffer[] = [];
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    for (let bit = 13; bit >= 0; bit--) {
      const before = bit === 13 ? 0 : bit + 1;
      const band = Buffer.of(1, 1, 0, coefficient, coefficient, (before << 4) | bit);
      scans.push(segment(0xda, band), nothing);
    }
  }
  const tables = [
    segment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    segment(0xc2, frame),
    segment(0xc4, oneCode(0x00, 0)),
    segment(0xc4, oneCode(0x10, 0xe0)),
  ];
  return Buffer.concat([Buffer.of(0xff, 0xd8), ...tables, ...dc, ...scans, Buffer.of(0xff, 0xd9)]);
}

/** A PNG header that claims this size, without any pixels. */
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

/** A picture of exactly this many bytes: the padding after its end belongs to no format. */
export async function padded(bytes: number): Promise<Buffer> {
  const content = await picture('jpeg');
  return Buffer.concat([content, randomBytes(bytes - content.length)]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A Huffman table with a single code, the bit 0. */
function oneCode(table: number, symbol: number): Buffer {
  return Buffer.concat([Buffer.of(table, 1), Buffer.alloc(15), Buffer.of(symbol)]);
}

/** A scan without coefficients: runs of up to 32,767 empty blocks, each the code 0xE0 and 14 bits. */
function endOfBlocks(blocks: number): Buffer {
  let bits = '';
  for (let left = blocks; left > 0; left -= 0x7fff) {
    const run = Math.max(Math.min(left, 0x7fff), 0x4000); // the last run may be longer than the rest
    bits += `0${(run - 0x4000).toString(2).padStart(14, '0')}`;
  }
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** CRC-32 of PNG. */
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
