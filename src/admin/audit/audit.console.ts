import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { formLabels } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import {
  asFile,
  html,
  ndjson,
  seeOther,
  type Answering,
  type Shown,
} from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { type Administrator, AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doneIn, outcomeOf, queryIn, refusalOf, type Refused, sentForm } from '../shell/console/sent-form.js';
import { addressOf } from '../shell/console/list.js';
import { AuditNames } from './audit-names.js';
import { AuditSearch, filtersOf, SavedFilterForm } from './audit-search.args.js';
import { AuditSearches } from './audit-searches.js';
import { AUDIT, auditPage, LIVE_SECONDS, type AuditProps } from './audit.page.js';
import { SavedFilters } from './saved-filters.js';
import { isLive } from './is-live.js';

const NOTHING = { items: [], next: null };
const REFUSED = { status: 422 };
const DONE: Readonly<Record<string, string>> = { saved: 'Filter saved.', deleted: 'Filter deleted.' };

@Console('audit')
export class AuditConsole {
  constructor(
    private readonly searches: AuditSearches,
    private readonly names: AuditNames,
    private readonly filters: SavedFilters,
  ) {}

  @Get()
  @ConsolePage('adminauditpage', 'The audit trail', { role: 'support' })
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(AuditSearch, visit.query);
    const refused = 'errors' in sent ? sent : null;
    const again = 'body' in sent && isLive(sent.body, visit.by.at) ? { Refresh: LIVE_SECONDS } : {};
    const done = queryIn(visit, 'done');
    const name = queryIn(visit, 'filter');
    const deleted = done === 'deleted' && name !== '' && visit.by.role === 'administrator' ? name : undefined;
    return this.show(visit, sent.values, refused, { done: doneIn(visit, DONE), deleted }, { headers: again });
  }

  @Get('export')
  @ConsolePage('adminauditexport', 'Downloads all matching audit events', { role: 'support' })
  async export(@CurrentVisit() visit: Visit): Promise<Shown> {
    const sent = await sentForm(AuditSearch, visit.query);
    const outcome = await outcomeOf(sent, (search) => this.searches.export(search));
    if ('errors' in outcome) return seeOther(addressOf(AUDIT, filtersOf(sent.values)));
    return ndjson(outcome.done, { headers: asFile('audit.ndjson') });
  }

  @Post('filters')
  @ConsolePage('adminauditfiltersave', 'Saves filters of the audit page', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(SavedFilterForm, visit.body);
    const outcome = await outcomeOf(sent, (form) => this.keep(form, visit.by));
    if ('done' in outcome) return seeOther(addressOf(AUDIT, { ...outcome.done, done: 'saved' }));
    return this.show(visit, sent.values, outcome, { name: sent.values.name }, REFUSED);
  }

  @Post('filters/:filterId/delete')
  @ConsolePage('adminauditfilterdelete', 'Deletes a saved filter of the audit page', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('filterId') filterId: string): Promise<Shown> {
    const outcome = await refusalOf(this.filters.remove(filterId, visit.by));
    // What it found stays on the page, so that it can be saved again.
    if ('done' in outcome) {
      const { filters, name } = outcome.done;
      return seeOther(addressOf(AUDIT, { ...filters, done: 'deleted', filter: name }));
    }
    return this.show(visit, new AuditSearch(), outcome, {}, REFUSED);
  }

  /** An account is saved by its number: an address identifies a person. */
  private async keep(form: SavedFilterForm, by: Administrator): Promise<Readonly<Record<string, string>>> {
    const { account } = form;
    const numbered = account === undefined ? account : await this.names.oneAccountCalled(account);
    const filters = filtersOf({ ...form, account: numbered });
    await this.filters.save(form.name, filters, by);
    return filters;
  }

  private async show(
    { by }: ConsoleVisit,
    search: AuditSearch,
    refused: Refused | null,
    more: Pick<AuditProps, 'done' | 'name' | 'deleted'>,
    answering: Answering,
  ): Promise<Shown> {
    const outcome = refused ?? (await refusalOf(this.searches.list(search), formLabels(AuditSearch)));
    const page = 'done' in outcome ? outcome.done : NOTHING;
    const problems = 'done' in outcome ? {} : outcome;
    const [names, saved] = await Promise.all([this.names.of(page.items), this.filters.all()]);
    return html(auditPage({ by, search, page, names, saved, ...problems, ...more }), answering);
  }
}
