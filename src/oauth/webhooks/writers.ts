import {
  columnOf,
  isWatched,
  WATCHED_NAMES,
  WATCHED_TABLES,
  type WatchedName,
  type WatchedTable,
} from './watched-tables.js';

/** The clients whose user an account is: it consented, or they have tokens for it. Only of those with a webhook. */
const clientsOfUser = (account: string): string =>
  `ARRAY(SELECT k.client_id FROM (SELECT c.client_id FROM consent c WHERE c.account_id = ${account}
             UNION SELECT g.client_id FROM token_grant g WHERE g.account_id = ${account} AND g.revoked_at IS NULL) k
     WHERE EXISTS (SELECT FROM webhook w WHERE w.client_id = k.client_id AND w.is_enabled))`;

/** Statements that take away the writers that there are. */
export const DROP_WRITERS = WATCHED_NAMES.map(
  (table) => `DROP FUNCTION IF EXISTS "write_${table}_change" CASCADE`,
);

/**
 * Statements that make the triggers of all watched tables. They decide nothing: each writes a row of `row_change`. A
 * migration has them as text; `npm run migration:triggers` makes it, and a test compares.
 */
export const CREATE_WRITERS = WATCHED_NAMES.flatMap((table) => writerOf(table, WATCHED_TABLES[table]));

function writerOf(name: WatchedName, table: WatchedTable): string[] {
  const watched = columns(table, isWatched);
  const trigger = (suffix: string, when: string, condition = '') =>
    `CREATE TRIGGER "write_${name}_${suffix}" ${when} ON "${name}" FOR EACH ROW ${condition}EXECUTE FUNCTION "write_${name}_change"()`;
  // The consents and grants of an account go with it: whose user it was is written before.
  const removal = name === 'account' ? 'BEFORE DELETE' : 'AFTER DELETE';
  return [
    writer(name, table),
    ...(isWatched(table.inserted) ? [trigger('insert', 'AFTER INSERT')] : []),
    // Only where the statement names such a column: a refresh of a grant costs nothing.
    trigger('update', `AFTER UPDATE OF ${watched.join(', ')}`, `WHEN (${isChanged(table)}) `),
    ...(isWatched(table.deleted) ? [trigger('delete', removal)] : []),
  ];
}

/** Without a webhook that is on, a change costs one look at an empty table. */
function writer(name: WatchedName, table: WatchedTable): string {
  const { subject, isOfClient = false } = table;
  const id = `its.${columnOf(table.subjectId)}`;
  const ownerOf =
    name === subject ? 'its.created_by' : `(SELECT s.created_by FROM ${subject} s WHERE s.id = ${id})`;
  const usersOf = subject === 'account' ? clientsOfUser(id) : `'{}'`;
  const values = columns(table, ({ isValueKept = false }) => isValueKept);
  // JavaScript has no numbers of 64 bits.
  const valueOf = (column: string) => (/(?:^|_)id$/.test(column) ? `${column}::text` : column);
  const object = (row: string) =>
    `jsonb_build_object(${values.map((column) => `'${column}', ${row}.${valueOf(column)}`).join(', ')})`;
  const changed = [
    ...usual(table).map((column) => `CASE WHEN ${differs(column)} THEN '${column}' END`),
    ...onlyWhenSet(table).map((column) => `CASE WHEN ${isSet(column)} THEN '${column}' END`),
  ];
  return `CREATE FUNCTION "write_${name}_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its ${name} := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF ${id} IS NOT NULL AND EXISTS (SELECT FROM webhook w WHERE ${isOfClient ? 'w.client_id = its.client_id AND ' : ''}w.is_enabled) THEN
    INSERT INTO row_change (transaction_id, table_name, subject, old_values, new_values, changed, created_by, client_ids, occurred_at)
    VALUES (pg_current_xact_id()::text::bigint, '${name}', '${subject}:' || ${id},
      CASE WHEN TG_OP <> 'INSERT' THEN ${object('OLD')} END,
      CASE WHEN TG_OP <> 'DELETE' THEN ${object('NEW')} END,
      CASE WHEN TG_OP = 'UPDATE' THEN array_remove(ARRAY[${changed.join(', ')}], NULL) ELSE '{}' END,
      ${isOfClient ? 'NULL' : ownerOf},
      ${isOfClient ? 'ARRAY[its.client_id]' : usersOf},
      clock_timestamp());
  END IF;
  RETURN its;
END $$`;
}

function columns(
  { columns: declared }: WatchedTable,
  isMeant: (declared: WatchedTable['columns'][string]) => boolean,
): string[] {
  return Object.entries(declared).flatMap(([member, of]) => (isMeant(of) ? [columnOf(member)] : []));
}

function isChanged(table: WatchedTable): string {
  const row = (of: string) =>
    `(${usual(table)
      .map((column) => `${of}.${column}`)
      .join(', ')})`;
  return [
    `${row('OLD')} IS DISTINCT FROM ${row('NEW')}`,
    ...onlyWhenSet(table).map((column) => `(${isSet(column)})`),
  ].join(' OR ');
}

function usual(table: WatchedTable): string[] {
  return columns(table, (declared) => isWatched(declared) && !declared.isOnlyWhenSet);
}

function onlyWhenSet(table: WatchedTable): string[] {
  return columns(table, (declared) => isWatched(declared) && declared.isOnlyWhenSet === true);
}

function differs(column: string): string {
  return `OLD.${column} IS DISTINCT FROM NEW.${column}`;
}

function isSet(column: string): string {
  return `NEW.${column} IS NOT NULL AND ${differs(column)}`;
}
