import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActiveAccounts } from '../../../src/platform/activity/active-accounts.js';
import { HourlyCounters } from '../../../src/platform/activity/hourly-counters.js';
import type { Moment } from '../../support/cutting-proxy.js';
import { rows } from '../../support/database-rows.js';
import { cutAt, textOf } from '../../support/lost-connections/cut-at.js';
import { setStage, type Stage } from '../../support/lost-connections/stage.js';
import { MailServer } from '../../support/mail-server.js';

const MOMENTS: readonly Moment[] = ['before', 'unanswered'];

describe('database connection that is lost while counts are written (D238)', () => {
  let stage: Stage;
  let mails: MailServer;
  beforeAll(async () => {
    mails = await MailServer.start();
    stage = await setStage(mails.url);
  });
  afterAll(async () => {
    await stage.close();
    await mails.goDown();
  });

  it.each(MOMENTS)(
    '%s counts by the hour are written: none is counted twice, and the next ones are written',
    async (moment) => {
      const { server } = stage;
      const counters = server.get(HourlyCounters);
      const kind = `refused:${moment}` as const;
      const add = () => {
        counters.add(kind);
        return counters.flush();
      };
      const text = await textOf(stage, /^INSERT INTO hourly_count/, add);
      await cutAt(stage, text, moment, add);
      await add();
      const sql = 'SELECT count::int AS n FROM hourly_count WHERE kind = $1';
      const [{ n }] = await rows<{ n: number }>(server, sql, [kind]);
      // Whether the lost counts were written is unknown, so they are not written again.
      expect(n).toBe(moment === 'before' ? 2 : 3);
    },
  );

  it.each(MOMENTS)('%s active accounts are written: the next attempt writes them', async (moment) => {
    const { server } = stage;
    const accounts = server.get(ActiveAccounts);
    let id = moment === 'before' ? 1_000_000 : 2_000_000;
    const see = () => {
      for (let more = 0; more < 50; more++) accounts.seen(String(id++));
      return accounts.flush();
    };
    const text = await textOf(stage, /^INSERT INTO active_accounts/, see);
    await cutAt(stage, text, moment, see);
    await accounts.flush();
    const [own] = accounts.ofThisNode('day');
    const sql = `SELECT sketch FROM active_accounts WHERE span = 'day' AND starts_at = $1 AND sketch = $2`;
    expect(await rows(server, sql, [own.startsAt, own.sketch.bytes])).toHaveLength(1);
  });
});
