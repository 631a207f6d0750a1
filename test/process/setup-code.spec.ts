import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAIN, Workplace } from '../support/server-process.js';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('node dist/main.js setup-code (D322)', () => {
  const place = new Workplace();
  const environment = { PATH: process.env.PATH ?? '', DATA_DIR: place.path('data') };
  const run = (...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const options = { cwd: place.folder, env: environment };
      const child = execFile(process.execPath, [MAIN, 'setup-code', ...args], options, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  let printed: string;
  beforeAll(async () => {
    const server = await place.start();
    await server.announced();
    printed = server.output;
    await server.stop();
  });
  afterAll(() => place.close());

  const CODE = '(?:[0-9a-z]{5}-){4}[0-9a-z]{5}';

  it('prints a code for an account with a role, as the first start did for the administrator of the demo data', async () => {
    expect(printed).toMatch(new RegExp(`^ {2}Set-up code {5}${CODE} `, 'm'));
    const { code, out, err } = await run('Alice@demo.example');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      new RegExp(`^Set-up code {3}${CODE}\nWorks once, until \\S+, in place of an older one\\.\n$`),
    );
  });

  it.each([
    ['bob@demo.example', 'has no role'],
    [
      'nobody@demo.example',
      'No account has the number or identifier "nobody@demo.example": "hearth account list" shows',
    ],
    ['123456', 'No account has'],
  ])('refuses %s in one line', async (which, why) => {
    const { code, out, err } = await run(which);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Hearth cannot make a set-up code. ');
    expect(err).toContain(why);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('explains its usage', async () => {
    for (const args of [[], ['one', 'two']]) expect((await run(...args)).code).toBe(2);
  });
});
