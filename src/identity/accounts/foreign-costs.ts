const IS_FOREIGN = `f.password_hash NOT LIKE '$2%'`;
/** What a hash costs, without its salt and digest; Django's scrypt has the salt first. As account_foreign_hash_idx has it. */
const COST = String.raw`(coalesce(substring(f.password_hash from '^scrypt\$[^$]+(\$\d+\$\d+\$\d+)\$'), regexp_replace(f.password_hash, '\$[^$]*\$[^$]*$', '')) || ':' || length(substring(f.password_hash from '[^$]*$')))`;
const NEXT = (beyond: string): string =>
  `SELECT ${COST} AS cost, f.password_hash FROM account f WHERE ${IS_FOREIGN}${beyond} ORDER BY ${COST} LIMIT 1`;

/**
 * One hash of another system for each cost that some account has, as a list; null: none has. It goes from cost to cost by
 * the index, so it reads as many rows as there are costs, and one page where there are none.
 */
export const FOREIGN_COSTS = `(WITH RECURSIVE kept AS (
     (${NEXT('')})
     UNION ALL
     SELECT following.* FROM kept, LATERAL (${NEXT(` AND ${COST} > kept.cost`)}) following
   ) SELECT array_agg(password_hash) FROM kept)`;
