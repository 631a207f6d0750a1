/** What the fixtures wrote, by table, and how far the sequences were, once noted in this worker. */
let kept = null;

const TABLES = `
  SELECT c.oid::regclass::text AS name,
         (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;
const SEQUENCES = `SELECT format('%I', sequencename) AS name, last_value FROM pg_sequences WHERE last_value IS NOT NULL`;

/**
 * Writes the rows of the fixtures, which are equal for each server with equal settings: doing the work again takes
 * a quarter of a second of the processor, and writing its result a tenth of that.
 * @param transaction of the server's database
 * @param apply does the work, the first time
 */
export async function writeFixtures(transaction, apply) {
  if (kept) return transaction((tx) => write(tx, kept));
  await apply();
  kept = await transaction(read);
}

/**
 * The rows that the transaction of the fixtures wrote: one with the id of another row belongs to the server
 * itself.
 */
async function read(tx) {
  const [{ id }] = await tx.query('SELECT DISTINCT xmin::text AS id FROM client');
  const tables = [];
  for (const { name, columns } of await tx.query(TABLES)) {
    const written = `SELECT json_agg(t)::text AS rows FROM ${name} t WHERE xmin::text = $1`;
    const [{ rows }] = await tx.query(written, [id]);
    if (rows !== null) tables.push({ name, columns, rows });
  }
  return { tables, sequences: await tx.query(SEQUENCES) };
}

async function write(tx, { tables, sequences }) {
  await tx.query('SET LOCAL session_replication_role = replica'); // in any order, and without triggers
  for (const { name, columns, rows } of tables)
    await tx.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [rows],
    );
  const moved = sequences.map(({ name, last_value: last }) => `setval('${name}', ${last})`);
  if (moved.length > 0) await tx.query(`SELECT ${moved.join(', ')}`);
}
