import { Get, Param, Post } from '@nestjs/common';
import { doneIn } from '../../platform/checks/form.js';
import {
  FAMILY_INVITATION_FIELDS,
  FAMILY_SETTINGS,
  NEW_FAMILY_FIELDS,
} from '../../identity/families/family.fields.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn } from '../shell/access/editor.js';
import { outcomeOf, doneOrRefused, sentForm } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { listed } from '../shell/console/listed.js';
import { RecordForm } from '../shell/console/record-form.js';
import { etagOf } from '../shell/etag.js';
import {
  FamilyChange,
  FamilyInvitationBody,
  FamilyQuery,
  HandOverToForm,
  MemberForm,
  NewFamilyBody,
} from './admin-family.args.js';
import { AdministeredPictures } from './family-pictures.js';
import { FamilyDirectory } from './family-directory.js';
import {
  addressOfFamily,
  adminFamiliesPage,
  adminFamilyPage,
  familyDeletion,
  newFamilyPage,
  type AdminFamilyPageProps,
} from './admin-families.page.js';
import { Families, familyState } from './families.service.js';
import { AdministeredInvitations } from './invitations.service.js';

const NEW_FORM = new RecordForm(NEW_FAMILY_FIELDS, NewFamilyBody);
const FAMILY_FORM = new RecordForm(FAMILY_SETTINGS, FamilyChange);
const INVITATION_FORM = new RecordForm(FAMILY_INVITATION_FIELDS, FamilyInvitationBody);

const DONE: Readonly<Record<string, string>> = {
  created: 'Family created.',
  saved: 'Saved.',
  member: 'Members changed.',
  handedOver: 'Family handed over.',
  picture: 'Picture saved.',
  noPicture: 'Picture removed.',
  invited: 'Invitation queued. It is sent within seconds.',
  withdrawn: 'Invitation withdrawn.',
  deleted: 'Family deleted.',
};

/** The result of a form: why it was refused, with its values, or the notice of what it did. */
type Outcome = Partial<Omit<AdminFamilyPageProps, 'by' | 'family' | 'etag' | 'invitations'>>;

