import type { MigrationInterface, QueryRunner } from 'typeorm';

const CLASSES = ['signin', 'token', 'consent', 'account', 'provisioning', 'administration'];
/** What the actions are kept as that there were until now; all others, also those of earlier versions, as administration. */
const ACTIONS = {
  signin: `signin signout session.ended device.ended websession.asked websession.opened websession.validated
    validation-token.minted validation-token.exchanged validation-token.refused assertion.exchanged assertion.refused
    attempt.throttled budget.spent client.refused authorization.refused call.denied`,
  token: `token.issued client-token.issued token.refreshed token.repeated token.ahead token.reused code.reused token.revoked
    token.refused`,
  consent: `consent.allowed consent.repeated consent.declined consent.ended`,
  account: `profile.changed password.changed password.reset-asked password.reset identifier.asked identifier.added
    identifier.confirmed identifier.removed invitation.accepted invitation.resent account.linked membership.accepted
    proposal.declined account.link-declined`,
  provisioning: `account.created account.updated identifier.proposed account.link-proposed account.deleted account.read
    account.searched family.created family.updated family.deleted member.added member.asked member.removed member.put`,
};
const CLASS_OF_ACTION = `CASE ${Object.entries(ACTIONS)
  .map(([kept, actions]) => `WHEN action = ANY('{${actions.split(/\s+/).join(',')}}') THEN '${kept}'`)
  .join(' ')} ELSE 'administration' END`;

const COLUMNS = `"at", "id", "action", "outcome", "client_id", "account_id", "target", "address", "details"`;
const OTHERS = `"action" text NOT NULL, "outcome" text NOT NULL, "client_id" text, "account_id" bigint, "target" text, "address" text, "details" jsonb`;
const NEXT_ID = `SELECT setval(pg_get_serial_sequence('audit_event', 'id'), coalesce(max(id), 0) + 1, false) FROM audit_event`;
const ASIDE = [
  `ALTER TABLE "audit_event" RENAME TO "audit_event_before"`,
  `ALTER SEQUENCE "audit_event_id_seq" RENAME TO "audit_event_before_id_seq"`,
];
const FILTERS = [
  `CREATE INDEX "audit_event_action_idx" ON "audit_event" ("action", "at", "id")`,
  `CREATE INDEX "audit_event_account_idx" ON "audit_event" ("account_id", "at", "id") WHERE "account_id" IS NOT NULL`,
  `CREATE INDEX "audit_event_client_idx" ON "audit_event" ("client_id", "at", "id") WHERE "client_id" IS NOT NULL`,
  `CREATE INDEX "audit_event_target_idx" ON "audit_event" ("target", "at", "id") WHERE "target" IS NOT NULL`,
  `CREATE INDEX "audit_event_refused_idx" ON "audit_event" ("at", "id") WHERE "outcome" = 'refused'`,
];
const UNFILTERED = ['refused', 'target', 'client', 'account', 'action'].map(
  (filter) => `DROP INDEX "audit_event_${filter}_idx"`,
);

/** A partition for each month that has events, and of each class for this one and the three ahead. */
const MONTHS = `DO $$
  DECLARE part record;
  BEGIN
    FOR part IN
      SELECT ${CLASS_OF_ACTION} AS kept, date_trunc('month', at AT TIME ZONE 'UTC') AS month FROM audit_event_before
      UNION
      SELECT kept, date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month'
        FROM unnest('{${CLASSES.join(',')}}'::text[]) AS kept, generate_series(0, 3) AS ahead
    LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
        'audit_event_' || part.kept || '_' || to_char(part.month, 'YYYY_MM'), 'audit_event_' || part.kept,
        to_char(part.month, 'YYYY-MM-DD') || ' 00:00:00+00',
        to_char(part.month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
    END LOOP;
  END $$`;

const UP = [
  ...UNFILTERED,
  `DROP INDEX "audit_event_at_idx"`,
  `ALTER TABLE "audit_event" DROP CONSTRAINT "audit_event_pkey"`,
  ...ASIDE,
  `CREATE TABLE "audit_event" ("at" TIMESTAMP WITH TIME ZONE NOT NULL, "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "class" text NOT NULL, ${OTHERS}) PARTITION BY LIST ("class")`,
  ...CLASSES.map((kept) => partition(kept)),
  MONTHS,
  `INSERT INTO "audit_event" (${COLUMNS}, "class") OVERRIDING SYSTEM VALUE SELECT ${COLUMNS}, ${CLASS_OF_ACTION} FROM "audit_event_before"`,
  NEXT_ID,
  `DROP TABLE "audit_event_before"`,
  `ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_pkey" PRIMARY KEY ("at", "id", "class")`,
  ...FILTERS,
  `ANALYZE "audit_event"`,
];

const DOWN = [
  ...UNFILTERED,
  `ALTER TABLE "audit_event" DROP CONSTRAINT "audit_event_pkey"`,
  ...ASIDE,
  `CREATE TABLE "audit_event" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, ${OTHERS})`,
  `INSERT INTO "audit_event" (${COLUMNS}) OVERRIDING SYSTEM VALUE SELECT ${COLUMNS} FROM "audit_event_before"`,
  NEXT_ID,
  `DROP TABLE "audit_event_before"`,
  `ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")`,
  `CREATE INDEX "audit_event_at_idx" ON "audit_event" ("at", "id")`,
  ...FILTERS,
];

function partition(kept: string): string {
  return `CREATE TABLE ${`"audit_event_${kept}"`} PARTITION OF "audit_event" FOR VALUES IN ('${kept}') PARTITION BY RANGE ("at")`;
}

/** Events by class, then month: what is past its retention is dropped, not deleted row by row. */
export class AuditPartitions1795475000000 implements MigrationInterface {
  name = 'AuditPartitions1795475000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
