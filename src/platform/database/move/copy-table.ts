import type { Say } from '../run-migrations.js';
import {
  insertRows,
  rowsIn,
  selectRows,
  type Ask,
  type TableContent,
  type MovedTable,
} from './moved-tables.js';

const MOST_ROWS = 1000;
/** Of the texts of one batch, unless a single row has more. */
const MOST_BYTES = 4 * 1024 * 1024;
const SAY_EACH = 50_000;

/** Copies the rows in batches of limited size: the next one is read while the previous one is written. */
export async function copyTable(
  from: Ask,
  to: Ask,
  table: MovedTable,
  { rows: total, widest }: TableContent,
  say: Say,
): Promise<void> {
  const atOnce = Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_BYTES / widest)));
  const insert = insertRows(table);
  await from(`DECLARE moved CURSOR FOR ${selectRows(table)}`);
  const next = () => from<{ row: string }>(`FETCH ${atOnce} FROM moved`);
  let done = 0;
  for (let batch = await next(); batch.length > 0;) {
    const texts = batch.map(({ row }) => row);
    [batch] = await Promise.all([next(), to(insert, [texts])]);
    const before = done;
    done += texts.length;
    if (Math.floor(done / SAY_EACH) > Math.floor(before / SAY_EACH) && done < total)
      say(`${table.name}: ${done} of ${total} rows`);
  }
  await from('CLOSE moved');
  say(`${table.name}: ${rowsIn(total)}`);
}
