import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCampaign, type Result } from '../../fuzz/campaign/campaign.js';
import { gapsIn, reportOf } from '../../fuzz/report.js';
import { programIn } from '../../fuzz/servers/hearth.js';
import { OwnServer } from '../../fuzz/servers/own-server.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const SEED = 14;
const REQUESTS = 4000;
const LIMIT_MS = 600_000; // only a hang takes so long

/** The built server: each operation once, then requests of every kind; `npm run fuzz` sends as many as one likes. */
describe('a tour of all operations and four thousand seeded requests', () => {
  let database: TestDatabase | null = null;
  let folder: string;
  let result: Result;
  beforeAll(async () => {
    const shared = process.env.HEARTH_TEST_FOLDER as string;
    folder = mkdtempSync(join(shared, 'fuzz-'));
    if (process.env.TEST_DATABASE_URL) database = await createTestDatabase();
    else cpSync(join(shared, 'template'), join(folder, 'data'), { recursive: true }); // a first start takes seconds
    const { program, administrator } = await programIn(folder, database?.settings ?? {}, 'the built server');
    result = await runCampaign({
      requests: REQUESTS,
      seed: SEED,
      connections: 16,
      faults: 10,
      start: (listener) => OwnServer.start(program, listener),
      administrator,
      answerLimitMs: 60_000,
      slowMs: 60_000, // a busy machine is no fault: `npm run fuzz` tells what takes two seconds
    });
  }, LIMIT_MS);
  afterAll(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('find no fault', () => {
    expect(result.findings.length === 0 ? '' : reportOf(result, SEED)).toBe('');
    expect(result.sent - result.toured).toBe(REQUESTS);
  });

  it('reach every operation, but for those that are excused', () => {
    expect(gapsIn(result)).toEqual([]);
  });

  it('measure memory on the way', () => {
    expect(result.memory.length).toBeGreaterThan(8);
  });
});
