import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { RESOURCE_FIELDS } from '../../oauth/resources/resource.fields.js';
import { doneIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { changeable, labelsOf, onForm } from '../../platform/records/typed-form.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { editorIn } from '../shell/access/editor.js';
import { RecordForm } from '../shell/console/record-form.js';
import { outcomeOf } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { NewResourceBody, ResourceChange } from './resource.args.js';
import {
  addressOfResource,
  newResourcePage,
  resourceDeletion,
  resourcePage,
  resourcesPage,
  type ResourcePageProps,
} from './resources.page.js';
import { Resources } from './resources.service.js';

const DONE: Readonly<Record<string, string>> = {
  created: 'Resource created.',
  saved: 'Changes saved. They take effect on every node within 5 seconds.',
  deleted: 'Deleted.',
};
const LABELS = labelsOf(RESOURCE_FIELDS);
const NEW_FORM = new RecordForm(onForm(RESOURCE_FIELDS), NewResourceBody, LABELS);
const FORM = new RecordForm(changeable(RESOURCE_FIELDS), ResourceChange, LABELS);

/** The console's pages about resource servers (D400). An administrator confirms the password to change one. */
@Console('resources')
export class ResourcesConsole {
  constructor(
    private readonly resources: Resources,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminresourcespage', 'Resource servers that tokens are issued for')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const items = await this.resources.list();
    return html(resourcesPage({ by: visit.by, items, done: doneIn(visit, DONE) }));
  }

  @Get('new')
  @ConsolePage('adminresourcenewpage', 'Form for a new resource')
  newPage(@AtConsole() { by, asksPassword }: ConsoleVisit): Shown {
    const { fields, empty: values } = NEW_FORM;
    return html(newResourcePage({ by, fields, values, errors: {}, asksPassword }));
  }

  @Post('new')
  @ConsolePage('adminresourcenew', 'Creates a resource from the form', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const sent = await this.confirmation.withPassword(visit, NEW_FORM.read(visit));
    const outcome = await outcomeOf(sent, (body) => this.resources.create(body, by));
    if ('done' in outcome) return seeOther(addressOfResource(outcome.done.id, '?done=created'));
    const form = { fields: NEW_FORM.fields, values: sent.values };
    return html(newResourcePage({ by, ...form, asksPassword, ...outcome }), { status: 422 });
  }

  @Get(':id')
  @ConsolePage('adminresourcepage', 'One resource, to change')
  page(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    return this.show(visit, id, { done: doneIn(visit, DONE) });
  }

  @Post(':id')
  @ConsolePage('adminresourcesave', 'Changes a resource', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const sent = await this.confirmation.withPassword(visit, FORM.read(visit));
    const outcome = await outcomeOf(sent, (body) => this.resources.update(id, body, editorIn(visit)));
    if ('done' in outcome) return seeOther(addressOfResource(id, '?done=saved'));
    return this.show(visit, id, { values: sent.values, ...outcome }, 422);
  }

  @Get(':id/delete')
  @ConsolePage('adminresourcedeletepage', 'Confirms the deletion of a resource')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const resource = await this.resources.get(id);
    return this.confirmation.askDeletion(visit, resourceDeletion(resource), resource);
  }

  @Post(':id/delete')
  @ConsolePage('adminresourceremove', 'Deletes a resource', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('id') id: string): Promise<Shown> {
    const deletion = resourceDeletion(await this.resources.get(id));
    return this.confirmation.delete(visit, deletion, (by) => this.resources.remove(id, by));
  }

  private async show(
    { by, asksPassword }: ConsoleVisit,
    id: string,
    told: Partial<ResourcePageProps>,
    status = 200,
  ): Promise<Shown> {
    const resource = await this.resources.get(id);
    const form = { fields: FORM.fields, values: FORM.of(resource), errors: {} };
    const page = { by, resource, etag: etagOf(resource), ...form, asksPassword, ...told };
    return html(resourcePage(page), { status });
  }
}
