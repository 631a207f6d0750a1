import { afterAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import type { Database } from '../database/database.js';
import { AppLog, createLog } from '../telemetry/log.js';
import { ActiveAccounts, type Span } from './active-accounts.js';
import { estimateOf } from './sketch.js';
import { loadConfig } from '../config/load-config.js';
import { ThisNode } from './this-node.js';

describe('accounts that are seen', () => {
  const clock = new FixedClock(Date.parse('2026-03-01T23:30:00.000Z'));
  let written = 0;
  const database = { query: () => Promise.resolve(written++) } as unknown as Database;
  const log = new AppLog(createLog('silent'));
  const accounts = new ActiveAccounts(
    database,
    clock,
    new ThisNode(clock, loadConfig({ NODE_NAME: 'web-1' })),
    log,
  );
  afterAll(() => accounts.onApplicationShutdown());
  const counts = (span: Span) =>
    accounts.ofThisNode(span).map(({ startsAt, sketch }) => [startsAt.toISOString(), estimateOf([sketch])]);

  it('are counted in their hour and their day, the first one too, and again in the next', () => {
    accounts.seen('1');
    accounts.seen('2');
    accounts.seen('1');
    expect(counts('hour')).toEqual([['2026-03-01T23:00:00.000Z', 2]]);
    clock.advance({ minutes: 60 });
    accounts.seen('1');
    expect(counts('hour')).toEqual([
      ['2026-03-01T23:00:00.000Z', 2],
      ['2026-03-02T00:00:00.000Z', 1],
    ]);
    expect(counts('day')).toEqual([
      ['2026-03-01T00:00:00.000Z', 2],
      ['2026-03-02T00:00:00.000Z', 1],
    ]);
  });

  it('are written once, and forgotten when their time has been over for a minute', async () => {
    await accounts.flush();
    await accounts.flush();
    expect(written).toBe(1);
    clock.advance({ minutes: 61 });
    accounts.seen('1');
    accounts.seen('3');
    await accounts.flush();
    expect(counts('hour')).toEqual([['2026-03-02T01:00:00.000Z', 2]]);
    expect(counts('day')).toEqual([['2026-03-02T00:00:00.000Z', 2]]);
  });

  it('are counted when the clock goes back to a time that was forgotten', () => {
    clock.advance({ minutes: -60 });
    accounts.seen('4');
    expect(counts('hour')).toContainEqual(['2026-03-02T00:00:00.000Z', 1]);
  });
});
