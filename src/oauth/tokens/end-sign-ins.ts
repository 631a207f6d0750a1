import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { originNumber } from './grant-origin.js';

/** Which sign-ins of an account end; none of these: all. */
export interface EndingSignIns {
  /** Only this one. */
  readonly sid?: string;
  /** All but this one. */
  readonly except?: string | null;
  /** Only the part of this client. */
  readonly clientId?: Long;
}

/** A client's part in a sign-in. */
interface EndedSignIn {
  /** The id of its record. */
  readonly clientId: Long;
  readonly sid: string;
}

/** Grants are locked in the order of their ids, as where they end. What had a `sid` came by a code: its origin is kept then. */
const END = `WITH found AS MATERIALIZED (
    SELECT g.id, g.client_id, g.sid FROM token_grant g
     WHERE g.account_id = $1 AND g.sid IS NOT NULL AND ($2::text IS NULL OR g.sid = $2)
       AND ($3::text IS NULL OR g.sid <> $3) AND ($4::bigint IS NULL OR g.client_id = $4)
     ORDER BY g.id FOR UPDATE
  ), ended AS (
    UPDATE token_grant g SET sid = NULL, origin = coalesce(g.origin, ${originNumber('authorization_code')}) FROM found f WHERE g.id = f.id
  )
  SELECT DISTINCT client_id AS "clientId", sid FROM found`;

/** Ends sign-ins, in the caller's transaction: their grants stay, without a sign-in. */
export function endSignIns(
  tx: Transaction,
  accountId: Long,
  { sid, except, clientId }: EndingSignIns,
): Promise<EndedSignIn[]> {
  return tx.query<EndedSignIn[]>(END, [accountId, sid ?? null, except ?? null, clientId ?? null]);
}
