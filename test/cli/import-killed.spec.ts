import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestServer } from '../support/start-app.js';

const MANY = 6000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A process of its own, which can be killed; from source, so that nothing has to be built. */
const HEARTH = ['--import', '@swc-node/register/esm-register', 'src/cli/main.ts'];

describe('an import whose process is killed (D398)', () => {
  let server: TestServer;
  const cli = new CommandLine();
  beforeAll(async () => {
    server = await startApp();
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });
  const made = async (): Promise<number> => {
    const sql = `SELECT count(*)::int AS made FROM account WHERE name LIKE 'Killed %'`;
    return (await rows<{ made: number }>(server, sql))[0].made;
  };

  it('is run again, and then each account is there once', async () => {
    const users = Array.from({ length: MANY }, (_, index) => ({
      username: `killed${index}x`,
      firstName: 'Killed',
      lastName: String(index),
      // Written differently, it is compared as the one that is there.
      email: index % 2 === 0 ? `Killed${index}@Import.example` : `killed${index}@import.example`,
    }));
    const file = join(cli.home, 'killed-realm.json');
    writeFileSync(file, JSON.stringify({ realm: 'killed', users }));
    const words = ['import', 'accounts', '--from', 'keycloak', file];
    const child = spawn(process.execPath, [...HEARTH, ...words], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: cli.home },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await eventually(async () => ((await made()) > 0 ? true : null));
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);

    const again = JSON.parse((await cli.run([...words, '--json'])).out) as {
      created: number;
      exists: number;
    };
    expect(again.created).toBeGreaterThan(0); // it was killed in the middle
    expect(again.exists).toBeGreaterThanOrEqual(500);
    expect(again.created + again.exists).toBe(MANY);
    expect(await made()).toBe(MANY);
    const sql = `SELECT count(*)::int AS many, count(DISTINCT normalized)::int AS different FROM account_identifier WHERE normalized LIKE 'killed%'`;
    expect(await rows(server, sql)).toEqual([{ many: 2 * MANY, different: 2 * MANY }]);
  });
});
