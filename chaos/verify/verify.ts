import pLimit from 'p-limit';
import pg from 'pg';
import type { Cast } from '../stage/cast.js';
import type { Workload } from '../workload/workload.js';
import { verifyGrantRows } from './grant-rows.js';
import { verifyGrants } from './grants.js';
import { verifyPasswords } from './passwords.js';
import { verifyRecordRows, verifyRecords } from './records.js';

const AT_ONCE = 8;

/** Holds the ledger against the database and against what every node answers. */
export async function verify(workload: Workload, cast: Cast, databaseUrl: string): Promise<void> {
  const { ledger } = workload;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await verifyGrantRows(client, ledger);
    await verifyRecordRows(client, ledger);
  } finally {
    await client.end();
  }
  const caller = workload.newCaller();
  const limit = pLimit(AT_ONCE);
  const each = <T>(items: readonly T[], check: (item: T) => Promise<void>): Promise<unknown> =>
    Promise.all(items.map((item) => limit(() => check(item))));
  await verifyPasswords(() => workload.newCaller(), cast);
  await verifyRecords(caller, cast, each);
  await verifyGrants(caller, each);
}

export type Each = <T>(items: readonly T[], check: (item: T) => Promise<void>) => Promise<unknown>;
