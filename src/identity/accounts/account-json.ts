import { epochMillis } from '../../platform/database/epoch-millis.js';
import type { ReadAt } from '../../platform/database/fresh-cache.js';

/**
 * An account `a` as one JSON value, its lists as arrays of texts in the order of the answer: it costs PostgreSQL as
 * much as columns and rows, and Node a third to read.
 */
export const ACCOUNT_JSON = `json_build_array(a.name, ${epochMillis('a.last_login_at')},
       ARRAY(
         SELECT ARRAY[i.id::text, i.type, i.value, i.is_validated::text]
           FROM account_identifier i WHERE i.account_id = a.id ORDER BY i.id),
       ARRAY(
         SELECT ARRAY[f.id::text, f.name, f.picture_key, f.premium_type::text, f.calendar_service::text,
                      f.location_service::text, f.autotracking_service::text, f.message_service::text,
                      f.photo_service::text, f.video_service::text, f.audio_service::text, f.task_service::text]
           FROM family_member m JOIN family f ON f.id = m.family_id WHERE m.account_id = a.id ORDER BY m.family_id))`;

export type IdentifierTexts = [id: string, type: string, value: string, isValidated: string];

export type FamilyTexts = [
  id: string,
  name: string,
  pictureKey: string | null,
  premiumType: string,
  ...services: string[],
];

/** The value of ACCOUNT_JSON. */
export type AccountJson = readonly [
  name: string,
  /** Milliseconds since the epoch. */
  lastLoginAt: number | null,
  identifiers: readonly IdentifierTexts[],
  families: readonly FamilyTexts[],
];

/** An account that was read along with something else. */
export interface ReadAccount {
  readonly fields: AccountJson;
  readonly at: ReadAt;
}
