import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SPREAD } from '../../src/oauth/webhooks/event-spreader.js';
import { rows } from '../support/database-rows.js';
import { genericPlan, type PlanNode } from '../support/plans.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('distribution of events, which are rare in the statistics', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
    await rows(
      server,
      `INSERT INTO subject_event (transaction_id, kind, subject, data, client_ids, occurred_at)
       SELECT n, 'family.created', 'family:' || n, '{}', '{}', now() FROM generate_series(1, 20000) n`,
    );
    for (const sql of ['DELETE FROM subject_event', 'ANALYZE subject_event']) await rows(server, sql);
  });
  afterAll(() => server.close());

  const isLimited = ({ 'Node Type': type, Plans: below = [] }: PlanNode): boolean =>
    type === 'Limit' || below.some(isLimited);
  const asksForEach = ({ 'Node Type': type, Plans: below = [] }: PlanNode): boolean =>
    type === 'Nested Loop' &&
    below.some((node) => node['Parent Relationship'] === 'Inner' && isLimited(node));

  it('looks for them once, not once for each', async () => {
    const plan = await genericPlan(server, SPREAD.text, [`'[]'`, 'now()', `'3 days'`, `'60 days'`]);
    expect(plan.filter(isLimited)).not.toEqual([]);
    expect(plan.filter(asksForEach)).toEqual([]);
  });
});
