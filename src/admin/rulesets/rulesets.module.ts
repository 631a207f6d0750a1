import { Module } from '@nestjs/common';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { RulesetPreview } from './ruleset-preview.js';
import { RulesetsConsole } from './rulesets.console.js';
import { RulesetsController } from './rulesets.controller.js';
import { Rulesets } from './rulesets.service.js';

@Module({
  imports: [ClientsModule, ShellModule],
  controllers: [RulesetsConsole, RulesetsController],
  providers: [RulesetPreview, Rulesets],
  exports: [Rulesets],
})
export class AdminRulesetsModule {}
