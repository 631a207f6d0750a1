import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMember } from './family-member.entity.js';
import { Picture } from './picture.entity.js';

/** The pictures of an account's families. */
@Injectable()
export class FamilyPictureFiles {
  constructor(@InjectRepository(Picture) private readonly pictures: Repository<Picture>) {}

  async of(accountId: Long): Promise<Pick<Picture, 'familyId' | 'key'>[]> {
    const memberships = await this.pictures.manager.findBy(FamilyMember, { accountId });
    const where = { familyId: In(memberships.map(({ familyId }) => familyId)) };
    return this.pictures.find({ select: { key: true, familyId: true }, where, order: { familyId: 'ASC' } });
  }

  /** The WebP; nothing if it was replaced meanwhile. */
  async *contentOf(key: string): AsyncGenerator<Buffer> {
    const picture = await this.pictures.findOneBy({ key });
    if (picture) yield picture.webp;
  }
}
