/**
 * The clock of a test jumps by years between two requests, while a server prepares only the next months: here one
 * partition of each class takes all times. Tests of partitions return to months (test/support/audit-months.ts).
 */
const ANY_TIME = `DO $$
  DECLARE part record;
  BEGIN
    FOR part IN SELECT relid::text AS name, isleaf FROM pg_partition_tree('audit_event') WHERE level > 0
      ORDER BY isleaf DESC
    LOOP
      IF part.isleaf THEN EXECUTE 'DROP TABLE ' || part.name;
      ELSE EXECUTE format('CREATE TABLE %s_any_time PARTITION OF %1$s FOR VALUES FROM (MINVALUE) TO (MAXVALUE)', part.name);
      END IF;
    END LOOP;
  END $$`;

export function keepAuditOfAnyTime(dataSource) {
  return dataSource.query(ANY_TIME);
}
