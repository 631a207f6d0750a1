import { Get, Param, Post, Req, Res, UsePipes } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formLabels, textIn } from '../../platform/checks/form.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, refusedFor, sentForm, queryIn } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagOf } from '../shell/etag.js';
import { RulesetPreview } from './ruleset-preview.js';
import { NewRuleset, RulesetQuery } from './ruleset.args.js';
import { RulesetSettings } from '../../oauth/rulesets/ruleset-entry.js';
import { deleteRulesetPage, newRulesetPage, rulesetPage, rulesetsPage } from './rulesets.page.js';
import { Rulesets, stateOf } from './rulesets.service.js';

const DONE: Readonly<Record<string, string>> = {
  saved: 'Changes saved. They take effect on every node within 5 seconds.',
  deleted: 'Deleted.',
};

const NOTHING = { items: [], next: null };

/** The console's list of rulesets, and the pages of one ruleset. */
@Console('rulesets')
@UsePipes(bodyPipe)
export class RulesetsConsole {
  constructor(
    private readonly rulesets: Rulesets,
    private readonly previews: RulesetPreview,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminrulesetspage', 'Rulesets')
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const sent = await sentForm(RulesetQuery, request.query);
    const page = 'body' in sent ? await this.rulesets.list(sent.body) : NOTHING;
    return rulesetsPage({ by, page, query: sent.values, done: DONE[queryIn(request, 'done')], ...sent });
  }

  @Get('new')
  @ConsolePage('adminrulesetnewpage', 'Form for a new ruleset')
  newPage(@CurrentAdministrator() by: Administrator): string {
    return newRulesetPage({ by, values: { name: '', description: '', rules: [] } });
  }

  @Post('new')
  @ConsolePage('adminrulesetnew', 'Creates a ruleset', { writes: true })
  async create(
    @CurrentAdministrator() by: Administrator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = await sentForm(NewRuleset, request.body);
    const { values } = sent;
    if ('body' in sent && isPreview(request)) {
      const preview = await this.previews.of(values.rules);
      response.type('html').send(newRulesetPage({ by, values, preview }));
      return;
    }
    const outcome =
      'errors' in sent ? sent : await refusalOf(this.rulesets.create(sent.body, by), formLabels(NewRuleset));
    if ('done' in outcome) return response.redirect(303, `/admin/rulesets/${values.name}?done=saved`);
    response
      .status(422)
      .type('html')
      .send(newRulesetPage({ by, ...outcome, values }));
  }

  @Get(':name')
  @ConsolePage('adminrulesetpage', 'One ruleset')
  async page(
    @CurrentAdministrator() by: Administrator,
    @Param('name') name: string,
    @Req() request: Request,
  ): Promise<string> {
    const ruleset = await this.rulesets.get(name);
    const done = DONE[queryIn(request, 'done')];
    return rulesetPage({ by, ruleset, values: ruleset, etag: etagOf(stateOf(ruleset)), done });
  }

  @Post(':name')
  @ConsolePage('adminrulesetsave', 'Changes a ruleset', { writes: true })
  async save(
    @CurrentAdministrator() by: Administrator,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sent = await sentForm(RulesetSettings, request.body);
    const { values } = sent;
    const etag = textIn(request.body, 'etag');
    if ('body' in sent && isPreview(request)) {
      const ruleset = await this.rulesets.get(name);
      const preview = await this.previews.of(values.rules, name);
      const props = { by, ruleset, values, etag, preview };
      response.type('html').send(rulesetPage(props));
      return;
    }
    const outcome =
      'errors' in sent
        ? sent
        : await this.confirmation.attempt(
            request,
            by,
            (who) => this.rulesets.update(name, sent.body, etag, who),
            formLabels(RulesetSettings),
          );
    if ('done' in outcome)
      return response.redirect(303, `/admin/rulesets/${encodeURIComponent(name)}?done=saved`);
    const ruleset = await this.rulesets.get(name);
    const props = { by, ruleset, etag: etagOf(stateOf(ruleset)), ...outcome, values };
    response.status(422).type('html').send(rulesetPage(props));
  }

  @Get(':name/delete')
  @ConsolePage('adminrulesetdeletepage', 'Confirms the deletion of a ruleset')
  async deletePage(@CurrentAdministrator() by: Administrator, @Param('name') name: string): Promise<string> {
    const etag = etagOf(stateOf(await this.rulesets.get(name)));
    return deleteRulesetPage({ by, name, etag, asksPassword: this.confirmation.asksPassword(by) });
  }

  @Post(':name/delete')
  @ConsolePage('adminrulesetremove', 'Deletes a ruleset', { writes: true })
  async remove(
    @CurrentAdministrator() by: Administrator,
    @Param('name') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const etag = textIn(request.body, 'etag');
    const errors = await this.confirmation.problems(request, by, name);
    const outcome = errors ? refusedFor(errors) : await refusalOf(this.rulesets.remove(name, etag, by));
    if ('done' in outcome) return response.redirect(303, '/admin/rulesets?done=deleted');
    const asksPassword = this.confirmation.asksPassword(by);
    response.status(422).type('html');
    response.send(deleteRulesetPage({ by, name, etag, asksPassword, ...outcome }));
  }
}

function isPreview(request: Request): boolean {
  return textIn(request.body, 'do') === 'preview';
}
