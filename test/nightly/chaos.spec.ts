import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../chaos/options.js';
import { faultsOf, hasFault, tableOf } from '../../chaos/report.js';
import { runScenario, type Result } from '../../chaos/run-scenario.js';
import { SCENARIOS } from '../../chaos/scenarios/all.js';
import type { Scenario } from '../../chaos/scenarios/scenario.js';
import { KINDS, type Kind } from '../../chaos/workload/findings.js';
import { eventually } from '../support/eventually.js';

const QUICK = ['node-killed', 'postgres-crashed', 'connections-used-up'];
const LIMIT_MS = 400_000; // only a hang takes so long

/** In seconds. Nodes without notices use their cached tokens for five seconds: each is queried again. */
const LONGER_THAN_CACHES = 8;

/** The traces of a faulty server, made by hand. */
const SABOTAGE = [
  'DELETE FROM family_member',
  `INSERT INTO family_member (family_id, account_id, member_type, created_at)
   SELECT (SELECT min(id) FROM family), id, 0, now() FROM account WHERE name LIKE 'Mia%' FOR KEY SHARE`,
  'INSERT INTO family (name, created_at) SELECT name, created_at FROM family',
  'UPDATE token_grant SET revoked_at = now() WHERE revoked_at IS NULL AND device_id IS NOT NULL',
];
const sabotage: Scenario = {
  name: 'sabotage',
  what: 'rows are deleted, doubled and ended behind the nodes’ backs, and a table is away for a moment',
  strike: async (stage) => {
    const client = await stage.connect();
    for (const statement of SABOTAGE) await client.query(statement);
    await client.query('ALTER TABLE family RENAME TO family_away');
    await eventually(() =>
      Promise.resolve(stage.nodes.some(({ errors }) => errors.length > 0) ? true : null),
    );
    await client.query('ALTER TABLE family_away RENAME TO family');
    await client.end();
  },
};

describe('chaos (D215)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hearth-chaos-test-'));
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const play = (scenario: Scenario, seconds = 2): Promise<Result> =>
    runScenario(scenario, { folder, seconds, workers: 6, note: () => undefined });

  it.each(SCENARIOS.filter(({ name }) => QUICK.includes(name)).map((scenario) => [scenario.name, scenario]))(
    '%s: nothing is lost, doubled, refused, ended or revived',
    async (_, scenario) => {
      const result = await play(scenario as Scenario);
      expect(hasFault(result) ? faultsOf(result) : '').toBe('');
      expect(result.ledger.successes.count).toBeGreaterThan(100);
      expect(result.ledger.longestWaitSeconds).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it(
    'detects a faulty server',
    async () => {
      const result = await play(sabotage, LONGER_THAN_CACHES);
      const { findings } = result.ledger;
      const found = (Object.keys(KINDS) as Kind[]).filter((kind) => findings.count(kind) > 0);
      expect(found).toEqual(
        expect.arrayContaining(['lost', 'doubled', 'false401', 'revived', 'ended', 'error500']),
      );
      expect(tableOf([result], true)).toContain('`sabotage`: rows are deleted');
    },
    LIMIT_MS,
  );

  it('accepts the existing scenarios, by name', () => {
    expect(parseOptions(['--scenario', QUICK.join()])?.scenarios.map(({ name }) => name)).toEqual(QUICK);
    expect(parseOptions([])?.scenarios).toBe(SCENARIOS);
    expect(() => parseOptions(['--scenario', 'earthquake'])).toThrow(/not "earthquake"/);
    expect(parseOptions(['--help'])).toBeNull();
  });
});