/** The console's list of families, the form of a new one, and the pages of one family. */
@Console('families')
export class FamiliesConsole {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly families: Families,
    private readonly invitations: AdministeredInvitations,
    private readonly pictures: AdministeredPictures,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminfamiliespage', 'Families', { role: 'support' })
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const list = await listed(visit, FamilyQuery, (query) => this.directory.list(query));
    return html(adminFamiliesPage({ ...list, done: doneIn(visit, DONE) }));
  }

  @Get('new')
  @ConsolePage('adminfamilynewpage', 'Form for a new family')
  newPage(@AtConsole() { by }: ConsoleVisit): Shown {
    return html(newFamilyPage({ by, values: { ...NEW_FORM.empty, premiumType: '0' } }));
  }

  @Post('new')
  @ConsolePage('adminfamilynew', 'Creates a family', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await NEW_FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) => this.families.create(body, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(outcome.done)}?done=created`);
    return html(newFamilyPage({ by: visit.by, values: sent.values, ...outcome }), { status: 422 });
  }

  @Get(':familyId')
  @ConsolePage('adminfamilypage', 'One family', { role: 'support' })
  page(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    return this.show(visit, familyId, { done: doneIn(visit, DONE) });
  }

  @Post(':familyId')
  @ConsolePage('adminfamilysave', 'Changes a family', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await FAMILY_FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) => this.families.update(familyId, body, editorIn(visit)));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=saved`);
    return this.show(visit, familyId, { ...outcome, values: sent.values });
  }

  @Post(':familyId/members')
  @ConsolePage('adminmemberputform', 'Adds an account to a family', { writes: true })
  async putMember(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await sentForm(MemberForm, visit.body);
    const outcome = await outcomeOf(sent, (member) => this.families.putNamed(familyId, member, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=member`);
    return this.show(visit, familyId, { ...outcome, member: sent.values });
  }

  @Post(':familyId/members/:accountId/remove')
  @ConsolePage('adminmemberremoveform', 'Removes an account from a family', { writes: true })
  async removeMember(
    @AtConsole() visit: ConsoleVisit,
    @Param('familyId') familyId: string,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const outcome = await doneOrRefused(this.families.removeMember(familyId, accountId, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=member`);
    return this.show(visit, familyId, outcome);
  }

  @Post(':familyId/hand-over')
  @ConsolePage('adminfamilyhandoverform', 'Makes another member the founder of a family', { writes: true })
  async handOver(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await sentForm(HandOverToForm, visit.body);
    const outcome = await outcomeOf(sent, ({ accountId }) =>
      this.families.handOver(familyId, accountId, visit.by),
    );
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=handedOver`);
    const { errors: handOverErrors, problem } = outcome;
    return this.show(visit, familyId, { handOverErrors, problem });
  }

  @Post(':familyId/picture')
  @ConsolePage('adminfamilypictureform', 'Sets the picture of a family', {
    writes: true,
    takesLargeBody: true,
  })
  async setPicture(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const { file, by } = visit;
    const missing = invalid([{ field: 'data', message: 'must be chosen' }]);
    const work = file ? this.pictures.set(familyId, file, by) : Promise.reject(missing);
    const outcome = await doneOrRefused(work);
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=picture`);
    const { errors: pictureErrors, problem } = outcome;
    return this.show(visit, familyId, { pictureErrors, problem });
  }

  @Post(':familyId/picture/remove')
  @ConsolePage('adminfamilypictureremoveform', 'Removes the picture of a family', { writes: true })
  async removePicture(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const outcome = await doneOrRefused(this.pictures.set(familyId, null, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=noPicture`);
    return this.show(visit, familyId, { problem: outcome.problem });
  }

  @Post(':familyId/invitations')
  @ConsolePage('adminfamilyinviteform', 'Invites a person to a family', { writes: true })
  async invite(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await INVITATION_FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) => this.invitations.invite(familyId, body, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=invited`);
    const { errors: invitationErrors, problem } = outcome;
    return this.show(visit, familyId, { invitation: sent.values, invitationErrors, problem });
  }

  @Post(':familyId/invitations/:invitationId/withdraw')
  @ConsolePage('adminfamilyinvitationwithdrawform', 'Withdraws an invitation to a family', { writes: true })
  async withdraw(
    @AtConsole() visit: ConsoleVisit,
    @Param('familyId') familyId: string,
    @Param('invitationId') invitationId: string,
  ): Promise<Shown> {
    const outcome = await doneOrRefused(this.invitations.withdraw(familyId, invitationId, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=withdrawn`);
    return this.show(visit, familyId, { problem: outcome.problem });
  }

  @Get(':familyId/delete')
  @ConsolePage('adminfamilydeletepage', 'Confirms the deletion of a family')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const family = await this.directory.get(familyId);
    return this.confirmation.askDeletion(visit, familyDeletion(family), familyState(family));
  }

  @Post(':familyId/delete')
  @ConsolePage('adminfamilyremove', 'Deletes a family', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const deletion = familyDeletion(await this.directory.get(familyId));
    return this.confirmation.delete(visit, deletion, (by) => this.families.remove(familyId, by));
  }

  /** 422 if a form was refused. @throws ProblemError notFound */
  private async show({ by }: ConsoleVisit, familyId: string, outcome: Outcome): Promise<Shown> {
    const family = await this.directory.get(familyId);
    const invitations = await this.invitations.of(family.familyId);
    const values = FAMILY_FORM.of(family);
    const etag = etagOf(familyState(family));
    const status = outcome.problem === undefined ? 200 : 422;
    return html(adminFamilyPage({ by, family, invitations, etag, values, ...outcome }), { status });
  }
}
