import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountHolds } from '../identity/accounts/account-holds.js';
import { identifiersOf } from '../identity/accounts/account-identifiers.js';
import { addressStandings, decidingAddresses, mayStop } from '../identity/accounts/address-standing.js';
import type { AccountIdentifier } from '../identity/accounts/account-identifier.entity.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { youngSince } from '../identity/ways-in/youth.js';
import { Notices } from '../identity/notifications/notices.js';
import { FactorRecoveries } from '../identity/recovery/factor-recoveries.js';
import { ConnectedApps } from '../oauth/consent/connected-apps.service.js';
import type { Transaction } from '../platform/database/transaction.js';
import { isLong, type Long } from '../platform/operations/long.js';

/** How an account is secured, as the administrator chose it. */
interface Securing {
  /** Now. */
  readonly at: Date;
  /** The id of the e-mail address that gets the link; 'link': the administrator hands the link over. */
  readonly to: string;
  /** The hash of no password. */
  readonly noPassword: string;
  /** Settled consents and their tokens end too. */
  readonly endsGrants: boolean;
  /** The recovery of the second factor begins, with its wait. */
  readonly startsRecovery: boolean;
}

interface Secured {
  /** When the link expires. */
  readonly linkUntil: Date;
  /** null: the link waits in the outbox to be handed over. */
  readonly sentTo: AccountIdentifier | null;
  readonly identifierId: Long;
  readonly isRecovering: boolean;
}

/** Why the account was not secured: the caller rolls the transaction back. */
export type NotSecured = 'closed' | 'notAnAddress' | 'hasAddress' | 'noIdentifier';

/** Takes an account from everyone who is in it, and gives it to the holder of one link (D329). */
@Injectable()
export class SecuredAccounts {
  constructor(
    private readonly holds: AccountHolds,
    private readonly apps: ConnectedApps,
    private readonly links: MailedLinks,
    private readonly recoveries: FactorRecoveries,
    private readonly notices: Notices,
  ) {}

  /** The caller holds the account, and records it. */
  async secure(tx: Transaction, accountId: Long, how: Securing): Promise<Secured | NotSecured> {
    const isHandedOver = how.to === 'link';
    if (!isHandedOver && !isLong(how.to)) return 'notAnAddress';
    const opening = { identifierId: isHandedOver ? null : how.to, noPassword: how.noPassword };
    const securedAt = await this.holds.secure(tx, accountId, opening);
    if (securedAt === null) return 'closed';
    const chosen = await chosenBy(tx, accountId, how); // among what is in use now: a link to anything else would be dead
    if (typeof chosen === 'string') return chosen;
    if (how.endsGrants) await this.apps.endAll(tx, accountId);
    const link = { kind: 'reset', accountId, familyId: null, clientId: null } as const;
    const linkUntil = await this.links.issue(tx, { ...link, identifierId: chosen.id }, { isHandedOver });
    const held = { id: accountId, status: 'disabled', heldUntil: null, securedAt } as const;
    const isRecovering =
      how.startsRecovery &&
      (await this.recoveries.start(tx, held, 'administrator', { isLimited: false })) === 'sent';
    await this.notices.add(tx, accountId, { kind: 'accountSecured', byOther: true });
    return { linkUntil, sentTo: isHandedOver ? null : chosen, identifierId: chosen.id, isRecovering };
  }
}

/** Returns the e-mail addresses that may get the link, the oldest first: settled ones that are still read (D340). */
export async function addressesToSecure(
  tx: EntityManager,
  accountId: Long,
  at: Date,
): Promise<AccountIdentifier[]> {
  const ids = (await addressStandings(tx, accountId, at)).filter(mayStop).map(({ id }) => id);
  return (await identifiersOf(tx, accountId)).filter(({ id }) => ids.includes(id));
}

/** Allows handing over only where no such address exists: the person who asks for it may be anyone. */
async function chosenBy(
  tx: EntityManager,
  accountId: Long,
  { to, at }: Securing,
): Promise<AccountIdentifier | Exclude<NotSecured, 'closed'>> {
  const emails = await addressesToSecure(tx, accountId, at);
  if (to !== 'link') return emails.find(({ id }) => id === to) ?? 'notAnAddress';
  if (emails.length > 0) return 'hasAddress';
  return (await identifierToHandOver(tx, accountId, at)) ?? 'noIdentifier';
}

/**
 * Returns a login, which the link confirms; else a confirmed and settled identifier: the first that decides (D340), or any. An
 * identifier of the last 30 days may be the thief's, and would stay in use as the only one.
 */
async function identifierToHandOver(
  tx: EntityManager,
  accountId: Long,
  at: Date,
): Promise<AccountIdentifier | undefined> {
  const since = youngSince(at);
  const isOld = ({ addedAt }: AccountIdentifier): boolean => addedAt === null || addedAt <= since;
  const all = (await identifiersOf(tx, accountId)).filter(({ suspendedAt }) => suspendedAt === null);
  const deciding = (await decidingAddresses(tx, accountId, at)).find(({ isSettled }) => isSettled);
  return (
    all.find(({ type }) => type === 'Login') ??
    all.find(({ id }) => id === deciding?.id) ??
    all.find((each) => each.isValidated && isOld(each))
  );
}
