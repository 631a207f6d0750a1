import { afterEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import type { Database } from '../database/database.js';
import { outcomeUnknown, unavailable } from '../errors/outcome.js';
import { AppLog, createLog } from '../telemetry/log.js';
import { HourlyCounters } from './hourly-counters.js';

describe('what is counted while the database does not take it', () => {
  const clock = new FixedClock(Date.parse('2026-03-01T12:59:59.999Z'));
  const written: unknown[][] = [];
  let failure: Error | null = null;
  const database = {
    query: (_statement: unknown, values: unknown[]) => {
      written.push(values);
      return failure ? Promise.reject(failure) : Promise.resolve([]);
    },
  } as unknown as Database;
  const log = new AppLog(createLog('silent'));
  const counters = new HourlyCounters(database, clock, log);
  const last = () => written.at(-1)?.slice(1);
  afterEach(() => {
    failure = null;
  });

  it('is written by the hour that it was counted in, once', async () => {
    counters.add('signin');
    counters.add('signin');
    clock.advance({ seconds: 0.001 });
    counters.add('signin');
    await counters.flush();
    const hours = ['2026-03-01T12:00Z', '2026-03-01T13:00Z'].map((hour) => Date.parse(hour));
    expect(written).toEqual([[hours, ['signin', 'signin'], [2, 1]]]);
    await counters.flush();
    expect(written).toHaveLength(1);
  });

  it('is kept, and written with what came meanwhile', async () => {
    failure = unavailable({}, null);
    counters.add('token');
    await counters.flush();
    failure = null;
    counters.add('token');
    counters.add('family');
    await counters.flush();
    expect(last()).toEqual([
      ['token', 'family'],
      [2, 1],
    ]);
  });

  it('is left where it may have been written: nothing is counted twice', async () => {
    failure = outcomeUnknown({}, null);
    counters.add('token');
    await counters.flush();
    failure = null;
    counters.add('family');
    await counters.flush();
    expect(last()).toEqual([['family'], [1]]);
  });

  it('is written at the end', async () => {
    counters.add('signin');
    await counters.onApplicationShutdown();
    expect(last()).toEqual([['signin'], [1]]);
  });
});
