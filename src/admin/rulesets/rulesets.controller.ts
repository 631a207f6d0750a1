import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { Shown } from '../../platform/operations/shown.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { CurrentEditor, type Editor } from '../shell/access/editor.js';
import { tagged } from '../shell/etag.js';
import type { ListPage } from '../shell/paging.js';
import { NewRuleset, RulesetChange, RulesetDraft, RulesetQuery } from './ruleset.args.js';
import { RulesetPage, RulesetPreviewView, RulesetView } from './ruleset.view.js';
import { Rulesets, versionOfRuleset } from './rulesets.service.js';

@AdminApi('rulesets')
export class RulesetsController {
  constructor(private readonly rulesets: Rulesets) {}

  @Get()
  @AdminRoute('adminrulesetlist', 'Lists rulesets by the beginning of their name', { answers: RulesetPage })
  list(@Query() query: RulesetQuery): Promise<ListPage<RulesetView>> {
    return this.rulesets.list(query);
  }

  @Post()
  @AdminRoute('adminrulesetcreate', 'Creates a ruleset', {
    writes: true,
    status: 201,
    idempotency: 'answered alike',
    answers: RulesetView,
    problems: [Problems.confirmationRequired, Problems.conflict],
  })
  async create(@Body() asked: NewRuleset, @CurrentAdministrator() by: Administrator): Promise<Shown> {
    return tagged(await this.rulesets.create(asked, by), versionOfRuleset, 201);
  }

  @Post('preview')
  @AdminRoute(
    'adminrulesetpreview',
    'Previews what a set of rules would allow, and what would change; saves nothing',
    {
      writes: true,
      answers: RulesetPreviewView,
    },
  )
  previewOf(@Body() { rules, name }: RulesetDraft): Promise<RulesetPreviewView> {
    return this.rulesets.preview(rules, name);
  }

  @Get(':name')
  @AdminRoute('adminrulesetget', 'One ruleset', { answers: RulesetView })
  async get(@Param('name') name: string): Promise<Shown> {
    return tagged(await this.rulesets.get(name), versionOfRuleset);
  }

  @Patch(':name')
  @AdminRoute('adminrulesetupdate', 'Changes a ruleset; takes effect on every node within 5 s', {
    writes: true,
    answers: RulesetView,
    problems: [Problems.confirmationRequired, Problems.conflict],
  })
  async update(
    @Param('name') name: string,
    @Body() change: RulesetChange,
    @CurrentEditor() by: Editor,
  ): Promise<Shown> {
    return tagged(await this.rulesets.update(name, change, by), versionOfRuleset);
  }

  @Delete(':name')
  @AdminRoute('adminrulesetdelete', 'Deletes a ruleset that no client uses', {
    writes: true,
    needsConfirmation: true,
    status: 204,
    problems: [Problems.conflict],
  })
  remove(@Param('name') name: string, @CurrentEditor() by: Editor): Promise<void> {
    return this.rulesets.remove(name, by);
  }
}
