import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../eventually.js';
import { Cuts } from './cuts.js';
import { playCut, type Acts } from './play.js';
import { setStage, type Stage } from './stage.js';

const LEFT = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'hearth' AND state LIKE 'idle in transaction%'`;

/**
 * Runs each act with its connection cut at every statement of every distinct transaction: before it, and after it
 * was executed but not answered. The act must succeed, or answer a truthful 503, and each transaction must be
 * committed completely or not at all.
 */
export function describeCuts(what: string, acts: Acts): void {
  describe(`database connection that is lost: ${what} (D166)`, () => {
    let stage: Stage;
    const cuts = new Cuts();
    let made = 0;
    beforeAll(async () => {
      stage = await setStage();
    });
    afterAll(() => stage.close());

    it.each(Object.entries(acts))('%s', async (...entry) => {
      const played = await playCut(stage, entry, cuts);
      made += played.made;
      expect(played.problems).toEqual([]);
    });

    it('many cuts leave no connection in a transaction', async () => {
      expect(made).toBeGreaterThan(5 * Object.keys(acts).length);
      await eventually(async () => ((await stage.direct.query(LEFT)).rowCount === 0 ? true : null));
    });
  });
}
