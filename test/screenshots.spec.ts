import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

const SCRIPT = fileURLToPath(new URL('../scripts/compare-pictures.mjs', import.meta.url));

describe('picture comparison (npm run screenshots)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-compared-'));
  const at = (...parts: string[]) => join(folder, ...parts);
  let found: { name: string; kind: string; share: number }[];
  beforeAll(async () => {
    for (const name of ['before', 'after']) mkdirSync(at(name));
    await draw('before/same.png', 40, 30);
    await draw('after/same.png', 40, 30);
    await draw('before/moved.png', 40, 30, 4);
    await draw('after/moved.png', 40, 30, 14);
    await draw('before/longer.png', 40, 30);
    await draw('after/longer.png', 40, 60);
    await draw('before/gone.png', 8, 8);
    await draw('after/new.png', 8, 8);
    found = await compare();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A light page with a dark block at this distance from the left. */
  async function draw(name: string, width: number, height: number, left = 4): Promise<void> {
    const block = await sharp({ create: { width: 10, height: 3, channels: 3, background: '#222' } })
      .png()
      .toBuffer();
    const page = sharp({ create: { width, height, channels: 3, background: '#faf8f5' } });
    await (width > 20 ? page.composite([{ input: block, left, top: 5 }]) : page).png().toFile(at(name));
  }

  async function compare(): Promise<typeof found> {
    const code = `import { comparePictures } from ${JSON.stringify(SCRIPT)};
      console.log(JSON.stringify(await comparePictures(...process.argv.slice(1))));`;
    const args = ['--input-type=module', '-e', code, at('before'), at('after'), at('report')];
    return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as typeof found;
  }

  it('lists changed, new and missing pictures, and nothing else', () => {
    expect(found.map(({ name, kind }) => [name, kind])).toEqual([
      ['gone.png', 'gone'],
      ['longer.png', 'changed'],
      ['moved.png', 'changed'],
      ['new.png', 'new'],
    ]);
  });

  it('says how much of a picture changed', () => {
    const share = (name: string) => found.find((one) => one.name === name)?.share;
    expect(share('moved.png')).toBeCloseTo((2 * 10 * 3) / (40 * 30), 5);
    expect(share('longer.png')).toBeCloseTo(0.5, 5);
  });

  it('shows before, after and the difference on one page', () => {
    const page = readFileSync(at('report', 'index.html'), 'utf8');
    for (const [, image] of page.matchAll(/src="([^"]+)"/g))
      expect([image, existsSync(at('report', image))]).toEqual([image, true]);
    expect(page).toContain('4 pictures are different');
    expect(page.match(/<img/g)).toHaveLength(2 * 3 + 2);
  });

  it('marks what changed', async () => {
    const { data, info } = await sharp(at('report', 'moved.png.diff.png'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const red = (x: number, y: number) => {
      const start = (y * info.width + x) * info.channels;
      return data[start] > 180 && data[start + 1] < 80;
    };
    expect([red(5, 6), red(20, 6), red(30, 20)]).toEqual([true, true, false]);
  });
});
