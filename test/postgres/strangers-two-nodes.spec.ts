import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { digestOf } from '../../src/platform/security/secrets.js';
import { BudgetSpent } from '../../src/platform/throttle/budget-spent.js';
import { networkOf, wideNetworkOf } from '../../src/platform/throttle/network.js';
import { Budgets, type Spender } from '../../src/platform/throttle/budgets.js';
import { count, rows } from '../support/database-rows.js';
import { CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { untilWaiting } from '../support/waiting.js';

const BUDGET = 1000;
/** At once: with more of them a busy machine lets some wait for a connection until they time out. */
const AT_ONCE = 200;

describe('budget on two nodes (D170)', () => {
  let nodes: TestServer[];
  let close: () => Promise<void>;
  beforeAll(async () => {
    const { a, b, close: closeBoth } = await startNodes();
    [nodes, close] = [[a, b], closeBoth];
  });
  afterAll(() => close());
  beforeEach(() => nodes[0].clock.advance({ minutes: 61 }));

  /** @returns the number of accepted ones */
  async function race(times: number, spender: Spender): Promise<number> {
    let letIn = 0;
    for (let left = times; left > 0; left -= AT_ONCE) letIn += await volley(Math.min(left, AT_ONCE), spender);
    return letIn;
  }

  async function volley(times: number, spender: Spender): Promise<number> {
    const attempts = Array.from({ length: times }, (_, i) =>
      nodes[i % 2]
        .get(Budgets)
        .spend('authorizations', spender)
        .then(
          () => true,
          (cause: unknown) => {
            if (cause instanceof BudgetSpent) return false;
            throw cause;
          },
        ),
    );
    return (await Promise.all(attempts)).filter((isIn) => isIn).length;
  }

  it.each(['198.51.100.1', '2001:db8::1'])(
    'twice the budget at once from %s: exactly the budget is accepted',
    async (address) => {
      expect(await race(2 * BUDGET, { address })).toBe(BUDGET);
      expect(await race(20, { address })).toBe(0);
      expect(await race(20, { address, accountId: '1' })).toBe(20);
      nodes[0].clock.advance({ seconds: 6 });
      expect(await race(40, { address })).toBe(10);
    },
  );

  it('a request for a network does not wait for one that waits for the wider network', async () => {
    const keyOf = (network: string) => digestOf(`budget authorizations network ${network}`);
    const networks = [...'0123456789abcdef'].map((part) => `2001:db8:77:${part}::1`);
    const wide = keyOf(wideNetworkOf(networks[0]) ?? '');
    // Its row is locked before the wider one's: otherwise each could hold the row that the other one waits for.
    const address = networks.find((each) => Buffer.compare(keyOf(networkOf(each)), wide) < 0) as string;
    await volley(1, { address: networks.find((each) => each !== address) as string });
    const ask = (node: TestServer) => node.get(Budgets).spend('authorizations', { address });
    const asked: Promise<void>[] = [];
    await nodes[0].get(Database).transaction(async (tx) => {
      await tx.query('SELECT FROM budget WHERE key = $1 FOR UPDATE', [wide]);
      asked.push(ask(nodes[0])); // sees no row of the network yet
      await untilWaiting(nodes[0], 1);
      const row = [keyOf(networkOf(address)), nodes[0].clock.now()];
      await rows(nodes[0], 'INSERT INTO budget (key, refilled_at) VALUES ($1, $2)', row);
      asked.push(ask(nodes[1])); // sees it
      await untilWaiting(nodes[0], 2);
    });
    await expect(Promise.all(asked)).resolves.toBeDefined();
  });

  it('a flood of requests leaves a row for each accepted one, and no more', async () => {
    const redirect = encodeURIComponent('https://shop.example/callback');
    const path = `/authorize?response_type=code&client_id=${CLIENTS.thirdParty.id}&redirect_uri=${redirect}`;
    await race(BUDGET - 25, { address: '198.51.100.2' });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        request(nodes[i % 2], { path, headers: from('198.51.100.2') }).then(({ status }) => status),
      ),
    );
    const of = (status: number): number => answers.filter((each) => each === status).length;
    expect([of(302), of(429)]).toEqual([25, 175]);
    expect(await count(nodes[0], 'authorization_context')).toBe(25);
  });
});
