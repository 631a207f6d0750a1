import { eventually } from '../../test/support/eventually.js';
import { forSeconds, type Scenario } from './scenario.js';

const CLOCK_AHEAD_MS = 600_000;
/** Longer than a spent refresh token is taken for an honest repeat, and than callers wait. */
const FROZEN_SECONDS = 45;
const RESTART_SECONDS = 3;
const CLOCK_SECONDS = 20;

/** What happens to nodes. */
export const NODE_SCENARIOS: readonly Scenario[] = [
  {
    name: 'node-killed',
    what: `one of two nodes: kill -9, and started again ${RESTART_SECONDS} s later; then the other`,
    strike: async ({ nodes }) => {
      for (const node of nodes) {
        await node.kill();
        await forSeconds(RESTART_SECONDS);
        await node.start();
      }
    },
  },
  {
    name: 'rolling-restart',
    what: 'SIGTERM, its end, a new process, ready; then the other node. The load balancer goes by /health/ready',
    check: 'ready',
    strike: async ({ nodes }) => {
      for (const node of nodes) {
        await node.stop();
        await node.start();
      }
    },
  },
  {
    name: 'node-frozen',
    what: `SIGSTOP of a node for ${FROZEN_SECONDS} s; then it goes on with requests whose callers have long gone`,
    strike: async ({ nodes }) => {
      nodes[0].freeze();
      await forSeconds(FROZEN_SECONDS);
      nodes[0].thaw();
    },
  },
  {
    name: 'node-vanished',
    what: 'a node’s machine in mid-transaction: nothing of it arrives, nobody closes its connections; 30 s later another node',
    needs: { proxy: true },
    strike: async ({ nodes, proxy }) => {
      proxy?.watch({ text: 'COMMIT', nth: 1, moment: 'vanished' });
      await eventually(() => Promise.resolve(proxy?.wasCut ? true : null));
      proxy?.vanish();
      nodes[0].freeze();
      await forSeconds(30);
      await nodes[0].kill();
      await nodes[0].start();
    },
  },
  {
    name: 'clock-ahead',
    what: `one node’s clock is ten minutes ahead for ${CLOCK_SECONDS} s, and then ten minutes behind; it gets requests all the same`,
    strike: async ({ nodes: [node] }) => {
      for (const aheadMs of [CLOCK_AHEAD_MS, -CLOCK_AHEAD_MS, 0]) {
        await node.stop();
        await node.start(aheadMs);
        if (aheadMs !== 0) await forSeconds(CLOCK_SECONDS);
      }
    },
  },
  {
    name: 'listen-silent',
    what: 'the connection that hears of other nodes’ changes falls silent; nobody closes it',
    needs: { proxy: true },
    strike: async ({ proxy }) => {
      proxy?.watch({ text: 'SELECT', nth: 1, moment: 'vanished' }); // its heartbeat
      await eventually(() => Promise.resolve(proxy?.wasCut ? true : null));
      await forSeconds(15);
    },
  },
];
