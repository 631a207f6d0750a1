/** The tables of a database; the months of the audit count as one. */
export const EVERY_TABLE = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
  AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migration' ORDER BY relname`;

/** A line for each object that a migration can make. Months of the audit are left out: they depend on the day. */
export const SCHEMA = `
  SELECT line FROM (
    SELECT relname AS of, concat_ws(' ', relname, relkind, relpersistence, reloptions, pg_get_partkeydef(oid),
           pg_get_expr(relpartbound, oid)) AS line
      FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT relname, concat_ws(' ', relname, row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum), attname, format_type(atttypid, atttypmod),
           attnotnull, attidentity, attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid))
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef ON adrelid = a.attrelid AND adnum = attnum
     WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT conrelid::regclass::text, concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL
    SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL
    SELECT tgrelid::regclass::text, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT sequencename, concat_ws(' ', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle)
      FROM pg_sequences WHERE schemaname = 'public'
    UNION ALL
    SELECT '', concat_ws(' ', 'comment', classoid::regclass, objoid::regclass, objsubid, description) FROM pg_description
      WHERE classoid = 'pg_class'::regclass AND objoid >= 16384
    UNION ALL
    SELECT '', 'extension ' || extname FROM pg_extension
  ) AS lines WHERE of !~ '_[0-9]{4}_[0-9]{2}' ORDER BY line COLLATE "C"`;
