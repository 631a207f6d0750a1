import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks, and the triggers that write down what they are told (D275). */
export class Webhooks1795540000000 implements MigrationInterface {
  name = 'Webhooks1795540000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, EVENT, USERS, ...TRIGGERS.flat()]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'account',
      'account_identifier',
      'family',
      'family_member',
      'consent',
      'token_grant',
    ])
      await runner.query(`DROP FUNCTION "tell_of_${table}" CASCADE`);
    await runner.query(`DROP FUNCTION "tell_event", "users_clients"`);
    for (const table of ['webhook_delivery', 'webhook_sequence', 'subject_event', 'webhook'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}

const TABLES = [
  `CREATE TABLE "webhook" ("id" uuid NOT NULL, "client_id" bigint NOT NULL, "url" text NOT NULL, "events" text array NOT NULL, "description" text, "is_enabled" boolean NOT NULL DEFAULT true, "sealed_secret" bytea NOT NULL, "sealed_previous" bytea, "previous_ends_at" TIMESTAMP WITH TIME ZONE, "failures" integer NOT NULL DEFAULT '0', "retry_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "webhook_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "webhook_client_id_idx" ON "webhook" ("client_id") `,
  `ALTER TABLE "webhook" ADD CONSTRAINT "webhook_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
  `CREATE TABLE "subject_event" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "transaction_id" bigint NOT NULL, "kind" text NOT NULL, "subject" text NOT NULL, "data" jsonb NOT NULL, "created_by" bigint, "client_ids" bigint array NOT NULL, "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "subject_event_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "subject_event_transaction_id_idx" ON "subject_event" ("transaction_id", "subject") `,
  `CREATE TABLE "webhook_sequence" ("subject" text NOT NULL, "webhook_id" uuid NOT NULL, "last" bigint NOT NULL, "ends_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "webhook_sequence_pkey" PRIMARY KEY ("subject", "webhook_id"))`,
  `CREATE INDEX "webhook_sequence_webhook_id_idx" ON "webhook_sequence" ("webhook_id") `,
  `CREATE INDEX "webhook_sequence_ends_at_idx" ON "webhook_sequence" ("ends_at") WHERE "ends_at" IS NOT NULL`,
  `CREATE TABLE "webhook_delivery" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "webhook_id" uuid NOT NULL, "message_id" uuid NOT NULL, "kind" text NOT NULL, "subject" text NOT NULL, "sequence" bigint NOT NULL, "data" jsonb NOT NULL, "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "next_at" TIMESTAMP WITH TIME ZONE, "gives_up_at" TIMESTAMP WITH TIME ZONE NOT NULL, "delivered_at" TIMESTAMP WITH TIME ZONE, "forget_at" TIMESTAMP WITH TIME ZONE, "status" integer, "answer" text, "duration_ms" integer, "tried_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "webhook_delivery_gives_up_at_idx" ON "webhook_delivery" ("gives_up_at") WHERE "next_at" IS NOT NULL`,
  `CREATE INDEX "webhook_delivery_forget_at_idx" ON "webhook_delivery" ("forget_at") WHERE "forget_at" IS NOT NULL`,
  `CREATE INDEX "webhook_delivery_failed_idx" ON "webhook_delivery" ("webhook_id", "id") WHERE "next_at" IS NULL AND "delivered_at" IS NULL`,
  `CREATE INDEX "webhook_delivery_webhook_id_idx" ON "webhook_delivery" ("webhook_id", "id") `,
  `CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery" ("webhook_id", "next_at") WHERE "next_at" IS NOT NULL`,
];

/**
 * What a transaction does to a subject is told once: what else it changes is added to what it changed, of what it made
 * no change is told, and nothing is told twice on end.
 */
export const EVENT = `
  CREATE FUNCTION "tell_event"(its_kind text, its_subject text, its_data jsonb, its_owner bigint, its_clients bigint[])
  RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    this_transaction bigint := pg_current_xact_id()::text::bigint;
    made text := split_part(its_kind, '.', 1) || '.created';
  BEGIN
    IF its_data ? 'changed' THEN
      UPDATE subject_event e SET data = CASE WHEN e.kind = made THEN e.data ELSE e.data || jsonb_build_object('changed',
               (SELECT jsonb_agg(DISTINCT name) FROM jsonb_array_elements_text((e.data->'changed') || (its_data->'changed')) name)) END
       WHERE e.transaction_id = this_transaction AND e.subject = its_subject AND e.kind IN (its_kind, made);
      IF FOUND THEN RETURN; END IF;
    ELSIF EXISTS (SELECT FROM subject_event e WHERE e.transaction_id = this_transaction AND e.subject = its_subject
                     AND e.kind = its_kind AND e.data = its_data AND e.client_ids = its_clients
                     AND NOT EXISTS (SELECT FROM subject_event later WHERE later.transaction_id = this_transaction
                                        AND later.subject = its_subject AND later.id > e.id AND later.kind <> its_kind)) THEN
      RETURN;
    END IF;
    INSERT INTO subject_event (transaction_id, kind, subject, data, created_by, client_ids, occurred_at)
    VALUES (this_transaction, its_kind, its_subject, its_data, its_owner, its_clients, clock_timestamp());
  END $$`;

/** The clients with a webhook whose user an account is: it consented, or they have tokens for it. */
export const USERS = `
  CREATE FUNCTION "users_clients"(account bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(of_it.client_id), '{}')
      FROM (SELECT c.client_id FROM consent c WHERE c.account_id = account
             UNION SELECT g.client_id FROM token_grant g WHERE g.account_id = account AND g.revoked_at IS NULL) of_it
     WHERE EXISTS (SELECT FROM webhook w WHERE w.client_id = of_it.client_id AND w.is_enabled)
  $$`;

/** Without a webhook that is on, a change costs one look at an empty table. */
const ANYBODY = `IF NOT EXISTS (SELECT FROM webhook WHERE is_enabled) THEN RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END; END IF;`;

function telling(table: string, body: string, declared = ''): string {
  return `
  CREATE FUNCTION "tell_of_${table}"() RETURNS trigger LANGUAGE plpgsql AS $$
  ${declared}
  BEGIN
    ${ANYBODY}
    ${body}
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END $$`;
}

function trigger(table: string, name: string, when: string, condition = ''): string {
  return `CREATE TRIGGER "tell_${name}" ${when} ON "${table}" FOR EACH ROW ${condition} EXECUTE FUNCTION "tell_of_${table}"()`;
}

const FAMILY_COLUMNS: Readonly<Record<string, string>> = {
  name: 'name',
  premium_type: 'premiumType',
  picture_key: 'picture',
  calendar_service: 'calendarService',
  location_service: 'locationService',
  autotracking_service: 'autotrackingService',
  message_service: 'messageService',
  photo_service: 'photoService',
  video_service: 'videoService',
  audio_service: 'audioService',
  task_service: 'taskService',
};

/** The names of the columns that an update changed, as JSON. */
function changedOf(columns: Readonly<Record<string, string>>): string {
  const each = Object.entries(columns).map(
    ([column, name]) => `CASE WHEN OLD.${column} IS DISTINCT FROM NEW.${column} THEN '${name}' END`,
  );
  return `to_jsonb(array_remove(ARRAY[${each.join(', ')}], NULL))`;
}

function differs(columns: readonly string[]): string {
  const row = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
  return `WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')})`;
}

const ACCOUNT_COLUMNS = { name: 'name', country_code: 'countryCode', locale: 'locale' };
const ACCOUNT_DATA = (row: string) => `jsonb_build_object('accountId', ${row}::text)`;
const IT = `'account:' || NEW.id`;

export const TRIGGERS = [
  [
    telling(
      'account',
      `IF TG_OP = 'INSERT' THEN
      PERFORM tell_event('account.created', ${IT}, ${ACCOUNT_DATA('NEW.id')}, NEW.created_by, '{}');
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM tell_event('account.deleted', 'account:' || OLD.id, ${ACCOUNT_DATA('OLD.id')}, OLD.created_by, users_clients(OLD.id));
    ELSE
      IF NEW.status <> OLD.status THEN
        PERFORM tell_event(CASE WHEN NEW.status = 'disabled' THEN 'account.disabled' WHEN OLD.status = 'disabled' THEN 'account.enabled' ELSE 'account.completed' END,
          ${IT}, ${ACCOUNT_DATA('NEW.id')}, NEW.created_by, users_clients(NEW.id));
      END IF;
      changes := ${changedOf(ACCOUNT_COLUMNS)};
      IF changes <> '[]' THEN
        PERFORM tell_event('account.changed', ${IT}, ${ACCOUNT_DATA('NEW.id')} || jsonb_build_object('changed', changes), NEW.created_by, users_clients(NEW.id));
      END IF;
    END IF;`,
      'DECLARE changes jsonb;',
    ),
    trigger('account', 'made', 'AFTER INSERT'),
    trigger('account', 'changed', 'AFTER UPDATE', differs(['status', 'name', 'country_code', 'locale'])),
    trigger('account', 'deleted', 'BEFORE DELETE'),
  ],
  [
    telling(
      'account_identifier',
      `its_account := CASE WHEN TG_OP = 'DELETE' THEN OLD.account_id ELSE NEW.account_id END;
    PERFORM tell_event('account.changed', 'account:' || a.id, ${ACCOUNT_DATA('a.id')} || '{"changed": ["identifiers"]}', a.created_by, users_clients(a.id))
       FROM account a WHERE a.id = its_account;`,
      'DECLARE its_account bigint;',
    ),
    trigger('account_identifier', 'written', 'AFTER INSERT OR DELETE'),
    trigger(
      'account_identifier',
      'changed',
      'AFTER UPDATE',
      differs(['type', 'value', 'normalized', 'issuer', 'is_validated']),
    ),
  ],
  [
    telling(
      'family',
      `IF TG_OP = 'DELETE' THEN
      PERFORM tell_event('family.deleted', 'family:' || OLD.id, jsonb_build_object('familyId', OLD.id::text), OLD.created_by, '{}');
    ELSIF TG_OP = 'INSERT' THEN
      PERFORM tell_event('family.created', 'family:' || NEW.id, jsonb_build_object('familyId', NEW.id::text), NEW.created_by, '{}');
    ELSE
      PERFORM tell_event('family.changed', 'family:' || NEW.id, jsonb_build_object('familyId', NEW.id::text, 'changed', ${changedOf(FAMILY_COLUMNS)}), NEW.created_by, '{}');
    END IF;`,
    ),
    trigger('family', 'written', 'AFTER INSERT OR DELETE'),
    trigger('family', 'changed', 'AFTER UPDATE', differs(Object.keys(FAMILY_COLUMNS))),
  ],
  [
    telling(
      'family_member',
      `it := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    PERFORM tell_event(CASE TG_OP WHEN 'INSERT' THEN 'member.added' WHEN 'DELETE' THEN 'member.removed' ELSE 'member.changed' END,
        'family:' || f.id, jsonb_build_object('familyId', f.id::text, 'accountId', it.account_id::text), f.created_by, '{}')
       FROM family f WHERE f.id = it.family_id;`,
      'DECLARE it family_member;',
    ),
    trigger('family_member', 'written', 'AFTER INSERT OR DELETE'),
    trigger('family_member', 'changed', 'AFTER UPDATE', differs(['member_type'])),
  ],
  [
    telling(
      'consent',
      `it := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    IF EXISTS (SELECT FROM webhook w WHERE w.client_id = it.client_id AND w.is_enabled) THEN
      PERFORM tell_event(CASE TG_OP WHEN 'DELETE' THEN 'consent.ended' ELSE 'consent.given' END, 'account:' || a.id,
          ${ACCOUNT_DATA('a.id')} || CASE TG_OP WHEN 'DELETE' THEN '{}' ELSE jsonb_build_object('scopes', it.scopes) END, NULL, ARRAY[it.client_id])
         FROM account a WHERE a.id = it.account_id;
    END IF;`,
      'DECLARE it consent;',
    ),
    trigger('consent', 'written', 'AFTER INSERT OR DELETE'),
    trigger('consent', 'changed', 'AFTER UPDATE', differs(['scopes'])),
  ],
  [
    telling(
      'token_grant',
      `IF EXISTS (SELECT FROM webhook w WHERE w.client_id = NEW.client_id AND w.is_enabled) THEN
      PERFORM tell_event('session.ended', 'account:' || NEW.account_id,
        ${ACCOUNT_DATA('NEW.account_id')} || jsonb_build_object('sid', OLD.sid), NULL, ARRAY[NEW.client_id]);
    END IF;`,
    ),
    // A refresh does not write sid: it costs a grant's hot path nothing.
    trigger(
      'token_grant',
      'ended',
      'AFTER UPDATE OF sid',
      'WHEN (OLD.sid IS NOT NULL AND NEW.sid IS NULL AND NEW.account_id IS NOT NULL)',
    ),
  ],
];
