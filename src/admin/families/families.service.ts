import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/catalogue.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { Family } from '../../identity/families/family.entity.js';
import { FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import { asProblems } from '../shell/as-problems.js';
import type { FamilyChange, NewFamilyBody } from './family.args.js';
import { NamedAccounts } from './named-accounts.js';

/** Changes families by the same rules as provisioning (§3.5, D14, D17). */
@Injectable()
export class Families {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly named: NamedAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError invalid if there is no such founder */
  async create({ founder, ...fields }: NewFamilyBody, by: Administrator): Promise<Long> {
    const founderId = founder ? await this.named.find(founder, 'founder') : null;
    return asProblems(
      this.database.transaction(async (tx) => {
        const familyId = await this.families.create(tx, fields);
        await this.record(tx, 'family.created', familyId, by, recorded(FAMILY_FIELDS, null, fields));
        if (founderId === null) return familyId;
        await this.families.putMember(tx, familyId, founderId, MemberType.founder);
        const details = { account: founderId, accountType: MemberType.founder };
        await this.record(tx, 'member.put', familyId, by, details);
        return familyId;
      }),
    );
  }

  update(
    familyId: string,
    change: FamilyChange,
    ifMatch: string | undefined,
    by: Administrator,
  ): Promise<void> {
    return this.changing(familyId, async (tx, family) => {
      requireMatch(ifMatch, stateOf(family));
      const before = stateOf(family);
      const after = { ...before, ...change };
      await this.families.update(tx, family.id, change);
      await this.record(tx, 'family.updated', family.id, by, recorded(FAMILY_FIELDS, before, after));
    });
  }

  /** @throws ProblemError conflict while the family has members */
  remove(familyId: string, ifMatch: string | undefined, by: Administrator): Promise<void> {
    return this.changing(familyId, async (tx, family) => {
      requireMatch(ifMatch, stateOf(family));
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
    const id = requireAccountId(accountId);
    await this.changing(familyId, async (tx, family) => {
      await this.families.putMember(tx, family.id, id, accountType);
      await this.record(tx, 'member.put', family.id, by, { account: id, accountType });
    });
  }

  /** @throws ProblemError conflict for the founder while there are other members */
  async removeMember(familyId: string, accountId: string, by: Administrator): Promise<void> {
    const id = requireAccountId(accountId);
    await this.changing(familyId, async (tx, family) => {
      await this.families.removeMember(tx, family.id, id);
      await this.record(tx, 'member.removed', family.id, by, { account: id });
    });
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

  private record(
    tx: Transaction,
    action: AuditAction,
    familyId: Long,
    by: Administrator,
    details: object | null = null,
  ): Promise<void> {
    const target = `family:${familyId}`;
    return this.audit.record({ action, outcome: 'ok', ...actorOf(by), target, details }, tx);
  }
}

/** What two administrators could overwrite of each other. */
export function stateOf(family: object): object {
  return membersOf(FAMILY_FIELDS, family);
}

function requireAccountId(accountId: string): Long {
  if (isLong(accountId)) return accountId;
  throw notFound(`account ${JSON.stringify(accountId)}`);
}
