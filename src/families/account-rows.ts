import type { Long } from '../contract/long.js';

/**
 * Of an account `a`, together with ACCOUNT_ITEMS: a row for each identifier and each family, one at least. Rows cost
 * PostgreSQL two thirds of what lists in JSON do, and Node no more.
 */
export const ACCOUNT_COLUMNS = 'a.name, a.last_login_at, item.*';

/** The end of the FROM clause; for a statement that ends with IN_ORDER. */
export const ACCOUNT_ITEMS = `LEFT JOIN LATERAL (
        SELECT i.id AS item_id, i.type, i.value, i.is_validated,
               NULL::text AS family_name, NULL::text AS picture_key, NULL::smallint AS premium_type,
               NULL::boolean AS calendar_service, NULL::boolean AS location_service,
               NULL::boolean AS autotracking_service, NULL::boolean AS message_service,
               NULL::boolean AS photo_service, NULL::boolean AS video_service,
               NULL::boolean AS audio_service, NULL::boolean AS task_service
          FROM account_identifier i WHERE i.account_id = a.id
         UNION ALL
        SELECT f.id, NULL, NULL, NULL, f.name, f.picture_key, f.premium_type, f.calendar_service, f.location_service,
               f.autotracking_service, f.message_service, f.photo_service, f.video_service, f.audio_service,
               f.task_service
          FROM family_member m JOIN family f ON f.id = m.family_id WHERE m.account_id = a.id
      ) item ON true`;
export const IN_ORDER = 'ORDER BY item_id';

/** Of an account and one of its identifiers (those fields are set) or of its families, or neither. */
export interface AccountRow {
  readonly name: string;
  readonly last_login_at: Date | null;
  readonly item_id: Long | null;
  readonly type: string | null;
  readonly value: string;
  readonly is_validated: boolean;
  readonly family_name: string | null;
  readonly picture_key: string | null;
  readonly premium_type: number;
  readonly calendar_service: boolean;
  readonly location_service: boolean;
  readonly autotracking_service: boolean;
  readonly message_service: boolean;
  readonly photo_service: boolean;
  readonly video_service: boolean;
  readonly audio_service: boolean;
  readonly task_service: boolean;
}

/** The rows that have the same key, in their order. */
export function rowsBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
