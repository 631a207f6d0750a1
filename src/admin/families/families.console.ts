import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { formLabels, textIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { outcomeOf, queryIn, refusalOf, sentForm } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { FamilyQuery, MemberForm } from './family.args.js';
import { FamilyDirectory } from './family-directory.js';
import { FAMILY_FORM, FamilyPages } from './family-pages.js';
import { addressOfFamily, familiesPage, familyDeletion } from './families.page.js';
import { Families, stateOf } from './families.service.js';
import { NamedAccounts } from './named-accounts.js';

const DONE: Readonly<Record<string, string>> = {
  created: 'Family created.',
  saved: 'Saved.',
  member: 'Members changed.',
  invited: 'Invitation queued. It is sent within seconds.',
  withdrawn: 'Invitation withdrawn.',
  deleted: 'Family deleted.',
};

const NOTHING = { items: [], next: null };

/** The console's list of families, and the pages of one family. */
@Console('families')
export class FamiliesConsole {
  constructor(
    private readonly directory: FamilyDirectory,
    private readonly families: Families,
    private readonly named: NamedAccounts,
    private readonly pages: FamilyPages,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminfamiliespage', 'Families', { role: 'support' })
  async list(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(FamilyQuery, visit.query);
    const page = 'body' in sent ? await this.directory.list(sent.body) : NOTHING;
    return html(familiesPage({ by, page, query: sent.values, done: DONE[queryIn(visit, 'done')], ...sent }));
  }

  @Get(':familyId')
  @ConsolePage('adminfamilypage', 'One family', { role: 'support' })
  page(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.pages.show(familyId, by, { done: DONE[queryIn(visit, 'done')] });
  }

  @Post(':familyId')
  @ConsolePage('adminfamilysave', 'Changes a family', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await FAMILY_FORM.read(visit);
    const etag = textIn(visit.body, 'etag');
    const { labels } = FAMILY_FORM;
    const outcome = await outcomeOf(sent, (body) => this.families.update(familyId, body, etag, by), labels);
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=saved`);
    return this.pages.show(familyId, by, { ...outcome, values: sent.values });
  }

  @Post(':familyId/members')
  @ConsolePage('adminmemberputform', 'Adds an account to a family', { writes: true })
  async putMember(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const sent = await sentForm(MemberForm, visit.body);
    const put = (member: MemberForm) => this.putNamed(familyId, member, by);
    const outcome = await outcomeOf(sent, put, formLabels(MemberForm));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=member`);
    return this.pages.show(familyId, by, { ...outcome, member: sent.values });
  }

  @Post(':familyId/members/:accountId/remove')
  @ConsolePage('adminmemberremoveform', 'Removes an account from a family', { writes: true })
  async removeMember(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const outcome = await refusalOf(this.families.removeMember(familyId, accountId, by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=member`);
    return this.pages.show(familyId, by, outcome);
  }

  @Get(':familyId/delete')
  @ConsolePage('adminfamilydeletepage', 'Confirms the deletion of a family')
  async deletePage(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
  ): Promise<Shown> {
    const family = await this.directory.get(familyId);
    return this.confirmation.askDeletion(by, familyDeletion(family), stateOf(family));
  }

  @Post(':familyId/delete')
  @ConsolePage('adminfamilyremove', 'Deletes a family', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('familyId') familyId: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const deletion = familyDeletion(await this.directory.get(familyId));
    return this.confirmation.delete(visit, by, deletion, (etag) => this.families.remove(familyId, etag, by));
  }

  private async putNamed(
    familyId: string,
    { account, accountType }: MemberForm,
    by: Administrator,
  ): Promise<void> {
    const accountId = await this.named.find(account, 'account');
    await this.families.putMember(familyId, accountId, accountType, by);
  }
}
