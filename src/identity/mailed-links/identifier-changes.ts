import { Injectable } from '@nestjs/common';
import {
  addIdentifier,
  confirmIdentifier,
  findIdentifier,
  identifiersOf,
  removeIdentifier,
  settleAgain,
  takeUnconfirmed,
} from '../accounts/account-identifiers.js';
import type { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import { addressStandings, wake } from '../accounts/address-standing.js';
import { normalizeIdentifier } from '../accounts/identifier.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { heldRank } from '../sign-ins/held-rank.js';
import { Clock } from '../../platform/security/clock.js';
import { Notices } from '../notifications/notices.js';
import type { AddedIdentifier } from './link-shapes.js';
import type { Made } from '../ways-in/youth.js';
import { InvitedAccounts } from './invited-accounts.js';
import { MailedLinks } from './mailed-links.service.js';

/** Types that a person signs in with and may add; operators attach ExternalIds. */
export const OWN_TYPES = ['Email', 'Msisdn', 'Login'] as const;
export type OwnType = (typeof OWN_TYPES)[number];

/** An e-mail address or phone number, normalized, as it is kept in the link that adds it. */
export interface Address extends AddedIdentifier {
  readonly type: 'Email' | 'Msisdn';
}

/** The account, and the sign-in on a page in which its user asks; null: an administrator does. */
interface Asking {
  readonly accountId: Long;
  readonly signInId: Long | null;
}

/**
 * Adds addresses to accounts that have a password, and removes identifiers, for their user (D106) and for
 * administrators (D208). The caller has locked the account: of two concurrent requests the second sees what the first
 * one did.
 */
@Injectable()
export class IdentifierChanges {
  constructor(
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly invited: InvitedAccounts,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a link to the address; using it adds the address to the account. The caller has spent the budget of text
   * messages for its user.
   * @param isSent false: the link is stored, so that the next one is too soon, but sent to nobody
   * @returns false: a link was sent there less than five minutes ago, or too many today
   */
  async askFor(
    tx: Transaction,
    { accountId, signInId }: Asking,
    added: Address,
    isSent = true,
  ): Promise<boolean> {
    const link = { accountId, signInId, added, identifierId: null, familyId: null, clientId: null };
    const request = { ...link, kind: 'addition' } as const;
    if (await this.links.isSentTooOften(tx, request)) return false;
    await this.links.issue(tx, request, { isSent, textBy: signInId === null ? null : 'paid' });
    return true;
  }

  /** Locks an account that `add` would delete; call it before families are locked. */
  async holdInvited(tx: Transaction, normalized: string): Promise<void> {
    await this.invited.hold(tx, normalized);
  }

  /**
   * Gives the account an identifier that its user confirmed, or confirms it if the account already has it; a dormant
   * one counts as if it were added now. An account that only members invited makes way (D311).
   * @throws CallError accountAlreadyExists
   */
  async add(
    tx: Transaction,
    accountId: Long,
    confirmed: AddedIdentifier & { normalized?: string },
    made: Made,
  ): Promise<void> {
    const { value, normalized = value } = confirmed;
    await this.invited.release(tx, normalized);
    await this.notices.add(tx, accountId, { kind: 'identifierAdded', value, except: [normalized], made });
    const owner = await findIdentifier(tx, normalized);
    if (owner?.accountId === accountId) {
      await confirmIdentifier(tx, owner.id, { made });
      await wake(tx, accountId, owner.id, made);
    } else await addIdentifier(tx, accountId, { ...confirmed, isValidated: true, made });
  }

  /**
   * Why its user may not remove it with only a password, which a thief may have too; null: they may. Its reader put it
   * back once (D378), or it is a phone number, which gets no link that puts it back, and no other address is settled
   * (D379).
   */
  async isKept(
    tx: Transaction,
    { accountId, signInId }: Asking,
    identifierId: Long,
  ): Promise<'putBack' | 'onlySettled' | null> {
    const now = this.clock.now();
    if ((await heldRank(tx, { signInId }, now)) > 1) return null;
    const own = (await identifiersOf(tx, accountId)).find(({ id }) => id === identifierId);
    if (own && own.putBackAt !== null) return 'putBack';
    const [first, ...others] = (await addressStandings(tx, accountId, now)).filter(
      ({ isSettled }) => isSettled,
    );
    const isOnly = first?.id === identifierId && others.length === 0;
    return isOnly && first.type === 'Msisdn' ? 'onlySettled' : null;
  }

  /**
   * Removes an identifier, and with it the links that were sent to it or would add it again. The account's confirmed
   * addresses are notified, this one too: a link in that notice puts it back, unless a second factor was shown (D341).
   * @param signInId the sign-in on a page in which its user removes it; null: an administrator does
   * @param byOther an administrator removes it
   * @returns gone: the account has no such identifier; last: nobody could sign in to the account without it
   */
  async remove(
    tx: Transaction,
    { accountId, signInId }: Asking,
    identifierId: Long,
    byOther = false,
  ): Promise<'removed' | 'gone' | 'last'> {
    const own = (await identifiersOf(tx, accountId)).filter(({ type }) => isOwnType(type));
    const going = own.find(({ id }) => id === identifierId);
    if (!going) return 'gone';
    if (own.every((each) => each.id === identifierId || !mayBeLeft(each, going))) return 'last';
    const made = { signInId, removed: going };
    await this.notices.add(tx, accountId, { kind: 'identifierRemoved', value: going.value, byOther, made });
    await removeIdentifier(tx, { id: identifierId });
    await this.links.end(tx, accountId, ['addition', 'confirmation'], 'removed', {
      values: [going.normalized, going.value], // a login is proposed as it was given
    });
    return 'removed';
  }

  /**
   * Gives the account an address back that was settled: once. An account that only members invited makes way; a pending
   * account that a client or an administrator made meanwhile loses the address: its reader decides.
   * @returns false: another account has it by now
   */
  async putBack(
    tx: Transaction,
    accountId: Long,
    { type, value }: AddedIdentifier,
    at: Date,
  ): Promise<boolean> {
    await this.invited.release(tx, value);
    const owner = await findIdentifier(tx, value);
    const isTaken = owner !== null && owner.accountId !== accountId;
    if (isTaken && !(await takeUnconfirmed(tx, owner.id))) return false;
    const id =
      (isTaken ? null : owner?.id) ??
      (await addIdentifier(tx, accountId, { type, value, isValidated: true }));
    await settleAgain(tx, id, at);
    return true;
  }
}

/** Whether it is enough to open the account without the other one: an unconfirmed address may belong to anyone. */
function mayBeLeft({ type, isValidated, suspendedAt }: AccountIdentifier, going: AccountIdentifier): boolean {
  return suspendedAt === null && (isValidated || type === 'Login' || !going.isValidated);
}

export function isOwnType(type: string): type is OwnType {
  return (OWN_TYPES as readonly string[]).includes(type);
}

/**
 * The address in normalized form (D20); null: it is none of its type, or a phone number without its country's code:
 * messages only go to international numbers.
 */
export function addressOf(type: Address['type'], text: string, countryCode: string | null): Address | null {
  const value = normalizeIdentifier(type, text.trim(), countryCode);
  return value !== null && normalizeIdentifier(type, value) === value ? { type, value } : null;
}
