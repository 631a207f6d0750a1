import { ForwardMigration } from './forward-migration.js';

/** Triggers say what changed of accounts and families, so that no node answers from memory what is no longer so. */
export class AnnouncedChanges1795790000000 extends ForwardMigration {
  readonly name = 'AnnouncedChanges1795790000000';
  override readonly statements = [
    `LOCK TABLE "account", "account_identifier", "family", "family_member" IN ACCESS EXCLUSIVE MODE`,
    `CREATE FUNCTION "announce_account_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN RAISE INFO 'hearth changed %', 'account:' || OLD.id; END IF;
  IF TG_OP <> 'DELETE' AND NEW.id IS DISTINCT FROM OLD.id THEN RAISE INFO 'hearth changed %', 'account:' || NEW.id; END IF;
  RETURN NULL;
END $$`,
    `CREATE TRIGGER "announce_account_update" AFTER UPDATE OF name, status, last_login_at ON "account" FOR EACH ROW
         WHEN ((OLD.name, OLD.status, OLD.last_login_at) IS DISTINCT FROM (NEW.name, NEW.status, NEW.last_login_at)) EXECUTE FUNCTION "announce_account_change"()`,
    `CREATE TRIGGER "announce_account_delete" AFTER DELETE ON "account" FOR EACH ROW EXECUTE FUNCTION "announce_account_change"()`,
    `CREATE FUNCTION "announce_account_identifier_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN RAISE INFO 'hearth changed %', 'account:' || OLD.account_id; END IF;
  IF TG_OP <> 'DELETE' AND NEW.account_id IS DISTINCT FROM OLD.account_id THEN RAISE INFO 'hearth changed %', 'account:' || NEW.account_id; END IF;
  RETURN NULL;
END $$`,
    `CREATE TRIGGER "announce_account_identifier_update" AFTER UPDATE OF account_id, type, value, is_validated ON "account_identifier" FOR EACH ROW
         WHEN ((OLD.account_id, OLD.type, OLD.value, OLD.is_validated) IS DISTINCT FROM (NEW.account_id, NEW.type, NEW.value, NEW.is_validated)) EXECUTE FUNCTION "announce_account_identifier_change"()`,
    `CREATE TRIGGER "announce_account_identifier_row" AFTER INSERT OR DELETE ON "account_identifier" FOR EACH ROW EXECUTE FUNCTION "announce_account_identifier_change"()`,
    `CREATE FUNCTION "announce_family_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN RAISE INFO 'hearth changed %', 'family:' || OLD.id; END IF;
  IF TG_OP <> 'DELETE' AND NEW.id IS DISTINCT FROM OLD.id THEN RAISE INFO 'hearth changed %', 'family:' || NEW.id; END IF;
  RETURN NULL;
END $$`,
    `CREATE TRIGGER "announce_family_update" AFTER UPDATE OF name, premium_type, picture_key, calendar_service, location_service, autotracking_service, message_service, photo_service, video_service, audio_service, task_service ON "family" FOR EACH ROW
         WHEN ((OLD.name, OLD.premium_type, OLD.picture_key, OLD.calendar_service, OLD.location_service, OLD.autotracking_service, OLD.message_service, OLD.photo_service, OLD.video_service, OLD.audio_service, OLD.task_service) IS DISTINCT FROM (NEW.name, NEW.premium_type, NEW.picture_key, NEW.calendar_service, NEW.location_service, NEW.autotracking_service, NEW.message_service, NEW.photo_service, NEW.video_service, NEW.audio_service, NEW.task_service)) EXECUTE FUNCTION "announce_family_change"()`,
    `CREATE TRIGGER "announce_family_delete" AFTER DELETE ON "family" FOR EACH ROW EXECUTE FUNCTION "announce_family_change"()`,
    `CREATE FUNCTION "announce_family_member_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN RAISE INFO 'hearth changed %', 'account:' || OLD.account_id; END IF;
  IF TG_OP <> 'DELETE' AND NEW.account_id IS DISTINCT FROM OLD.account_id THEN RAISE INFO 'hearth changed %', 'account:' || NEW.account_id; END IF;
  RETURN NULL;
END $$`,
    `CREATE TRIGGER "announce_family_member_update" AFTER UPDATE OF family_id, account_id, member_type ON "family_member" FOR EACH ROW
         WHEN ((OLD.family_id, OLD.account_id, OLD.member_type) IS DISTINCT FROM (NEW.family_id, NEW.account_id, NEW.member_type)) EXECUTE FUNCTION "announce_family_member_change"()`,
    `CREATE TRIGGER "announce_family_member_row" AFTER INSERT OR DELETE ON "family_member" FOR EACH ROW EXECUTE FUNCTION "announce_family_member_change"()`,
  ];
}
