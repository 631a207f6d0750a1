import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ActiveAccounts } from '../../src/platform/activity/active-accounts.js';
import { ActivityRecord } from '../../src/platform/activity/activity-record.js';
import { HourlyCounters, type Kind } from '../../src/platform/activity/hourly-counters.js';
import { estimateOf } from '../../src/platform/activity/sketch.js';
import { rows } from '../support/database-rows.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';

const TIMES = 40;
const KINDS: readonly Kind[] = ['signin', 'token', 'family', 'refused:call.denied', 'refused:signin'];

describe('counts by two nodes (D238)', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes();
  });
  afterAll(() => nodes.close());

  const sums = async (): Promise<Record<string, number>> => {
    const sql = 'SELECT kind, sum(count)::int AS n FROM hourly_count GROUP BY kind';
    const found = await rows<{ kind: string; n: number }>(nodes.a, sql);
    return Object.fromEntries(found.map(({ kind, n }) => [kind, n]));
  };

  it('are added up, however often both write at once and in whatever order they counted', async () => {
    await Promise.all([nodes.a, nodes.b].map((node) => node.get(HourlyCounters).flush()));
    await rows(nodes.a, 'DELETE FROM hourly_count');
    const counters = [nodes.a, nodes.b].map((node) => node.get(HourlyCounters));
    for (let time = 0; time < TIMES; time++) {
      for (const kind of KINDS) counters[0].add(kind);
      for (const kind of [...KINDS].reverse()) counters[1].add(kind);
      await Promise.all(counters.map((each) => each.flush()));
    }
    expect(await sums()).toEqual(Object.fromEntries(KINDS.map((kind) => [kind, 2 * TIMES])));
  });

  it('of accounts include an account once, if both saw it', async () => {
    const [a, b] = [nodes.a, nodes.b].map((node) => node.get(ActiveAccounts));
    await Promise.all([a.flush(), b.flush()]);
    await rows(nodes.a, 'DELETE FROM active_accounts');
    const day = new Date(nodes.a.clock.millis() - (nodes.a.clock.millis() % 86_400_000));
    const seen = async () => {
      const found = await nodes.a.get(ActivityRecord).accountsSeen('day', day, nodes.a.clock.now());
      return estimateOf(found.map(({ sketch }) => sketch));
    };
    const before = await seen();
    for (const id of ['900', '901', '902']) a.seen(id);
    for (const id of ['902', '903']) b.seen(id);
    await Promise.all([a.flush(), b.flush()]);
    expect((await seen()) - before).toBe(4);
  });

  it('from the last seconds are written when a node stops', async () => {
    const last = await nodes.start();
    const before = await sums();
    last.get(HourlyCounters).add('family');
    last.get(ActiveAccounts).seen('950');
    await last.close();
    expect((await sums()).family).toBe(before.family + 1);
    const sketches = await rows<{ node: string }>(nodes.a, 'SELECT DISTINCT node FROM active_accounts');
    expect(sketches.length).toBeGreaterThanOrEqual(3); // each node has its own
  });
});
