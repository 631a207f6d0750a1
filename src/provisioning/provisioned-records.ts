import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewIdentifier } from '../identity/accounts/account-identifiers.js';
import { AccountService, type AccountChange, type NewAccount } from '../identity/accounts/account.service.js';
import { InvitedAccounts } from '../identity/mailed-links/invited-accounts.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { MemberTypeValue } from '../identity/families/family-member.entity.js';
import { FamilyService, type FamilyFields, type NewFamily } from '../identity/families/family.service.js';
import { clientOf, type ReachedAccount, type ReachedFamily } from './reach.js';

/** Creates accounts and families for a client, and changes those that `ProvisioningReach` returned. */
@Injectable()
export class ProvisionedRecords {
  constructor(
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly invited: InvitedAccounts,
  ) {}

  createFamily(
    tx: Transaction,
    family: FamilyFields & Pick<NewFamily, 'name'>,
    requester: Requester,
    webp?: Buffer,
  ): Promise<Long> {
    return this.families.create(tx, { ...family, createdBy: clientOf(requester).id }, webp);
  }

  changeFamily(
    tx: Transaction,
    { id }: ReachedFamily,
    fields: FamilyFields,
    webp?: Buffer | null,
  ): Promise<void> {
    return this.families.update(tx, id, fields, webp);
  }

  removeFamily(tx: Transaction, { id }: ReachedFamily): Promise<void> {
    return this.families.remove(tx, id);
  }

  /**
   * Takes over an account that only members invited to the identifier, with its number (D311).
   * @param family the family to join, or the name of a new one (D18)
   */
  async createAccount(
    tx: Transaction,
    account: Omit<NewAccount, 'createdBy'>,
    family: ReachedFamily | string,
    memberType: MemberTypeValue,
    requester: Requester,
  ): Promise<{ id: Long; identifierIds: Long[]; familyId: Long }> {
    const familyId =
      typeof family === 'string' ? await this.createFamily(tx, { name: family }, requester) : family.id;
    const owned = { ...account, createdBy: clientOf(requester).id };
    const held = await this.invited.takeOver(tx, account.identifiers[0].normalized ?? '');
    const created = held
      ? await this.accounts.takeOver(tx, held, owned)
      : await this.accounts.create(tx, owned);
    await this.families.putNewMember(tx, familyId, created.id, memberType);
    return { ...created, familyId };
  }

  /** Makes an account for the identifier, and tries again if a member's invitation was faster. */
  creating<T>({ normalized }: NewIdentifier, work: () => Promise<T>): Promise<T> {
    return this.invited.overtaking(normalized ?? '', work);
  }

  async changeAccount(tx: Transaction, { id }: ReachedAccount, change: AccountChange): Promise<void> {
    if (Object.keys(change).length > 0) await this.accounts.change(tx, id, change);
  }

  removeAccount(tx: Transaction, { id }: ReachedAccount): Promise<void> {
    return this.accounts.remove(tx, id);
  }

  putMember(
    tx: Transaction,
    account: ReachedAccount,
    family: ReachedFamily,
    memberType: MemberTypeValue,
  ): Promise<void> {
    return this.families.putMember(tx, family.id, account.id, memberType);
  }

  removeMember(tx: Transaction, account: ReachedAccount, family: ReachedFamily): Promise<void> {
    return this.families.removeMember(tx, family.id, account.id);
  }

  /** @throws CallError founderAlreadyExists */
  requireNoFounder(tx: EntityManager, family: ReachedFamily): Promise<void> {
    return this.families.requireNoFounder(tx, family.id);
  }
}
