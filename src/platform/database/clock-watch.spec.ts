import { describe, expect, it } from '@jest/globals';
import { Clock, MINUTE } from '../security/clock.js';
import { AppLog, createLog } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { ClockWatch } from './clock-watch.js';
import type { Database } from './database.js';

function watchOf(query: () => Promise<{ now: number }[]>, isEmbedded = false): ClockWatch {
  const log = new AppLog(createLog('fatal', { write: () => undefined }));
  return new ClockWatch({ isEmbedded, query } as unknown as Database, new Clock(), log, new Metrics());
}

describe('whether a node may judge by its clock (D223)', () => {
  it('is unknown until the database was asked once', async () => {
    let isAway = true;
    const watch = watchOf(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve([{ now: Date.now() }]),
    );
    expect(watch.verdict).toBe('unknown');
    await expect(watch.compare()).rejects.toThrow('away');
    expect(watch.verdict).toBe('unknown');
    isAway = false;
    await watch.compare();
    expect(watch.verdict).toBe('right');
  });

  it('is wrong beyond half a minute', async () => {
    const watch = watchOf(() => Promise.resolve([{ now: Date.now() + MINUTE }]));
    await watch.compare();
    expect(watch.verdict).toBe('wrong');
  });

  it('is right with the embedded database, which has the same clock', () => {
    expect(watchOf(() => Promise.reject(new Error('not asked')), true).verdict).toBe('right');
  });
});
