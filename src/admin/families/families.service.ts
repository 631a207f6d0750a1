import { Injectable } from '@nestjs/common';
import { FamilyMessages } from '../../account/families/family-messages.js';
import { findAccount, lockAccount } from '../../identity/accounts/account-statements.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { candidatesFor } from '../../identity/accounts/identifier.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid, notFound } from '../../platform/errors/problem-error.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { Family } from '../../identity/families/family.entity.js';
import { FAMILY_FIELDS, FAMILY_SETTINGS } from '../../identity/families/family.fields.js';
import { SERVICES } from '../../identity/accounts/family-services.js';
import { founderOf, roleIn } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import type { RecordOf } from '../../platform/records/field.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Editor } from '../shell/access/editor.js';
import { actorOf, doneBy } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import { asProblems } from '../shell/as-problems.js';
import { conflict, requireIdOf } from '../shell/record-problems.js';
import type { FamilyChange, MemberForm, NewFamilyBody } from './admin-family.args.js';

/** Changes families by the same rules as provisioning (§3.5, D14, D17). */
@Injectable()
export class Families {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly accounts: AccountService,
    private readonly handOvers: HandOvers,
    private readonly messages: FamilyMessages,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError invalid if there is no such founder */
  async create({ founder, ...fields }: NewFamilyBody, by: Administrator): Promise<Long> {
    const founderId = founder ? await this.named(founder, 'founder') : null;
    const create = async (tx: Transaction): Promise<Long> => {
      const familyId = await this.families.create(tx, fields);
      await this.record(tx, 'family.created', familyId, by, recorded(FAMILY_FIELDS, null, fields));
      if (founderId === null) return familyId;
      await this.families.putMember(tx, familyId, founderId, MemberType.founder);
      const details = { account: founderId, accountType: MemberType.founder };
      await this.messages.memberAdded(tx, { familyId, by: null }, founderId, MemberType.founder);
      await this.record(tx, 'member.put', familyId, by, details);
      return familyId;
    };
    return asProblems(this.database.once(by, create, () => founderId));
  }

  update(familyId: string, change: FamilyChange, by: Editor): Promise<void> {
    return this.changing(familyId, async (tx, family) => {
      requireMatch(by, familyState(family));
      const before = familyState(family);
      const after = { ...before, ...change };
      await this.families.update(tx, family.id, change);
      await this.tellOf(tx, family.id, before, after);
      await this.record(tx, 'family.updated', family.id, by, recorded(FAMILY_SETTINGS, before, after));
    });
  }

  /** @throws ProblemError conflict while the family has members */
  remove(familyId: string, by: Editor): Promise<void> {
    return this.changing(familyId, async (tx, family) => {
      requireMatch(by, familyState(family));
      await this.families.remove(tx, family.id);
      await this.record(tx, 'family.deleted', family.id, by);
    });
  }

  /** Adds a member, or changes its role. @throws ProblemError conflict for a second founder */
  async putMember(
    familyId: string,
    accountId: string,
    accountType: MemberTypeValue,
    by: Administrator,
  ): Promise<void> {
    const id = requireIdOf('account', accountId);
    await this.changing(familyId, async (tx, family) => {
      const before = await roleIn(tx, family.id, id);
      await this.families.putMember(tx, family.id, id, accountType);
      const change = { familyId: family.id, by: null };
      if (before === null) await this.messages.memberAdded(tx, change, id, accountType);
      else if (before !== accountType) await this.messages.roleChanged(tx, change, id, accountType);
      await this.record(tx, 'member.put', family.id, by, { account: id, accountType });
    });
  }

  /** Adds the account that the form names. @throws ProblemError invalid if it names none, or several; as putMember */
  async putNamed(familyId: string, { account, accountType }: MemberForm, by: Administrator): Promise<void> {
    await this.putMember(familyId, await this.named(account, 'account'), accountType, by);
  }

  /** @throws ProblemError conflict for the founder while there are other members */
  async removeMember(familyId: string, accountId: string, by: Administrator): Promise<void> {
    const id = requireIdOf('account', accountId);
    await this.changing(familyId, async (tx, family) => {
      const isMember = (await roleIn(tx, family.id, id)) !== null;
      await this.families.removeMember(tx, family.id, id);
      if (isMember) await this.messages.memberRemoved(tx, { familyId: family.id, by: null }, id);
      await this.record(tx, 'member.removed', family.id, by, { account: id });
    });
  }

  /**
   * Makes another member the founder, at once; the founder becomes an administrator (D236).
   * @throws ProblemError conflict unless the family has a founder, and the account is another member who may sign in
   */
  async handOver(familyId: string, accountId: string, by: Administrator): Promise<void> {
    const nextId = requireIdOf('account', accountId);
    const id = requireIdOf('family', familyId);
    await asProblems(
      this.database.transaction(async (tx) => {
        if (!(await this.families.find(tx, id))) throw notFound(`family ${JSON.stringify(familyId)}`);
        const founderId = await founderOf(tx, id);
        if (founderId === null) throw conflict('The family has no founder: give a member this role instead.');
        // Accounts are locked before the family, as everywhere.
        await lockAccount(tx, founderId, 'SHARE');
        const next = await lockAccount(tx, nextId, 'SHARE');
        const who = { familyId: id, accountId: founderId, nextId, instead: actorOf(by) };
        if (next?.status !== 'active' || !(await this.handOvers.handOver(tx, who)))
          throw conflict('Only another member of the family who can sign in can become its founder.');
      }),
    );
  }

  /** Notifies of changed services every member, of the name those who run the family, of the premium type nobody. */
  private async tellOf(
    tx: Transaction,
    familyId: Long,
    before: FamilyChange,
    after: FamilyChange,
  ): Promise<void> {
    const isSame = (name: keyof RecordOf<typeof FAMILY_SETTINGS>) => before[name] === after[name];
    const change = { familyId, by: null };
    if (!SERVICES.every(isSame)) await this.messages.changed(tx, change, MemberType.member);
    else if (!isSame('name')) await this.messages.changed(tx, change, MemberType.administrator);
  }

  /** Runs in a transaction that has locked the family. @throws ProblemError notFound */
  private changing(
    familyId: string,
    work: (tx: Transaction, family: Family) => Promise<void>,
  ): Promise<void> {
    return asProblems(
      this.database.transaction(async (tx) => {
        const family = isLong(familyId) && (await this.families.findLocked(tx, familyId));
        if (!family) throw notFound(`family ${JSON.stringify(familyId)}`);
        await work(tx, family);
      }),
    );
  }

  /**
   * Finds the account that an administrator names.
   * @param name its number, else an identifier
   * @param field of the form or body, for the problem
   * @throws ProblemError invalid
   */
  private async named(name: string, field: string): Promise<Long> {
    if (isLong(name) && (await findAccount(this.database.dataSource.manager, name))) return name;
    const [accountId, other] = await this.accounts.allByIdentifier(candidatesFor(name), {});
    if (accountId === undefined)
      throw invalid([{ field, message: 'must be the number or an identifier of an existing account' }]);
    if (other !== undefined)
      throw invalid([{ field, message: 'fits more than one account: use the account’s number' }]);
    return accountId;
  }

  private record(
    tx: Transaction,
    action: AuditAction,
    familyId: Long,
    by: Administrator,
    details: object | null = null,
  ): Promise<void> {
    return this.audit.record(doneBy(by, action, `family:${familyId}`, details), tx);
  }
}

/** The state that the ETag covers: the members that could overwrite another administrator's change. */
export function familyState(family: object): object {
  return membersOf(FAMILY_SETTINGS, family);
}
