import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packFolder, unpackFolder, unpackOnce } from './packed-folder.js';

describe('a packed folder', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'hearth-packed-'));
    mkdirSync(join(place, 'made/base/empty'), { recursive: true });
    writeFileSync(join(place, 'made/VERSION'), '18');
    writeFileSync(join(place, 'made/base/1'), Buffer.from([0, 255, 10]));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  const contentOf = (folder: string) =>
    readdirSync(join(place, folder), { recursive: true, encoding: 'utf8' }).sort();

  it('has the same files and folders once it is unpacked, also empty ones', () => {
    unpackFolder(packFolder(join(place, 'made')), join(place, 'copy'));
    expect(contentOf('copy')).toEqual(['VERSION', 'base', 'base/1', 'base/empty']);
    expect([...readFileSync(join(place, 'copy/base/1'))]).toEqual([0, 255, 10]);
  });

  it('is not there at all while it is being unpacked, and what a killed process left is replaced', () => {
    mkdirSync(join(place, 'copy.unfinished/base'), { recursive: true });
    writeFileSync(join(place, 'copy.unfinished/base/half'), 'written');
    unpackFolder(packFolder(join(place, 'made')), join(place, 'copy'));
    expect(contentOf('.').filter((path) => path.includes('unfinished') || path.includes('half'))).toEqual([]);
    const damaged = packFolder(join(place, 'made')).subarray(0, -20);
    expect(() => unpackFolder(damaged, join(place, 'other'))).toThrow();
    expect(readdirSync(place)).not.toContain('other');
  });

  it('is unpacked once, where it exists', () => {
    const packed = join(place, 'packed.gz');
    unpackOnce(packed, join(place, 'copy'));
    expect(readdirSync(place)).toEqual(['made']);
    writeFileSync(packed, packFolder(join(place, 'made')));
    unpackOnce(packed, join(place, 'copy'));
    writeFileSync(join(place, 'copy/VERSION'), '19');
    unpackOnce(packed, join(place, 'copy'));
    expect(readFileSync(join(place, 'copy/VERSION'), 'utf8')).toBe('19');
  });
});
