import { ForwardMigration } from './forward-migration.js';

/** A trigger writes down for webhooks that a grant was revoked. */
export class EndedGrants1795750000000 extends ForwardMigration {
  readonly name = 'EndedGrants1795750000000';
  override readonly statements = [
    'LOCK TABLE "token_grant" IN ACCESS EXCLUSIVE MODE',
    `DROP FUNCTION IF EXISTS "write_token_grant_change" CASCADE`,
    `CREATE FUNCTION "write_token_grant_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its token_grant := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF its.account_id IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE w.client_id = its.client_id AND w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, 'token_grant', 'account:' || its.account_id,
      CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('id', OLD.id::text, 'ends_at', OLD.ends_at, 'sid', OLD.sid) END,
      CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('id', NEW.id::text, 'ends_at', NEW.ends_at, 'sid', NEW.sid) END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[CASE WHEN OLD.sid IS DISTINCT FROM NEW.sid THEN 'sid' END, CASE WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at THEN 'revoked_at' END], NULL) ELSE '{}' END,
      NULL,
      ARRAY[its.client_id],
      clock_timestamp());
  END IF;
  RETURN its;
END $$`,
    `CREATE TRIGGER "write_token_grant_update" AFTER UPDATE OF revoked_at, sid ON "token_grant" FOR EACH ROW WHEN ((OLD.sid) IS DISTINCT FROM (NEW.sid) OR (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)) EXECUTE FUNCTION "write_token_grant_change"()`,
  ];
}
