import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Statement } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { Consent } from './consent.entity.js';

/** A part of what accounts allowed a client: `$1`, at most `$2`. */
export const REMOVE_CONSENTS: Statement = {
  name: 'client-consents-remove',
  text: `DELETE FROM consent WHERE (account_id, client_id) IN (
           SELECT account_id, client_id FROM consent WHERE client_id = $1 LIMIT $2) RETURNING account_id`,
};

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

  /** Allows the scopes besides those that were allowed before. */
  async add(tx: EntityManager, accountId: Long, clientId: Long, scopes: readonly string[]): Promise<void> {
    await tx.query(
      `INSERT INTO consent (account_id, client_id, scopes, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (account_id, client_id) DO UPDATE
         SET scopes = ARRAY(SELECT DISTINCT s FROM unnest(consent.scopes || excluded.scopes) s)`,
      [accountId, clientId, scopes, this.clock.now()],
    );
  }
}
