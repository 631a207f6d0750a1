import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'a long first word';
/** Outside of the project it runs the package that a stranger published under the name. */
const BY_NPX = /npx\s+(-\S+\s+)*hearth/;
const KEYS = Buffer.alloc(32, 7).toString('base64');

describe('first administrator of a new server in production', () => {
  const place = new Workplace();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await place.start({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://accounts.example',
      MASTER_KEY: KEYS,
      SESSION_SECRET: KEYS,
      ADMIN_SECOND_FACTOR: 'optional',
    });
    await eventually(() => Promise.resolve(printed('Setup code') || null)); // after it listens
  });
  afterAll(() => place.close());

  const printed = (what: string) => new RegExp(`^ {2}${what} +(.+)$`, 'm').exec(server.output)?.[1] ?? '';
  /** Typed into a shell where the server was started, with the answers to its questions. */
  const typed = (command: string) =>
    promisify(execFile)('sh', ['-c', command], {
      cwd: place.folder,
      env: {
        PATH: process.env.PATH,
        XDG_CONFIG_HOME: place.path('home'),
        HEARTH_SETUP_CODE: printed('Setup code'),
        HEARTH_PASSWORD: PASSWORD,
      },
    });

  it('is created by the printed command, and then signs in by the command that this prints', async () => {
    expect(printed('Page')).toBe('https://accounts.example/admin/setup');
    const command = printed('Command');
    expect(command).toBe(`node ${ROOT}dist/bundle/hearth.js admin create --url ${server.url}`);
    const created = await typed(`${command} --name Ada --identifier ada@family.example`);
    const [, login] = /Sign in with: (.+)$/m.exec(created.stderr) ?? [];
    await typed(`${login} --identifier ada@family.example`);
    const { stdout } = await typed(`${login.replace(/ login .*/, '')} whoami`);
    expect(stdout).toMatch(/^role\tadministrator$/m);
  });

  it('is not created by a package with that name: no text contains a command that could run it', () => {
    expect(server.output).not.toMatch(/\bnpx\b/);
    expect(server.errors).toBe('');
    const folders = ['.ci', 'bench', 'chaos', 'deploy', 'docs', 'examples', 'scripts', 'src', 'test'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      ),
    );
    const top = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(ROOT, entry.name)] : [],
    );
    expect(files.length).toBeGreaterThan(500);
    expect([...files, ...top].filter((file) => BY_NPX.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
