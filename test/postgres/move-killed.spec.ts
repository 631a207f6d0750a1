import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { entities } from '../../src/entities.js';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { eventually } from '../support/eventually.js';
import {
  embeddedWithEveryTable,
  MASTER_KEY,
  move,
  onPostgres,
  rowsOfEmbedded,
  rowsOfPostgres,
} from '../support/moved.js';
import { createEmptyDatabase } from '../support/test-database.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A process of its own, which can be killed; from source, so that nothing has to be built. */
const MOVE = ['--import', '@swc-node/register/esm-register', 'src/main.ts', 'move'];
const OTHERS = `SELECT wait_event FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
/** Unlogged: a crash of any PostgreSQL empties them, and they matter for minutes. */
const EMPTIED_BY_A_CRASH = { budget: [], mac_nonce: [] };

describe('a move whose process is killed (D414)', () => {
  let dataDir: string;
  let target: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let before: Awaited<ReturnType<typeof rowsOfEmbedded>>;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    dataDir = await embeddedWithEveryTable();
    before = { ...(await rowsOfEmbedded(dataDir)), ...EMPTIED_BY_A_CRASH };
    target = await createEmptyDatabase();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await target.drop();
  });

  const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: target.url });
  /** Starts it. @returns the process, once it said that */
  async function startedUntil(text: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, MOVE, {
      cwd: ROOT,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', MASTER_KEY, ...settings() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (part: Buffer) => {
        said += part.toString();
        if (said.includes(text)) resolve();
      });
      child.stdout.once('close', () => reject(new Error(`it ended, and said: ${said}`)));
    });
    return child;
  }
  async function kill(child: ChildProcess): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
  }
  async function requireNothingMoved(): Promise<void> {
    const filled = Object.entries(await rowsOfPostgres(target.url)).filter(([, rows]) => rows.length > 0);
    expect(filled).toEqual([]);
    expect(await rowsOfEmbedded(dataDir)).toEqual(before);
  }

  it('while PostgreSQL is migrated moved nothing, and left the embedded database as it was', async () => {
    await kill(await startedUntil('\n3/'));
    await requireNothingMoved();
  });

  it('in the middle of a long statement moved nothing, and PostgreSQL soon ends the statement', async () => {
    await (await connect(databaseOptions({ databaseUrl: target.url, dataDir }, entities))).destroy(); // migrates it
    await onPostgres(target.url, async (query) => {
      await query('ALTER TABLE token_grant ADD CONSTRAINT slow CHECK (pg_sleep(86400)::text IS NOT NULL)');
      const child = await startedUntil(' account: ');
      const others = async () => (await query(OTHERS)) as { wait_event: string | null }[];
      await eventually(async () =>
        (await others()).some(({ wait_event }) => wait_event === 'PgSleep') ? true : null,
      );
      await kill(child);
      await eventually(async () => ((await others()).length === 0 ? true : null));
      await query('ALTER TABLE token_grant DROP CONSTRAINT slow');
    });
    await requireNothingMoved();
  });

  it('is refused with a sentence while something else holds the tables', async () => {
    await onPostgres(target.url, async (query) => {
      await query('BEGIN');
      await query('LOCK TABLE account');
      await expect(move(settings())).rejects.toThrow(
        /^Something else uses the tables in the database of DATABASE_URL, and nothing was moved: /,
      );
    });
  });

  it('is run again and moves everything; once more, it says that everything had been moved (D424)', async () => {
    expect((await move(settings())).at(-4)).toMatch(/^Done: \d+ tables with \d+ rows moved\. /);
    expect(await rowsOfPostgres(target.url)).toEqual(before);
    for (const isDryRun of [false, true])
      expect((await move(settings(), isDryRun)).at(-4)).toMatch(
        /^Done: \d+ tables with \d+ rows had been moved already\. /,
      );
    expect(await rowsOfPostgres(target.url)).toEqual(before);
    expect(await rowsOfEmbedded(dataDir)).toEqual(before);
  });
});
