import { Get, Post, UsePipes } from '@nestjs/common';
import { textIn } from '../../platform/checks/form.js';
import { NEW_FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { emptyForm, formIn, labelsOf, valuesOf } from '../../platform/records/form.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf } from '../shell/console/sent-form.js';
import { NewFamilyBody } from './family.args.js';
import { addressOfFamily } from './families.page.js';
import { Families } from './families.service.js';
import { newFamilyPage } from './new-family.page.js';

const LABELS = labelsOf(NEW_FAMILY_FIELDS);

/** Creates a family, at /admin/new-family, as a client is at /admin/new-client. */
@Console('new-family')
@UsePipes(bodyPipe)
export class NewFamilyConsole {
  constructor(private readonly families: Families) {}

  @Get()
  @ConsolePage('adminfamilynewpage', 'Form for a new family')
  page(@CurrentAdministrator() by: Administrator): Shown {
    return html(newFamilyPage({ by, values: { ...emptyForm(NEW_FAMILY_FIELDS), premiumType: '0' } }));
  }

  @Post()
  @ConsolePage('adminfamilynew', 'Creates a family', { writes: true })
  async create(@CurrentAdministrator() by: Administrator, @CurrentVisit() visit: Visit): Promise<Shown> {
    const values = formIn(NEW_FAMILY_FIELDS, (name) => textIn(visit.body, name));
    const sent = await checkedForm(NewFamilyBody, valuesOf(NEW_FAMILY_FIELDS, values), LABELS);
    const outcome = 'errors' in sent ? sent : await refusalOf(this.families.create(sent.body, by), LABELS);
    if ('done' in outcome) return seeOther(`${addressOfFamily(outcome.done)}?done=created`);
    return html(newFamilyPage({ by, values, ...outcome }), { status: 422 });
  }
}
