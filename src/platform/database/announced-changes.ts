/** The changed object: `client:<clientId>`, `rulesets`, `account:<id>`, `family:<id>`, `grant:<id>`. */
export type Topic = string;

/** Of a statement whose outcome is unknown, any object may be changed. */
export const EVERYTHING: Topic = 'everything';

/** Changes of its rows are announced, so that no node answers from memory what they changed. */
export interface AnnouncedTable {
  /** What a changed row is of; the topic is its name and the value of `id`: `account:7`. */
  readonly subject: string;
  /** The column with the subject's id. */
  readonly id: string;
  /** The columns whose changes are announced. */
  readonly columns: readonly string[];
  /** A new row changes nothing that could be in memory. */
  readonly isNewUnknown?: true;
}

export type AnnouncedTables = Readonly<Record<string, AnnouncedTable>>;

const SAID = 'hearth changed ';

/**
 * Statements that make the triggers of tables. A trigger says its topic to the connection that made the change, by a message
 * of level INFO: that reaches every client, whatever its settings, before the statement is answered, and costs no round
 * trip. The node tells the others once the change is committed (`Changes`). NOTIFY in the trigger itself would make
 * commits wait for each other.
 */
export function createAnnouncers(tables: AnnouncedTables): string[] {
  return Object.entries(tables).flatMap(([name, { subject, id, columns, isNewUnknown = false }]) => {
    const say = (row: string): string => `RAISE INFO '${SAID}%', '${subject}:' || ${row}.${id};`;
    const row = (of: string): string => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
    const call = `FOR EACH ROW EXECUTE FUNCTION "announce_${name}_change"()`;
    return [
      `CREATE FUNCTION "announce_${name}_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN ${say('OLD')} END IF;
  IF TG_OP <> 'DELETE' AND NEW.${id} IS DISTINCT FROM OLD.${id} THEN ${say('NEW')} END IF;
  RETURN NULL;
END $$`,
      `CREATE TRIGGER "announce_${name}_update" AFTER UPDATE OF ${columns.join(', ')} ON "${name}" FOR EACH ROW
         WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')}) EXECUTE FUNCTION "announce_${name}_change"()`,
      `CREATE TRIGGER "announce_${name}_${isNewUnknown ? 'delete' : 'row'}" AFTER ${isNewUnknown ? '' : 'INSERT OR '}DELETE ON "${name}" ${call}`,
    ];
  });
}

/** Statements that take away the triggers that there are. */
export function dropAnnouncers(tables: AnnouncedTables): string[] {
  return Object.keys(tables).map((name) => `DROP FUNCTION IF EXISTS "announce_${name}_change" CASCADE`);
}

/** Of no object: whether what triggers say arrives. */
export const SAID_TOPIC: Topic = 'hearing:triggers';

/** Says it as a trigger does. */
export const SAY_A_TOPIC = {
  name: 'say-a-topic',
  text: `DO $$ BEGIN RAISE INFO '${SAID}${SAID_TOPIC}'; END $$`,
};

/** @param message of a notice @returns null: it is about something else */
export function topicIn(message: string | undefined): Topic | null {
  return message?.startsWith(SAID) ? message.slice(SAID.length) : null;
}
