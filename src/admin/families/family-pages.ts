import { Injectable } from '@nestjs/common';
import { FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import type { ConsoleVisit } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { etagOf } from '../shell/etag.js';
import { FamilyChange } from './family.args.js';
import { FamilyDirectory } from './family-directory.js';
import { familyPage, type FamilyPageProps } from './families.page.js';
import { stateOf } from './families.service.js';
import { Invitations } from './invitations.service.js';

export const FAMILY_FORM = new RecordForm(FAMILY_FIELDS, FamilyChange);

/** What a form was refused for, with what was typed, or what it did. */
type Outcome = Partial<Omit<FamilyPageProps, 'by' | 'family' | 'etag' | 'invitations'>>;

/** Puts the page of a family together, which several forms lead back to. */
@Injectable()
export class FamilyPages {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly invitations: Invitations,
  ) {}

  /** 422 if a form was refused. @throws ProblemError notFound */
  async show({ by }: ConsoleVisit, familyId: string, outcome: Outcome): Promise<Shown> {
    const family = await this.directory.get(familyId);
    const invitations = await this.invitations.of(family.familyId);
    const values = FAMILY_FORM.of(family);
    const etag = etagOf(stateOf(family));
    const status = outcome.problem === undefined ? 200 : 422;
    return html(familyPage({ by, family, invitations, etag, values, ...outcome }), { status });
  }
}
