import { Injectable } from '@nestjs/common';
import { identifiersOf } from '../accounts/account-identifiers.js';
import { lockAccount } from '../accounts/account-statements.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import { holdFamily, isMember } from '../families/family-statements.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { addressAmong } from './address-among.js';
import type { Inviter, LinkRequest } from './link-shapes.js';
import { MailedLinks } from './mailed-links.service.js';
import { SentInvitations } from './sent-invitations.js';

/** A request to an account to join a family. */
interface MembershipRequest extends Pick<LinkRequest, 'clientId' | 'by'> {
  /** Normalized. */
  readonly identifier: string;
  readonly familyId: Long;
  readonly memberType: MemberTypeValue;
}

/** Asks an account whether it joins a family (D159): for a client, or for a member who invites it. */
@Injectable()
export class MembershipLinks {
  constructor(
    private readonly links: MailedLinks,
    private readonly sent: SentInvitations,
  ) {}

  /** @returns whether a link was sent */
  async send(tx: Transaction, accountId: Long, request: MembershipRequest): Promise<boolean> {
    const { identifier, familyId, memberType, clientId, by } = request;
    // Locks the account, so that of two concurrent requests the second sees the link of the first.
    const account = await lockAccount(tx, accountId, 'NO KEY UPDATE');
    await holdFamily(tx, familyId); // before its links
    const identifierId = account && (await addressOf(tx, accountId, identifier));
    if (!account || identifierId === null) return false;
    const link = { kind: 'membership', accountId, identifierId, familyId, memberType, clientId, by } as const;
    const isSent =
      account.status !== 'disabled' &&
      (by === undefined || (await this.isOpen(tx, by))) &&
      !(await isMember(tx, familyId, accountId)) &&
      !(await this.links.isSentTooOften(tx, link));
    if (isSent) await this.links.issue(tx, link, { textBy: by === undefined ? null : 'paid' });
    return isSent;
  }

  /** Whether what a member sent was not withdrawn meanwhile. */
  private async isOpen(tx: Transaction, { sentId }: Inviter): Promise<boolean> {
    return sentId !== null && (await this.sent.isOpen(tx, sentId));
  }
}

/** Finds the address for a membership link. A login has no channel: an administrator hands its link over (D25). */
async function addressOf(tx: Transaction, accountId: Long, identifier: string): Promise<Long | null> {
  const identifiers = await identifiersOf(tx, accountId);
  const login = identifiers.find(({ type }) => type === 'Login');
  return addressAmong(identifiers, [identifier]) ?? login?.id ?? null;
}
