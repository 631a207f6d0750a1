import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountService } from '../accounts/account.service.js';
import { lockAccount } from '../accounts/account-statements.js';
import { storedLocale } from '../accounts/profile-rules.js';
import { normalizeIdentifier } from '../accounts/identifier.js';
import type { MemberTypeValue } from '../families/family-member.entity.js';
import { holdFamily } from '../families/family-statements.js';
import { FamilyService } from '../families/family.service.js';
import type { LinkKind } from '../notifications/outbox-message.entity.js';
import { MailedLink } from './mailed-link.entity.js';
import { MailedLinks } from './mailed-links.service.js';
import { SentInvitations } from './sent-invitations.js';

/** Ends all invitations of a person together, if there are several. */
const END = `UPDATE invitation SET used_at = $3, ended_by = 'withdrawn'
    WHERE family_id = $1 AND account_id = $2 AND kind = $4 AND used_at IS NULL AND expires_at > $3 RETURNING 1`;
/** Links to complete an account that is already a member, and to join a family. */
const KINDS = ['invitation', 'membership'] as const satisfies readonly LinkKind[];

/** A person without an account. */
interface Invited {
  /** A well-formed address. */
  readonly email: string;
  readonly name: string;
  readonly locale?: string | null;
  readonly accountType: MemberTypeValue;
}

/** Invitations to a family (D199): made without a client, and withdrawn. The caller's transaction makes each change atomic. */
@Injectable()
export class FamilyInvitations {
  constructor(
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly links: MailedLinks,
    private readonly sent: SentInvitations,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a pending account that is a member, as provisioning does, and sends the link that completes it.
   * @throws CallError accountAlreadyExists, familyIdDoesNotExist, founderAlreadyExists
   */
  async invite(
    tx: Transaction,
    familyId: Long,
    { email, name, locale, accountType }: Invited,
  ): Promise<Long> {
    const normalized = normalizeIdentifier('Email', email) ?? '';
    const identifier = { type: 'Email', value: email.trim(), normalized, isValidated: false } as const;
    const rest = { passwordHash: null, role: null, countryCode: null, locale: storedLocale(locale) };
    // Adds the identifier before the membership, as provisioning does: concurrent changes never deadlock.
    const { id, identifierIds } = await this.accounts.create(tx, {
      name,
      identifiers: [identifier],
      ...rest,
    });
    await this.families.putNewMember(tx, familyId, id, accountType);
    const [identifierId] = identifierIds;
    await this.links.issue(tx, { kind: 'invitation', accountId: id, identifierId, familyId, clientId: null });
    return id;
  }

  /**
   * Ends an invitation. A pending account leaves the family, and is deleted if only an administrator's invitation
   * created it.
   * @param digest of the token
   * @returns null: there is no such open invitation (any more)
   * @throws CallError founderAlreadyExists for an invited founder while there are other members
   */
  async withdraw(
    tx: Transaction,
    familyId: Long,
    digest: Buffer,
  ): Promise<{ accountId: Long; isDeleted: boolean; invitedBy: Long | null } | null> {
    const now = this.clock.now();
    const open = { digest, familyId, kind: In(KINDS), endedAt: IsNull(), expiresAt: MoreThan(now) };
    const link = await tx.findOneBy(MailedLink, open);
    if (!link) return null;
    const { accountId, kind, invitedBy } = link;
    const account = await lockAccount(tx, accountId); // before the family, as provisioning does, and that before the link
    await holdFamily(tx, familyId);
    const [ended] = await tx.query<[unknown[], number]>(END, [familyId, accountId, now, kind]);
    if (!account || ended.length === 0) return null; // it was accepted in the meantime
    if (link.sentId !== null) await this.sent.withdrawn(tx, link.sentId);
    if (account.status !== 'pending' || kind === 'membership')
      return { accountId, isDeleted: false, invitedBy };
    await this.families.removeMember(tx, familyId, accountId);
    const isDeleted = await this.isLeftOver(tx, account);
    if (isDeleted) await this.accounts.remove(tx, accountId);
    return { accountId, isDeleted, invitedBy };
  }

  /** Whether no client made the pending account, it has no role, and it is in no family. */
  private async isLeftOver(tx: Transaction, { id, createdBy, role }: Account): Promise<boolean> {
    if (createdBy !== null || role !== null) return false;
    return (await this.families.familiesOf(tx, id, null)).length === 0;
  }
}
