import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { type Administrator, AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doneIn, etagIn, outcomeOf, refusalOf, sentForm } from '../shell/console/sent-form.js';
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
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(FamilyQuery, visit.query);
    const page = 'body' in sent ? await this.directory.list(sent.body) : NOTHING;
    return html(familiesPage({ by: visit.by, page, query: sent.values, done: doneIn(visit, DONE), ...sent }));
  }

  @Get(':familyId')
  @ConsolePage('adminfamilypage', 'One family', { role: 'support' })
  page(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    return this.pages.show(visit, familyId, { done: doneIn(visit, DONE) });
  }

  @Post(':familyId')
  @ConsolePage('adminfamilysave', 'Changes a family', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await FAMILY_FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) =>
      this.families.update(familyId, body, etagIn(visit), visit.by),
    );
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=saved`);
    return this.pages.show(visit, familyId, { ...outcome, values: sent.values });
  }

  @Post(':familyId/members')
  @ConsolePage('adminmemberputform', 'Adds an account to a family', { writes: true })
  async putMember(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const sent = await sentForm(MemberForm, visit.body);
    const outcome = await outcomeOf(sent, (member) => this.putNamed(familyId, member, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=member`);
    return this.pages.show(visit, familyId, { ...outcome, member: sent.values });
  }

  @Post(':familyId/members/:accountId/remove')
  @ConsolePage('adminmemberremoveform', 'Removes an account from a family', { writes: true })
  async removeMember(
    @AtConsole() visit: ConsoleVisit,
    @Param('familyId') familyId: string,
    @Param('accountId') accountId: string,
  ): Promise<Shown> {
    const outcome = await refusalOf(this.families.removeMember(familyId, accountId, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(familyId)}?done=member`);
    return this.pages.show(visit, familyId, outcome);
  }

  @Get(':familyId/delete')
  @ConsolePage('adminfamilydeletepage', 'Confirms the deletion of a family')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const family = await this.directory.get(familyId);
    return this.confirmation.askDeletion(visit, familyDeletion(family), stateOf(family));
  }

  @Post(':familyId/delete')
  @ConsolePage('adminfamilyremove', 'Deletes a family', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('familyId') familyId: string): Promise<Shown> {
    const deletion = familyDeletion(await this.directory.get(familyId));
    return this.confirmation.delete(visit, deletion, (etag) =>
      this.families.remove(familyId, etag, visit.by),
    );
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
