import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine, runProcess } from '../support/command-line.js';
import { startApp, type TestServer } from '../support/start-app.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The package's description. */
const { bin, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  bin: { hearth: string };
  version: string;
};
const HEARTH = join(ROOT, bin.hearth);

/** The commands themselves are tested in `test/cli`, within the test's process. */
describe('hearth as a program', () => {
  const cli = new CommandLine();
  afterAll(() => cli.close());

  it('answers as it does in-process, and reads its standard input', async () => {
    expect(await cli.runBuilt(['environment'])).toEqual(await cli.run(['environment']));
    expect(await cli.runBuilt(['rulset'])).toEqual(await cli.run(['rulset']));
    const login = ['login', 'http://127.0.0.1:1', '--client-id', 'ops'];
    const refused = await cli.runBuilt(login, { input: 'the-secret\n' });
    expect([refused.code, refused.err]).toEqual([7, expect.stringContaining('cannot be reached')]);
  });

  it('contains no server code, so that it starts fast', () => {
    const text = readFileSync(HEARTH, 'utf8');
    expect(text).not.toMatch(/typeorm|reflect-metadata|@Injectable/);
    expect(text.length).toBeLessThan(400_000);
  });

  it('is found by npm link, and runs by itself', () => {
    expect(execFileSync(HEARTH, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
  });

  it('completes words in bash', async () => {
    const { out: script } = await cli.run(['completion', 'bash']);
    const asked = `COMP_WORDS=(hearth ruleset update --add); COMP_CWORD=3; _hearth; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(hearth ruleset ""); COMP_CWORD=2; _hearth; echo "\${COMPREPLY[@]}"`;
    const path = `hearth() { "${process.execPath}" "${HEARTH}" "$@"; }`;
    const run = await runProcess('bash', ['--norc', '-c', `${path}\n${script}\n${asked}`], '', {
      PATH: process.env.PATH,
    });
    expect(run).toEqual({ code: 0, out: '--add-rule\nlist get preview create update delete\n', err: '' });
  });

  describe('beside a server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startApp();
      const { email, password } = await newAdmin(server);
      await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
    });
    afterAll(() => server.close());

    it('reports progress when it imports much', async () => {
      const many = { name: 'Many', ruleset: 'WEB', clientType: 'public' };
      const clients = Array.from({ length: 500 }, (_, index) => ({ ...many, clientId: `many-${index}` }));
      const imported = await cli.runBuilt(['import', '--yes', '-'], { input: JSON.stringify({ clients }) });
      expect(imported.err).toBe(
        'Comparing 500 clients with the server’s …\nMaking 500 changes …\n500 changes made.\n',
      );
    });
  });
});
