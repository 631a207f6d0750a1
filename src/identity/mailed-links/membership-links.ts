import { IsNull } from 'typeorm';
import { identifiersOf } from '../accounts/account-identifiers.js';
import { lockAccount } from '../accounts/account-statements.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import { holdFamily, isMember } from '../families/family-statements.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { addressAmong } from './address-among.js';
import type { Inviter, LinkRequest } from './link-shapes.js';
import type { MailedLinks } from './mailed-links.service.js';
import { SentInvitation } from './sent-invitation.entity.js';

/** A request to an account to join a family. */
interface MembershipRequest extends Pick<LinkRequest, 'clientId' | 'by'> {
  /** Normalized. */
  readonly identifier: string;
  readonly familyId: Long;
  readonly memberType: MemberTypeValue;
}

/**
 * Asks an account whether it joins a family (D159): for a client, or for a member who invites it.
 * @returns whether a link was sent
 */
export async function sendMembershipLink(
  tx: Transaction,
  links: MailedLinks,
  accountId: Long,
  request: MembershipRequest,
): Promise<boolean> {
  const { identifier, familyId, memberType, clientId, by } = request;
  // Locks the account, so that of two concurrent requests the second sees the link of the first.
  const account = await lockAccount(tx, accountId, 'NO KEY UPDATE');
  await holdFamily(tx, familyId); // before its links
  const identifierId = account && (await addressOf(tx, accountId, identifier));
  if (!account || identifierId === null) return false;
  const link = { kind: 'membership', accountId, identifierId, familyId, memberType, clientId, by } as const;
  const isSent =
    account.status !== 'disabled' &&
    (by === undefined || (await isOpen(tx, by))) &&
    !(await isMember(tx, familyId, accountId)) &&
    !(await links.isSentTooOften(tx, link));
  if (isSent) await links.issue(tx, link, { textBy: by === undefined ? null : 'paid' });
  return isSent;
}

/** Whether what a member sent was not withdrawn meanwhile. */
async function isOpen(tx: Transaction, { sentId }: Inviter): Promise<boolean> {
  return sentId !== null && (await tx.existsBy(SentInvitation, { id: sentId, endedAt: IsNull() }));
}

/** Finds the address for a membership link. A login has no channel: an administrator hands its link over (D25). */
async function addressOf(tx: Transaction, accountId: Long, identifier: string): Promise<Long | null> {
  const identifiers = await identifiersOf(tx, accountId);
  const login = identifiers.find(({ type }) => type === 'Login');
  return addressAmong(identifiers, [identifier]) ?? login?.id ?? null;
}
