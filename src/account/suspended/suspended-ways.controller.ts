import { Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { lineIn } from '../../platform/checks/form.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser, type ActingUser } from '../frame/by-user.js';
import { SUSPENDED_KINDS, suspendedWaysOf, type SuspendedKind } from './suspended-ways.js';
import { restoreIdentifier } from '../../identity/accounts/suspended-identifiers.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { Notices } from '../../identity/notifications/notices.js';
import { restorePasskey } from '../../identity/passkeys/passkey-statements.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import type { Made } from '../../identity/ways-in/youth.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';

type Restoring = (tx: Transaction, accountId: Long, id: Long, made: Made) => Promise<string | null>;

/** Each returns the name of the way in; null: it is no longer suspended. */
const RESTORE: Readonly<Record<SuspendedKind, Restoring>> = {
  identifier: async (tx, accountId, id, made) =>
    (await restoreIdentifier(tx, accountId, id, made))?.value ?? null,
  passkey: restorePasskey,
};

/** Restores ways in that a remedy suspended (D338). */
@AccountPages('account/suspended')
export class SuspendedWaysController {
  constructor(
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly first: FirstFactors,
    private readonly clock: Clock,
  ) {}

  @Post()
  @AccountPage('accountrestore', 'Takes a way in back that is out of use', formOn(SECTIONS.signIn))
  async restore(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const [kind, id] = [lineIn(visit.body, 'kind'), lineIn(visit.body, 'id')];
    const known = SUSPENDED_KINDS.find((each) => each === kind);
    const isKnown = known !== undefined && isLong(id);
    const outcome = isKnown ? await this.restoreOne(byUser(visit), known, id) : 'done';
    return seeOther(`${SECTIONS.signIn}${outcome === 'waits' ? '?suspended=waits#suspended' : ''}`);
  }

  /**
   * Restores one. One that is gone, of another account, or that needs more than this sign-in is no error: its page says so.
   * A passkey that would be the first factor of an account with a role waits for one that was set up with a code (D322).
   * @returns waits: nothing was changed
   */
  private restoreOne(by: ActingUser, kind: SuspendedKind, id: Long): Promise<'waits' | 'done'> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by);
      const ways = await suspendedWaysOf(tx, accountId, signInId);
      if (!ways.some((way) => way.kind === kind && way.id === id && !way.isHeld)) return 'done';
      if (kind === 'passkey' && (await this.first.takeCode(accountId, tx))) return 'waits';
      const made = { at: this.clock.now(), signInId };
      const value = await RESTORE[kind](tx, accountId, id, made);
      if (value === null) return 'done';
      const told = kind === 'passkey' ? 'passkeyAdded' : 'identifierAdded';
      await this.notices.add(tx, accountId, { kind: told, value, made: { signInId } });
      const event = { action: 'way-in.restored', outcome: 'ok', target: `${kind}:${id}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return 'done';
    });
  }
}
