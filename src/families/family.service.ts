import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Long } from '../contract/long.js';
import { Clock } from '../security/clock.js';
import { FamilyMember, type MemberTypeValue } from './family-member.entity.js';
import { Family } from './family.entity.js';

/** Families and who is in them (§2.5). */
@Injectable()
export class FamilyService {
  constructor(private readonly clock: Clock) {}

  async create(tx: EntityManager, family: Pick<Family, 'name' | 'premiumType'>): Promise<Long> {
    const row = { ...family, createdAt: this.clock.now() } as Family;
    await tx.insert(Family, row);
    return row.id;
  }

  async addMember(
    tx: EntityManager,
    familyId: Long,
    accountId: Long,
    memberType: MemberTypeValue,
  ): Promise<void> {
    await tx.insert(FamilyMember, { familyId, accountId, memberType, createdAt: this.clock.now() });
  }
}
