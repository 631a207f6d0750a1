import { Injectable } from '@nestjs/common';
import { addressStandings, noteRead, type AddressStanding } from '../identity/accounts/address-standing.js';
import { holdSignIn } from '../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Long } from '../platform/operations/long.js';
import { Clock } from '../platform/security/clock.js';
import type { ActingUser } from './by-user.js';

/** Asks the owner of an account once a year whether an address that nobody was seen to read is still theirs (D342). */
@Injectable()
export class KeptAddresses {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** The addresses that are asked about. */
  async askedOf(accountId: Long): Promise<AddressStanding[]> {
    const { manager } = this.database.dataSource;
    return (await addressStandings(manager, accountId, this.clock.now())).filter(({ isAsked }) => isAsked);
  }

  /** It still is the person's; one that is gone, or another's, is no error. */
  keep(by: ActingUser, identifierId: Long): Promise<void> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      await holdSignIn(tx, by, 'NO KEY UPDATE');
      if (!(await noteRead(tx, accountId, identifierId, this.clock.now()))) return;
      const event = {
        action: 'identifier.kept',
        outcome: 'ok',
        target: `identifier:${identifierId}`,
      } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
    });
  }
}
