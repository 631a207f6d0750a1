import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/command-line.js';

const digest = (first: string): string => first.padEnd(40, '0');

describe('hearth passwords build', () => {
  const cli = new CommandLine();
  afterAll(() => cli.close());
  const at = (name: string): string => join(cli.home, name);

  it('builds the list without a server, and explains its use', async () => {
    writeFileSync(at('download.txt'), [`${digest('0A')}:12`, `${digest('FF')}:3`, ''].join('\n'));
    const { code, out, err } = await cli.run(['passwords', 'build', at('download.txt'), at('list.bin')]);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(
      /^2 passwords of 2 lines in .* s\. Set PASSWORD_BREACHES_FILE=.*list\.bin and start the server again\.\n$/,
    );
    expect(statSync(at('list.bin')).size).toBe(16 + (2 ** 20 + 1) * 4 + 2 * 8);
    const some = await cli.run([
      'passwords',
      'build',
      at('download.txt'),
      at('list.bin'),
      '--min-count',
      '10',
      '--json',
    ]);
    expect(JSON.parse(some.out)).toMatchObject({ entries: 1, lines: 2 });
  });

  it.each([
    ['a download that is not there', ['missing.txt', 'list.bin'], 2, /File not found: .*missing\.txt/],
    [
      'a download that is not sorted',
      ['unsorted.txt', 'list.bin'],
      1,
      /unsorted\.txt, line 2: the lines must be sorted/,
    ],
    [
      'a folder that is not there',
      ['sorted.txt', 'none/list.bin'],
      1,
      /none\/list\.bin\.unfinished.* ENOENT|ENOENT.*none\/list\.bin/,
    ],
  ])('refuses %s in one sentence', async (_what, [from, to], exitCode, message) => {
    writeFileSync(at('unsorted.txt'), `${digest('FF')}:1\n${digest('0A')}:1\n`);
    writeFileSync(at('sorted.txt'), `${digest('0A')}:1\n`);
    const { code, err } = await cli.run(['passwords', 'build', at(from), at(to)]);
    expect(code).toBe(exitCode);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n +at /);
  });
});
