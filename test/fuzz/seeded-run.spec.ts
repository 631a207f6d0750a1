import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCampaign, type Result } from '../../fuzz/campaign/campaign.js';
import { reportOf } from '../../fuzz/report.js';
import { programIn } from '../../fuzz/servers/hearth.js';
import { OwnServer } from '../../fuzz/servers/own-server.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const SEED = 14;
const REQUESTS = 5000;
const LIMIT_MS = 600_000; // only a hang takes so long

/** The built server under five thousand requests of every kind; `npm run fuzz` sends as many as one likes. */
describe('five thousand seeded requests', () => {
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
    expect(result.sent).toBe(REQUESTS);
  });

  it('are no mere refusals: nearly half of the operations succeed at least once', () => {
    const { done } = result.coverage;
    const reached = [...done.values()].filter((count) => count > 0).length;
    expect(reached / done.size).toBeGreaterThan(0.45); // the rest needs a key, a code or a provider that guessing has not
  });

  it('measure memory on the way', () => {
    expect(result.memory.length).toBeGreaterThan(8);
  });
});
