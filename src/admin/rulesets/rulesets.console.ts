import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import type { Visit } from '../../platform/operations/visit.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { textIn, doneIn } from '../../platform/checks/form.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { listed } from '../shell/console/listed.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { etagIn, outcomeOf, sentForm } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { Rulesets, versionOfRuleset } from './rulesets.service.js';
import { NewRuleset, RulesetQuery } from './ruleset.args.js';
import { RulesetSettings } from '../../oauth/rulesets/ruleset-entry.js';
import {
  addressOfRuleset,
  newRulesetPage,
  rulesetDeletion,
  rulesetPage,
  rulesetsPage,
} from './rulesets.page.js';

const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved. They take effect on every node within 5 seconds.',
  deleted: 'Deleted.',
};

/** The console's list of rulesets, and the pages of one ruleset. */
@Console('rulesets')
export class RulesetsConsole {
  constructor(
    private readonly rulesets: Rulesets,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminrulesetspage', 'Rulesets')
  async list(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const list = await listed(visit, RulesetQuery, (query) => this.rulesets.list(query));
    return html(rulesetsPage({ ...list, done: doneIn(visit, DONE) }));
  }

  @Get('new')
  @ConsolePage('adminrulesetnewpage', 'Form for a new ruleset')
  newPage(@AtConsole() { by }: ConsoleVisit): Shown {
    return html(newRulesetPage({ by, values: { name: '', description: '', rules: [] } }));
  }

  @Post('new')
  @ConsolePage('adminrulesetnew', 'Creates a ruleset', { writes: true })
  async create(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(NewRuleset, visit.body);
    const { values } = sent;
    if ('body' in sent && isPreview(visit)) {
      const preview = await this.rulesets.preview(values.rules);
      return html(newRulesetPage({ by: visit.by, values, preview }));
    }
    const outcome = await outcomeOf(sent, (body) => this.rulesets.create(body, visit.by));
    if ('done' in outcome) return seeOther(`/admin/rulesets/${values.name}?done=saved`);
    return html(newRulesetPage({ by: visit.by, ...outcome, values }), { status: 422 });
  }

  @Get(':name')
  @ConsolePage('adminrulesetpage', 'One ruleset')
  async page(@AtConsole() visit: ConsoleVisit, @Param('name') name: string): Promise<Shown> {
    const ruleset = await this.rulesets.get(name);
    const done = doneIn(visit, DONE);
    return html(
      rulesetPage({ by: visit.by, ruleset, values: ruleset, etag: etagOf(versionOfRuleset(ruleset)), done }),
    );
  }

  @Post(':name')
  @ConsolePage('adminrulesetsave', 'Changes a ruleset', { writes: true })
  async save(@AtConsole() visit: ConsoleVisit, @Param('name') name: string): Promise<Shown> {
    const sent = await sentForm(RulesetSettings, visit.body);
    const { values } = sent;
    if ('body' in sent && isPreview(visit)) {
      const ruleset = await this.rulesets.get(name);
      const preview = await this.rulesets.preview(values.rules, name);
      const props = { by: visit.by, ruleset, values, etag: etagIn(visit), preview };
      return html(rulesetPage(props));
    }
    const outcome = await this.confirmation.attempt(visit, sent, (body, by) =>
      this.rulesets.update(name, body, by),
    );
    if ('done' in outcome) return seeOther(`${addressOfRuleset(name)}?done=saved`);
    const ruleset = await this.rulesets.get(name);
    const props = { by: visit.by, ruleset, etag: etagOf(versionOfRuleset(ruleset)), ...outcome, values };
    return html(rulesetPage(props), { status: 422 });
  }

  @Get(':name/delete')
  @ConsolePage('adminrulesetdeletepage', 'Confirms the deletion of a ruleset')
  async deletePage(@AtConsole() visit: ConsoleVisit, @Param('name') name: string): Promise<Shown> {
    const ruleset = await this.rulesets.get(name);
    return this.confirmation.askDeletion(visit, rulesetDeletion(name), versionOfRuleset(ruleset));
  }

  @Post(':name/delete')
  @ConsolePage('adminrulesetremove', 'Deletes a ruleset', { writes: true })
  remove(@AtConsole() visit: ConsoleVisit, @Param('name') name: string): Promise<Shown> {
    const deletion = rulesetDeletion(name);
    return this.confirmation.delete(visit, deletion, (by) => this.rulesets.remove(name, by));
  }
}

function isPreview(visit: Visit): boolean {
  return textIn(visit.body, 'do') === 'preview';
}
