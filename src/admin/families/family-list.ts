import type { Long } from '../../platform/operations/long.js';
import type { Statement } from '../../platform/database/database.js';
import { idIn, keyIn, LAST, requireId, UNNAMED } from '../shell/paging.js';
import { LAST_ID, type Direction } from '../shell/sorting.js';

const NAME = `lower(f.name) COLLATE "C"`;
const shown = (key: string): string =>
  `SELECT f.id, f.name, f.premium_type AS "premiumType", f.created_at AS "createdAt", ${key} AS key,
          (SELECT count(*)::int FROM family_member m WHERE m.family_id = f.id) AS members`;

/** Range scans of the index that start at the prefix, or at the end of the previous page. */
const BY_NAME = {
  ASC: (rows: number) => `${shown(NAME)}
     FROM (SELECT prefix, greatest(prefix, $2 COLLATE "C") AS key, CASE WHEN prefix <= $2 COLLATE "C" THEN $3::bigint ELSE 0 END AS id
             FROM (SELECT lower($1) COLLATE "C" AS prefix) p) s
    CROSS JOIN LATERAL (
      SELECT * FROM family f WHERE ${NAME} < s.prefix || ${LAST} AND (${NAME}, f.id) > (s.key, s.id)
       ORDER BY ${NAME}, f.id LIMIT ${rows}) f
    ORDER BY key, f.id`,
  DESC: (rows: number) => `${shown(NAME)}
     FROM (SELECT prefix, coalesce(nullif($2, '') COLLATE "C", prefix || ${LAST}) AS key, $3::bigint AS id
             FROM (SELECT lower($1) COLLATE "C" AS prefix) p) s
    CROSS JOIN LATERAL (
      SELECT * FROM family f WHERE ${NAME} >= s.prefix AND (${NAME}, f.id) < (s.key, s.id)
       ORDER BY ${NAME} DESC, f.id DESC LIMIT ${rows}) f
    ORDER BY key DESC, f.id DESC`,
} as const;

type Listing = readonly [Statement, unknown[]];

/** @param rows the rows of a page, and one more */
export function listByName(
  { order }: Direction,
  { query, after, rows }: { query: string; after: string | undefined; rows: number },
): Listing {
  const [key, id] = keyIn(after, 2) ?? ['', '0'];
  return [{ name: UNNAMED, text: BY_NAME[order](rows) }, [query.trim(), key, requireId(id)]];
}

/** Lists families by id: ids grow with time, so their order is the order of creation. */
export function listByAge(
  { order, after: beyond }: Direction,
  { after, rows }: { after: string | undefined; rows: number },
): Listing {
  const last = order === 'DESC' && !after ? LAST_ID : idIn(after);
  const text = `${shown('f.id')} FROM family f WHERE f.id ${beyond} $1 ORDER BY f.id ${order} LIMIT ${rows}`;
  return [{ name: UNNAMED, text }, [last]];
}

export function oneByNumber(id: Long): Listing {
  return [{ name: 'admin-family-summary', text: `${shown('f.id')} FROM family f WHERE f.id = $1` }, [id]];
}
