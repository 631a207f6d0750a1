import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { NEW_FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf } from '../shell/console/sent-form.js';
import { NewFamilyBody } from './admin-family.args.js';
import { addressOfFamily, newFamilyPage } from './admin-families.page.js';
import { Families } from './families.service.js';

const FORM = new RecordForm(NEW_FAMILY_FIELDS, NewFamilyBody);

/** The form of a new family. */
@Console('families/new')
export class NewFamilyConsole {
  constructor(private readonly families: Families) {}

  @Get()
  @ConsolePage('adminfamilynewpage', 'Form for a new family')
  page(@AtConsole() { by }: ConsoleVisit): Shown {
    return html(newFamilyPage({ by, values: { ...FORM.empty, premiumType: '0' } }));
  }

  @Post()
  @ConsolePage('adminfamilynew', 'Creates a family', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await FORM.read(visit);
    const outcome = await outcomeOf(sent, (body) => this.families.create(body, visit.by));
    if ('done' in outcome) return seeOther(`${addressOfFamily(outcome.done)}?done=created`);
    return html(newFamilyPage({ by: visit.by, values: sent.values, ...outcome }), { status: 422 });
  }
}
