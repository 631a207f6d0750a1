import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Grants } from '../../src/admin/grants/grants.service.js';
import { Database } from '../../src/platform/database/database.js';
import { tokensFor } from '../support/a01.js';
import { rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { genericPlan, planFor, type PlanNode } from '../support/plans.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Enough to make a difference to the planner. */
const MANY = 100_000;
const FILL = `INSERT INTO token_grant (account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest)
  SELECT account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest
    FROM (SELECT * FROM token_grant LIMIT 1) AS one CROSS JOIN generate_series(1, ${MANY})`;

describe('grants of a client, if another client has nearly all of them', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
    await tokensFor(server, ANNA);
    await rows(server, FILL);
    await rows(server, 'ANALYZE token_grant');
  });
  afterAll(() => server.close());

  /** How PostgreSQL reads the grants for a list: once planned for these values, once for any. */
  async function reads(client: string): Promise<PlanNode[][]> {
    const database = server.get(Database);
    const query = jest.spyOn(database, 'query');
    await server.get(Grants).list({ client });
    const [[{ text }, values]] = query.mock.calls;
    query.mockRestore();
    const given = values.map((value) =>
      value instanceof Date ? `'${value.toISOString()}'` : `'${String(value)}'`,
    );
    const plans = [await planFor(server, text, values), await genericPlan(server, text, given)];
    return plans.map((nodes) => nodes.filter((node) => node['Relation Name'] === 'token_grant'));
  }

  it.each([
    ['none', CLIENTS.thirdParty.id],
    ['nearly all', CLIENTS.app.id],
  ])('a client that has %s: reads its own by the index, and nothing else', async (_, client) => {
    for (const plan of await reads(client)) {
      expect(plan.map((node) => node['Index Name'])).toEqual(['token_grant_client_id_idx']);
      expect(plan[0]['Index Cond']).toContain('client_id');
    }
  });
});
