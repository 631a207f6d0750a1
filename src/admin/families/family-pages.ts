import { Injectable } from '@nestjs/common';
import { FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { formOf } from '../../platform/records/form.js';
import type { Administrator } from '../shell/access/administrator.js';
import { etagOf } from '../shell/etag.js';
import { FamilyDirectory } from './family-directory.js';
import { familyPage, type FamilyPageProps } from './families.page.js';
import { stateOf } from './families.service.js';
import { Invitations } from './invitations.service.js';

/** What a form was refused for, with what was typed, or what it did. */
type Shown = Partial<Omit<FamilyPageProps, 'by' | 'family' | 'etag' | 'invitations'>>;

/** Puts the page of a family together, which several forms lead back to. */
@Injectable()
export class FamilyPages {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly invitations: Invitations,
  ) {}

  /** @throws ProblemError notFound */
  async show(familyId: string, by: Administrator, shown: Shown): Promise<string> {
    const family = await this.directory.get(familyId);
    const invitations = await this.invitations.of(family.familyId);
    const values = formOf(FAMILY_FIELDS, family);
    return familyPage({ by, family, invitations, etag: etagOf(stateOf(family)), values, ...shown });
  }
}
