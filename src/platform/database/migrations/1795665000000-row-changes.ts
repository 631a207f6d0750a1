import { ForwardMigration } from './forward-migration.js';

const TABLES = ['account', 'account_identifier', 'family', 'family_member', 'consent', 'token_grant'];

const WRITERS = [
  `CREATE FUNCTION "write_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its account := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'account', 'account:' || its.id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('status', OLD.status) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('status', NEW.status) END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.name IS DISTINCT FROM NEW.name THEN 'name' END, CASE WHEN OLD.country_code IS DISTINCT FROM NEW.country_code THEN 'country_code' END, CASE WHEN OLD.locale IS DISTINCT FROM NEW.locale THEN 'locale' END, CASE WHEN OLD.status IS DISTINCT FROM NEW.status THEN 'status' END, CASE WHEN NEW.created_by IS NOT NULL AND OLD.created_by IS DISTINCT FROM NEW.created_by THEN 'created_by' END], NULL) ELSE '{}' END,
      its.created_by,
      ARRAY(SELECT k.client_id FROM (SELECT c.client_id FROM consent c WHERE c.account_id = its.id
             UNION SELECT g.client_id FROM token_grant g WHERE g.account_id = its.id AND g.revoked_at IS NULL) k
     WHERE EXISTS (SELECT FROM webhook w WHERE w.client_id = k.client_id AND w.is_enabled)),
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
  `CREATE TRIGGER "write_account_insert" AFTER INSERT ON "account" FOR EACH ROW EXECUTE FUNCTION "write_account_change"()`,
  `CREATE TRIGGER "write_account_update" AFTER UPDATE OF name, country_code, locale, status, created_by ON "account" FOR EACH ROW WHEN ((OLD.name, OLD.country_code, OLD.locale, OLD.status) IS DISTINCT FROM (NEW.name, NEW.country_code, NEW.locale, NEW.status) OR (NEW.created_by IS NOT NULL AND OLD.created_by IS DISTINCT FROM NEW.created_by)) EXECUTE FUNCTION "write_account_change"()`,
  `CREATE TRIGGER "write_account_delete" BEFORE DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "write_account_change"()`,
  `CREATE FUNCTION "write_account_identifier_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its account_identifier := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.account_id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'account_identifier', 'account:' || its.account_id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object() END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object() END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.type IS DISTINCT FROM NEW.type THEN 'type' END, CASE WHEN OLD.value IS DISTINCT FROM NEW.value THEN 'value' END, CASE WHEN OLD.normalized IS DISTINCT FROM NEW.normalized THEN 'normalized' END, CASE WHEN OLD.issuer IS DISTINCT FROM NEW.issuer THEN 'issuer' END, CASE WHEN OLD.is_validated IS DISTINCT FROM NEW.is_validated THEN 'is_validated' END], NULL) ELSE '{}' END,
      (SELECT s.created_by FROM account s WHERE s.id = its.account_id),
      ARRAY(SELECT k.client_id FROM (SELECT c.client_id FROM consent c WHERE c.account_id = its.account_id
             UNION SELECT g.client_id FROM token_grant g WHERE g.account_id = its.account_id AND g.revoked_at IS NULL) k
     WHERE EXISTS (SELECT FROM webhook w WHERE w.client_id = k.client_id AND w.is_enabled)),
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
  `CREATE TRIGGER "write_account_identifier_insert" AFTER INSERT ON "account_identifier" FOR EACH ROW EXECUTE FUNCTION "write_account_identifier_change"()`,
  `CREATE TRIGGER "write_account_identifier_update" AFTER UPDATE OF type, value, normalized, issuer, is_validated ON "account_identifier" FOR EACH ROW WHEN ((OLD.type, OLD.value, OLD.normalized, OLD.issuer, OLD.is_validated) IS DISTINCT FROM (NEW.type, NEW.value, NEW.normalized, NEW.issuer, NEW.is_validated)) EXECUTE FUNCTION "write_account_identifier_change"()`,
  `CREATE TRIGGER "write_account_identifier_delete" AFTER DELETE ON "account_identifier" FOR EACH ROW EXECUTE FUNCTION "write_account_identifier_change"()`,
  `CREATE FUNCTION "write_family_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its family := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'family', 'family:' || its.id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object() END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object() END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.name IS DISTINCT FROM NEW.name THEN 'name' END, CASE WHEN OLD.premium_type IS DISTINCT FROM NEW.premium_type THEN 'premium_type' END, CASE WHEN OLD.picture_key IS DISTINCT FROM NEW.picture_key THEN 'picture_key' END, CASE WHEN OLD.calendar_service IS DISTINCT FROM NEW.calendar_service THEN 'calendar_service' END, CASE WHEN OLD.location_service IS DISTINCT FROM NEW.location_service THEN 'location_service' END, CASE WHEN OLD.autotracking_service IS DISTINCT FROM NEW.autotracking_service THEN 'autotracking_service' END, CASE WHEN OLD.message_service IS DISTINCT FROM NEW.message_service THEN 'message_service' END, CASE WHEN OLD.photo_service IS DISTINCT FROM NEW.photo_service THEN 'photo_service' END, CASE WHEN OLD.video_service IS DISTINCT FROM NEW.video_service THEN 'video_service' END, CASE WHEN OLD.audio_service IS DISTINCT FROM NEW.audio_service THEN 'audio_service' END, CASE WHEN OLD.task_service IS DISTINCT FROM NEW.task_service THEN 'task_service' END], NULL) ELSE '{}' END,
      its.created_by,
      '{}',
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
  `CREATE TRIGGER "write_family_insert" AFTER INSERT ON "family" FOR EACH ROW EXECUTE FUNCTION "write_family_change"()`,
  `CREATE TRIGGER "write_family_update" AFTER UPDATE OF name, premium_type, picture_key, calendar_service, location_service, autotracking_service, message_service, photo_service, video_service, audio_service, task_service ON "family" FOR EACH ROW WHEN ((OLD.name, OLD.premium_type, OLD.picture_key, OLD.calendar_service, OLD.location_service, OLD.autotracking_service, OLD.message_service, OLD.photo_service, OLD.video_service, OLD.audio_service, OLD.task_service) IS DISTINCT FROM (NEW.name, NEW.premium_type, NEW.picture_key, NEW.calendar_service, NEW.location_service, NEW.autotracking_service, NEW.message_service, NEW.photo_service, NEW.video_service, NEW.audio_service, NEW.task_service)) EXECUTE FUNCTION "write_family_change"()`,
  `CREATE TRIGGER "write_family_delete" AFTER DELETE ON "family" FOR EACH ROW EXECUTE FUNCTION "write_family_change"()`,
  `CREATE FUNCTION "write_family_member_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its family_member := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.family_id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'family_member', 'family:' || its.family_id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('account_id', OLD.account_id::text) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('account_id', NEW.account_id::text) END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.member_type IS DISTINCT FROM NEW.member_type THEN 'member_type' END], NULL) ELSE '{}' END,
      (SELECT s.created_by FROM family s WHERE s.id = its.family_id),
      '{}',
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
  `CREATE TRIGGER "write_family_member_insert" AFTER INSERT ON "family_member" FOR EACH ROW EXECUTE FUNCTION "write_family_member_change"()`,
  `CREATE TRIGGER "write_family_member_update" AFTER UPDATE OF member_type ON "family_member" FOR EACH ROW WHEN ((OLD.member_type) IS DISTINCT FROM (NEW.member_type)) EXECUTE FUNCTION "write_family_member_change"()`,
  `CREATE TRIGGER "write_family_member_delete" AFTER DELETE ON "family_member" FOR EACH ROW EXECUTE FUNCTION "write_family_member_change"()`,
  `CREATE FUNCTION "write_consent_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its consent := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.account_id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.client_id = its.client_id AND w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'consent', 'account:' || its.account_id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('scopes', OLD.scopes) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('scopes', NEW.scopes) END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.scopes IS DISTINCT FROM NEW.scopes THEN 'scopes' END], NULL) ELSE '{}' END,
      NULL,
      ARRAY[its.client_id],
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
  `CREATE TRIGGER "write_consent_insert" AFTER INSERT ON "consent" FOR EACH ROW EXECUTE FUNCTION "write_consent_change"()`,
  `CREATE TRIGGER "write_consent_update" AFTER UPDATE OF scopes ON "consent" FOR EACH ROW WHEN ((OLD.scopes) IS DISTINCT FROM (NEW.scopes)) EXECUTE FUNCTION "write_consent_change"()`,
  `CREATE TRIGGER "write_consent_delete" AFTER DELETE ON "consent" FOR EACH ROW EXECUTE FUNCTION "write_consent_change"()`,
  `CREATE FUNCTION "write_token_grant_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its token_grant := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.account_id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.client_id = its.client_id AND w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'token_grant', 'account:' || its.account_id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('sid', OLD.sid) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('sid', NEW.sid) END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.sid IS DISTINCT FROM NEW.sid THEN 'sid' END], NULL) ELSE '{}' END,
      NULL,
      ARRAY[its.client_id],
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
  `CREATE TRIGGER "write_token_grant_update" AFTER UPDATE OF sid ON "token_grant" FOR EACH ROW WHEN ((OLD.sid) IS DISTINCT FROM (NEW.sid)) EXECUTE FUNCTION "write_token_grant_change"()`,
];

