import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BreachedPasswords } from '../identity/passwords/breached-passwords.js';
import { buildBreachList } from './breach-list.js';

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

describe('a list of breached passwords (D241)', () => {
  let folder: string;
  const [download, list] = ['download.txt', 'list.bin'];
  const at = (name: string): string => join(folder, name);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'breaches-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const build = (minCount = 1) =>
    buildBreachList({ from: at(download), to: at(list), minCount, show: () => undefined });
  const sorted = (passwords: readonly string[], count = (_: string) => 3): string =>
    passwords
      .map((password) => `${sha1(password)}:${count(password)}`)
      .sort()
      .join('\r\n');

  it('has what the download has, and nothing else', async () => {
    const passwords = Array.from({ length: 70_000 }, (_, i) => `password ${i}`); // more than are written at once
    writeFileSync(at(download), sorted(passwords));
    expect(await build()).toMatchObject({ lines: 70_000, entries: 70_000 });
    const breached = await BreachedPasswords.open(at(list));
    for (let i = 0; i < 70_000; i += 997) expect([i, await breached.has(`password ${i}`)]).toEqual([i, true]);
    for (let i = 0; i < 50; i++) expect(await breached.has(randomBytes(9).toString('base64'))).toBe(false);
    await breached.close();
  });

  it.each([
    ['the first bucket', '0'.repeat(40)],
    ['the last bucket', 'F'.repeat(40)],
  ])('finds a bucket that has a single entry: %s', async (_where, digest) => {
    writeFileSync(at(download), `${digest}\n`);
    expect(await build()).toMatchObject({ entries: 1 });
    const breached = await BreachedPasswords.open(at(list));
    expect(await breached.has('something else')).toBe(false);
    const bytes = readFileSync(at(list));
    expect(bytes.subarray(-8).toString('hex').toUpperCase()).toBe(digest.slice(0, 16));
    await breached.close();
  });

  it('of nothing refuses nothing', async () => {
    writeFileSync(at(download), '');
    expect(await build()).toMatchObject({ entries: 0 });
    const breached = await BreachedPasswords.open(at(list));
    expect(await breached.has('anything')).toBe(false);
    await breached.close();
  });

  it('leaves out what was seen less often than asked for', async () => {
    writeFileSync(
      at(download),
      sorted(['often', 'seldom'], (password) => (password === 'often' ? 10 : 9)),
    );
    expect(await build(10)).toMatchObject({ lines: 2, entries: 1 });
    const breached = await BreachedPasswords.open(at(list));
    expect([await breached.has('often'), await breached.has('seldom')]).toEqual([true, false]);
    await breached.close();
  });

  it.each([
    ['no SHA-1', 'password:3\n', /line 1: expected a SHA-1/],
    ['a SHA-1 that is too short', `${'0'.repeat(39)}:3\n`, /line 1: expected a SHA-1/],
    ['a number that is none', `${'0'.repeat(40)}:many\n`, /line 1: expected a SHA-1/],
    ['no order', `${'1'.repeat(40)}:1\n\n${'0'.repeat(40)}:1\n`, /line 3: the lines must be sorted/],
  ])('is not made of a download with %s, and what was there stays', async (_what, text, message) => {
    writeFileSync(at(download), text);
    writeFileSync(at(list), 'before');
    await expect(build()).rejects.toThrow(message);
    expect(readFileSync(at(list), 'utf8')).toBe('before');
    expect(existsSync(`${at(list)}.unfinished`)).toBe(false);
  });

  it.each([
    ['is not there', () => undefined, /can't be read: ENOENT/],
    ['is something else', (file: string) => writeFileSync(file, 'words\n'), /is no list of passwords/],
    [
      'was cut off',
      (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -3)),
      /is not whole: copy it again/,
    ],
  ])('is refused at the start if it %s', async (what, spoil, message) => {
    writeFileSync(at(download), sorted(['one', 'two']));
    await build();
    if (what === 'is not there') rmSync(at(list));
    else spoil(at(list));
    await expect(BreachedPasswords.open(at(list))).rejects.toThrow(message);
  });
});
