import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** An administrator's change as recorded; a new record has no `before`, a deleted one no `after`. */
export interface Change {
  readonly before?: Fields;
  readonly after?: Fields;
}

/** Names of secrets: only the fact that they changed is recorded. */
const SECRET = /secret|passw|hash|verifier|digest|token|cipher|nonce|key$/i;
/** Names of personal data. */
const PERSONAL =
  /^(value|normalized|identifiers?|e?mail|msisdn|phone|login|recipient|given_?name|family_?name)$/i;
const HIDDEN = '(not recorded)';

/**
 * The fields that differ, before and after. Secrets and personal data only show that they changed, without values.
 * @param before null: the record is new
 * @param after null: the record was deleted
 * @param personal further fields with personal data, such as the name of an account or a family
 */
export function changed(
  before: Fields | null,
  after: Fields | null,
  personal: readonly string[] = [],
): Change {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differing = names.filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]));
  const only = (fields: Fields): Fields =>
    Object.fromEntries(
      differing
        .filter((name) => fields[name] !== undefined)
        .map((name) => [name, personal.includes(name) ? HIDDEN : shown(name, fields[name])]),
    );
  return { ...(before && { before: only(before) }), ...(after && { after: only(after) }) };
}

/** A boolean, number or date is no secret, whatever its name: `rotatesRefreshToken`, `accessTokenTtl`. */
function shown(name: string, value: unknown): unknown {
  if (value === null || ['boolean', 'number'].includes(typeof value) || value instanceof Date) return value;
  if (SECRET.test(name) || PERSONAL.test(name) || Buffer.isBuffer(value)) return HIDDEN;
  if (Array.isArray(value)) return value.map((each) => shown('', each));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shown(key, inner)]));
}
