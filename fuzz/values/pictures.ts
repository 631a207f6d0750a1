import sharp from 'sharp';

const KINDS = ['png', 'jpeg', 'gif', 'webp'] as const;
const COLOUR = { r: 240, g: 120, b: 10 };

/** Files for picture fields: valid ones of each kind, and some that only look valid. */
export interface Pictures {
  readonly good: readonly Buffer[];
  readonly bad: readonly Buffer[];
}

export async function makePictures(): Promise<Pictures> {
  const make = (kind: (typeof KINDS)[number], width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: COLOUR } })
      .toFormat(kind)
      .toBuffer();
  const good = await Promise.all(KINDS.map((kind) => make(kind, 24, 16)));
  const [png, jpeg, gif, webp] = good;
  const lying = Buffer.from(png);
  lying.writeUInt32BE(60_000, 16); // a false width in the header
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const bad = [
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    png.subarray(0, png.length - 20),
    jpeg.subarray(0, jpeg.length >> 1),
    Buffer.concat([gif, gif]),
    webp.subarray(0, 16),
    lying,
    svg,
    Buffer.from('\u0000\u0001\u0002'),
  ];
  return { good, bad };
}
