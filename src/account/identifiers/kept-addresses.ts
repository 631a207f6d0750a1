import { Injectable } from '@nestjs/common';
import {
  addressStandings,
  noteRead,
  type AddressStanding,
} from '../../identity/accounts/address-standing.js';
import { IdentifierChanges } from '../../identity/mailed-links/identifier-changes.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { ActingUser } from '../frame/by-user.js';

/** Asks the owner of an account once a year whether an address that nobody was seen to read is still theirs (D342). */
@Injectable()
export class KeptAddresses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly changes: IdentifierChanges,
  ) {}

  /** The addresses that are asked about. */
  async askedOf(accountId: Long): Promise<AddressStanding[]> {
    const { manager } = this.database.dataSource;
    return (await addressStandings(manager, accountId, this.clock.now())).filter(({ isAsked }) => isAsked);
  }

  /**
   * It still is the person's; one that is gone, another's, or not asked about, is no error. A dormant one gets a link, which
   * wakes it (D350).
   * @returns sentAlready: a link was sent there a moment ago, or many today
   */
  keep(by: ActingUser, identifierId: Long): Promise<'done' | 'sent' | 'sentAlready'> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by); // of two at once the second sees the link of the first
      const now = this.clock.now();
      const found = (await addressStandings(tx, accountId, now)).find(({ id }) => id === identifierId);
      if (!found?.isAsked) return 'done';
      const { type, normalized: value, isDormant } = found;
      if (!isDormant) await noteRead(tx, accountId, identifierId, now);
      else if (!(await this.changes.askFor(tx, { accountId, signInId }, { type, value })))
        return 'sentAlready';
      const action = isDormant ? 'identifier.asked' : 'identifier.kept';
      const event = { action, outcome: 'ok', target: `identifier:${identifierId}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return isDormant ? 'sent' : 'done';
    });
  }
}
