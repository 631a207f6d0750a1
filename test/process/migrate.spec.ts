import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { migrations } from '../../src/platform/database/migrations/list.js';
import { MAIN, Workplace } from '../support/server-process.js';

const NAMES = migrations.map(({ name }) => name);

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe('node dist/main.js', () => {
  const place = new Workplace('none');
  const environment = { PATH: process.env.PATH ?? '', DATA_DIR: place.path('data') };
  const run = (...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const options = { cwd: place.folder, env: environment };
      const child = execFile(process.execPath, [MAIN, ...args], options, (_, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  afterAll(() => place.close());

  it('--help lists the commands', async () => {
    for (const args of [['--help'], ['migrate', '--help']]) {
      const { code, out } = await run(...args);
      expect(code).toBe(0);
      expect(out).toContain('main.js migrate');
      expect(out).toContain('main.js reseal');
    }
  });

  it.each([['migrat'], ['toString'], ['migrate now'], ['--migrate']])(
    '%s is refused, and starts nothing',
    async (given) => {
      const { code, err } = await run(...given.split(' '));
      expect(code).toBe(2);
      expect(err).toMatch(/^Usage: /);
    },
  );

  describe('migrate', () => {
    let refused: { code: number | NodeJS.Signals; message: string };
    let first: Ended;
    beforeAll(async () => {
      refused = await place.failure({ MIGRATE_AT_START: 'false' });
      first = await run('migrate');
    });

    it('MIGRATE_AT_START=false refuses a start while migrations are pending, and says what runs them', () => {
      expect(refused).toEqual({
        code: 1,
        message:
          `Hearth cannot start. The database lacks ${NAMES.length} migrations of this version, from ${NAMES[0]} on. ` +
          'Run them by "node dist/main.js migrate", or set MIGRATE_AT_START=true.\n',
      });
    });

    it('names each migration as it runs, and ends with code 0', () => {
      const lines = NAMES.map((name, index) => `${index + 1}/${NAMES.length} ${name}`);
      expect(first).toEqual({
        code: 0,
        out: `${[...lines, `Done: ${NAMES.length} migrations.`].join('\n')}\n`,
        err: '',
      });
    });

    it('has nothing to do the second time, and the server then starts', async () => {
      expect(await run('migrate')).toEqual({
        code: 0,
        out: 'The database is up to date: nothing to migrate.\n',
        err: '',
      });
      const server = await place.start({ MIGRATE_AT_START: 'false' });
      expect(await server.stop()).toBe(0);
    });

    it('reseal finds nothing to do in a new database', async () => {
      const out = 'Done: 0 values sealed anew. Running nodes seal so within ten minutes.\n';
      expect(await run('reseal')).toEqual({ code: 0, out, err: '' });
    });

    it('says in one line what is wrong, and ends with code 1', async () => {
      Object.assign(environment, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
      const { code, err } = await run('migrate');
      expect(err).toMatch(/^Hearth cannot migrate\. DATABASE_URL cannot be reached: .*\n$/);
      expect(code).toBe(1);
    });
  });
});
