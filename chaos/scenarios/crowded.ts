import pg from 'pg';
import type { Stage } from '../stage/stage.js';
import { forSeconds, type Scenario } from './scenario.js';

const LOCKED_SECONDS = 20;
const USED_UP_SECONDS = 15;
const TOO_MANY = '53300';
const DEADLOCK = '40P01';
const AT_ONCE = 10;
const END_NODES = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hearth'`;

/** Others who use the same PostgreSQL. */
export const CROWDED_SCENARIOS: readonly Scenario[] = [
  {
    name: 'connections-used-up',
    what: `all connections of PostgreSQL are somebody else’s for ${USED_UP_SECONDS} s, those of the nodes were ended`,
    strike: useUp,
  },
  {
    name: 'account-locked',
    what: `the rows of half of the accounts are locked for ${LOCKED_SECONDS} s`,
    strike: (stage) => hold(stage, 'SELECT FROM account WHERE id % 2 = 0 FOR UPDATE'),
  },
  {
    name: 'table-locked',
    what: `the tables of accounts and grants are locked for ${LOCKED_SECONDS} s, for readers too`,
    strike: (stage) => hold(stage, 'LOCK TABLE account, token_grant IN ACCESS EXCLUSIVE MODE'),
  },
];

async function hold(stage: Stage, statement: string): Promise<void> {
  const client = await stage.connect();
  try {
    while (!(await isHeld(client, statement)));
    await forSeconds(LOCKED_SECONDS);
    await client.query('ROLLBACK');
  } finally {
    await client.end();
  }
}

/** In a transaction that goes on. @returns false: it met a transaction of a node, and is to be tried again */
async function isHeld(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query('BEGIN');
    await client.query(statement);
    return true;
  } catch (cause) {
    await client.query('ROLLBACK');
    if (cause instanceof pg.DatabaseError && cause.code === DEADLOCK) return false;
    throw cause;
  }
}

/** Takes what is free, and ends the nodes' connections until it has theirs, too. */
async function useUp(stage: Stage): Promise<void> {
  const operator = await stage.connect();
  const taken: pg.Client[] = [operator];
  const end = performance.now() + USED_UP_SECONDS * 1000;
  try {
    while (performance.now() < end) {
      await operator.query(END_NODES);
      const got = await Promise.all(Array.from({ length: AT_ONCE }, () => stage.connect().catch(isTooMany)));
      taken.push(...got.filter((client) => client !== null));
    }
  } finally {
    await Promise.all(taken.map((client) => client.end()));
  }
}

/** @throws unless there are too many connections */
function isTooMany(cause: unknown): null {
  if (cause instanceof pg.DatabaseError && cause.code === TOO_MANY) return null;
  throw cause;
}
