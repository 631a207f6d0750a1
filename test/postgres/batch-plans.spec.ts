import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { batchStatements } from '../../src/platform/database/batch-statement.js';
import { tokensFor } from '../support/a01.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { genericPlan, type PlanNode } from '../support/plans.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Enough to make a difference to the planner. */
const MANY = 20_000;
const GRANTS = `INSERT INTO token_grant (account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest)
  SELECT account_id, client_id, token_type, created_at, ends_at, ends_on, sha256(n::text::bytea), refresh_digest
    FROM (SELECT * FROM token_grant LIMIT 1) AS one CROSS JOIN generate_series(1, ${MANY}) AS n`;
const CODES = `INSERT INTO authorization_code (digest, client_id, account_id, redirect_uri, expires_at)
  SELECT sha256(n::text::bytea), client_id, account_id, 'https://example.com/', created_at
    FROM (SELECT * FROM token_grant LIMIT 1) AS one CROSS JOIN generate_series(1, ${MANY}) AS n`;
/** No tokens have ended: a plan that is made then must be right for many. */
const OF_TOKENS = ['token_grant', 'ended_token', 'authorization_code', 'account'];
/** Functions that return a whole set of rows each time. */
const WHOLE_SETS = ['CTE Scan', 'Function Scan', 'Materialize'];

describe('the cost of each item in a batch does not depend on its size', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
    await tokensFor(server, ANNA);
    for (const sql of [GRANTS, CODES, 'ANALYZE']) await rows(server, sql);
  });
  afterAll(() => server.close());

  const comparesEachWithEach = ({ 'Node Type': type, Plans: below = [] }: PlanNode): boolean =>
    type === 'Nested Loop' &&
    below.some((node) => node['Parent Relationship'] === 'Inner' && WHOLE_SETS.includes(node['Node Type']));

  /** Reads a table of tokens, or its index, from one end to the other. */
  const readsAll = ({
    'Node Type': type,
    'Relation Name': table = '',
    'Index Cond': by,
  }: PlanNode): boolean =>
    OF_TOKENS.includes(table) && (type === 'Seq Scan' || (/Index.* Scan/.test(type) && by === undefined));

  it('no plan compares items pairwise, or scans a table of tokens', async () => {
    const comparing: string[] = [];
    const reading: string[] = [];
    for (const [name, { text, columns }] of batchStatements) {
      const plan = await genericPlan(
        server,
        text,
        Object.keys(columns).map(() => 'NULL'),
      );
      if (plan.some(comparesEachWithEach)) comparing.push(name);
      if (plan.some(readsAll)) reading.push(name);
    }
    expect({ comparing, reading }).toEqual({ comparing: [], reading: [] });
    expect([...batchStatements.keys()]).toEqual(
      expect.arrayContaining(['refresh-rotate-many', 'code-redeem-many']),
    );
  });
});