/**
 * Triggers only write down what changed; which events follow is decided in TypeScript. Nodes of the version before go on
 * spreading what is in `subject_event`: what the triggers before wrote, and what a node of this version decides. When one
 * of them lets a client take an account over, it calls `tell_event`: that stays until a later version, and writes down
 * an account that is new.
 *
 * All tables are locked at once, so that no transaction is written down partly by the triggers before.
 */
export class RowChanges1795665000000 extends ForwardMigration {
  readonly name = 'RowChanges1795665000000';
  override readonly statements = [
    `LOCK TABLE ${TABLES.map((table) => `"${table}"`).join(', ')} IN ACCESS EXCLUSIVE MODE`,
    // Only databases of 0.2.0 have them.
    ...TABLES.map((table) => `DROP FUNCTION IF EXISTS "tell_of_${table}" CASCADE`),
    'DROP FUNCTION IF EXISTS "tell_event", "users_clients"',
    'DROP INDEX "subject_event_transaction_id_idx"',
    `CREATE TABLE "row_change" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "transaction_id" bigint NOT NULL, "table_name" text NOT NULL, "subject" text NOT NULL, "old_values" jsonb, "new_values" jsonb, "changed" text array NOT NULL, "created_by" bigint, "client_ids" bigint array NOT NULL, "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "row_change_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "row_change_transaction_id_idx" ON "row_change" ("transaction_id", "subject") `,
    ...WRITERS,
    `CREATE FUNCTION "tell_event"(its_kind text, its_subject text, its_data jsonb, its_owner bigint, its_clients bigint[])
  RETURNS void LANGUAGE sql AS $$
    INSERT INTO row_change (transaction_id, table_name, subject, new_values, changed, created_by, client_ids, occurred_at)
    SELECT pg_current_xact_id()::text::bigint, 'account', its_subject, '{}', '{}', its_owner, its_clients, clock_timestamp()
     WHERE its_kind = 'account.created' AND EXISTS (SELECT FROM webhook w WHERE w.is_enabled)
  $$`,
  ];
}
