import { AuditPartitions } from '../../src/platform/audit/audit-partitions.js';
import { rows } from './database-rows.js';
import type { TestServer } from './start-app.js';

/**
 * Drops the partition for events of any time in tests (test/runner), and makes the months of the clock, as a
 * server has them.
 */
export async function auditByMonth(server: TestServer): Promise<void> {
  for (const name of await auditPartitions(server)) await rows(server, `DROP TABLE ${name}`);
  await server.get(AuditPartitions).makeAhead();
}

/** The tables that hold events. @param kept of this class only */
export async function auditPartitions(server: TestServer, kept = ''): Promise<string[]> {
  const sql = `SELECT relid::text AS name FROM pg_partition_tree('audit_event')
    WHERE isleaf AND relid::text LIKE $1 ORDER BY 1`;
  const found = await rows<{ name: string }>(server, sql, [`audit_event_${kept}%`]);
  return found.map(({ name }) => name);
}
