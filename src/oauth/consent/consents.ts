import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Statement } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { isReached } from '../../identity/sign-ins/sign-in-sql.js';
import { valuesOfReach, type Reach } from '../../identity/ways-in/youth.js';
import { Consent } from './consent.entity.js';

/** A part of what accounts allowed a client: `$1`, at most `$2`. */
export const REMOVE_CONSENTS: Statement = {
  name: 'client-consents-remove',
  text: `DELETE FROM consent WHERE (account_id, client_id) IN (
           SELECT account_id, client_id FROM consent WHERE client_id = $1 LIMIT $2) RETURNING account_id`,
};

/** Scopes that were allowed before keep their time, and so does the consent itself, under the empty name. */
const ALLOW = `INSERT INTO consent (account_id, client_id, scopes, created_at, given) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, client_id) DO UPDATE
    SET scopes = ARRAY(SELECT DISTINCT s FROM unnest(consent.scopes || excluded.scopes) s),
        given = (excluded.given - consent.scopes - '') || coalesce(consent.given, '{}')`;
/** SQL: a remedy reaches the scope `s` of a consent. */
const REACHED = isReached(
  2,
  `coalesce((given->s->>'at')::timestamptz, created_at)`,
  `(given->s->>'by')::bigint`,
);
const REMOVE = `DELETE FROM consent WHERE account_id = $1
  AND NOT EXISTS (SELECT FROM unnest(scopes || ARRAY['']) s WHERE NOT ${REACHED})`;
const NARROW = `UPDATE consent SET scopes = ARRAY(SELECT s FROM unnest(scopes) s WHERE NOT ${REACHED})
  WHERE account_id = $1 AND EXISTS (SELECT FROM unnest(scopes) s WHERE ${REACHED})`;

/** What an account allows a client on a page. */
interface Allowed extends Pick<Consent, 'accountId' | 'clientId'> {
  readonly scopes: readonly string[];
  readonly signInId: Long | null;
}

/** What accounts allow clients (D61). */
@Injectable()
export class Consents {
  constructor(
    @InjectRepository(Consent) private readonly consents: Repository<Consent>,
    private readonly clock: Clock,
  ) {}

  /** Whether the account allowed the client all of these scopes. */
  async cover(accountId: Long, clientId: Long, scopes: readonly string[]): Promise<boolean> {
    const consent = await this.consents.findOneBy({ accountId, clientId });
    return consent !== null && scopes.every((scope) => consent.scopes.includes(scope));
  }

  /** Allows the scopes. Scopes that were allowed before stay, each with its time and its sign-in. */
  async add(tx: EntityManager, { accountId, clientId, scopes, signInId }: Allowed): Promise<void> {
    const now = this.clock.now();
    const by = { at: now.toISOString(), by: signInId };
    const given = Object.fromEntries(['', ...scopes].map((scope) => [scope, by]));
    await tx.query(ALLOW, [accountId, clientId, scopes, now, JSON.stringify(given)]);
  }

  /**
   * Takes scopes back that a remedy reaches, in its transaction.
   * @returns of how many clients
   */
  async takeBack(tx: EntityManager, accountId: Long, reach: Reach): Promise<number> {
    const values = [accountId, ...valuesOfReach(reach)];
    const [, removed] = await tx.query<[unknown[], number]>(REMOVE, values);
    const [, narrowed] = await tx.query<[unknown[], number]>(NARROW, values);
    return removed + narrowed;
  }
}
