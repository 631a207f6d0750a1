import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { formLabels, doneIn } from '../../platform/checks/form.js';
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
import { outcomeOf, queryIn, doneOrRefused, type Refused, sentForm } from '../shell/console/sent-form.js';
import { addressWith } from '../shell/console/list.js';
import { AuditNames } from './audit-names.js';
import { AuditSearch, filtersOf, SavedFilterForm, AUDIT_PERIODS, isLive } from './audit-search.args.js';
import { AUDIT, auditPage, LIVE_SECONDS, type AuditProps } from './audit.page.js';
import { SavedFilters } from './saved-filters.js';
import { Clock } from '../../platform/security/clock.js';
import type { ListPage } from '../shell/paging.js';
import { AuditTrail, type TrailQuery } from './audit-trail.js';
import type { AuditEventView } from './audit-trail.view.js';

const NOTHING = { items: [], next: null };
const REFUSED = { status: 422 };
const DONE: Readonly<Record<string, string>> = { saved: 'Filter saved.', deleted: 'Filter deleted.' };

@Console('audit')
export class AuditConsole {
  constructor(
    private readonly trail: AuditTrail,
    private readonly names: AuditNames,
    private readonly filters: SavedFilters,
    private readonly clock: Clock,
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
    const outcome = await outcomeOf(sent, async (search) => this.trail.export(await this.meant(search)));
    if ('errors' in outcome) return seeOther(addressWith(AUDIT, filtersOf(sent.values)));
    return ndjson(outcome.done, { headers: asFile('audit.ndjson') });
  }

  @Post('filters')
  @ConsolePage('adminauditfiltersave', 'Saves filters of the audit page', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(SavedFilterForm, visit.body);
    const outcome = await outcomeOf(sent, (form) => this.keep(form, visit.by));
    if ('done' in outcome) return seeOther(addressWith(AUDIT, { ...outcome.done, done: 'saved' }));
    return this.show(visit, sent.values, outcome, { name: sent.values.name }, REFUSED);
  }

  @Post('filters/:filterId/delete')
  @ConsolePage('adminauditfilterdelete', 'Deletes a saved filter of the audit page', { writes: true })
  async remove(@AtConsole() visit: ConsoleVisit, @Param('filterId') filterId: string): Promise<Shown> {
    const outcome = await doneOrRefused(this.filters.remove(filterId, visit.by));
    // What it found stays on the page, so that it can be saved again.
    if ('done' in outcome) {
      const { filters, name } = outcome.done;
      return seeOther(addressWith(AUDIT, { ...filters, done: 'deleted', filter: name }));
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
    const outcome = refused ?? (await doneOrRefused(this.found(search), formLabels(AuditSearch)));
    const page = 'done' in outcome ? outcome.done : NOTHING;
    const problems = 'done' in outcome ? {} : outcome;
    const [names, saved] = await Promise.all([this.names.of(page.items), this.filters.all()]);
    return html(auditPage({ by, search, page, names, saved, ...problems, ...more }), answering);
  }

  private async found(search: AuditSearch): Promise<ListPage<AuditEventView>> {
    return this.trail.list(await this.meant(search));
  }

  /** The query that the filters mean: names become ids, and a period the time that it begins at. @throws ProblemError invalid */
  private async meant({ account, client, last, live: _, ...search }: AuditSearch): Promise<TrailQuery> {
    const accounts = account === undefined ? undefined : await this.names.accountsCalled(account);
    const clients = client === undefined ? undefined : await this.names.clientsCalled(client);
    if (last === undefined) return { ...search, account: accounts, client: clients };
    const begun = new Date(this.clock.millis() - AUDIT_PERIODS[last][1]).toISOString();
    return { ...search, account: accounts, client: clients, from: begun };
  }
}
