import { Module } from '@nestjs/common';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RulesetsModule } from '../../oauth/rulesets/rulesets.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { Rulesets } from './rulesets.service.js';
import { RulesetsConsole } from './rulesets.console.js';
import { RulesetsController } from './rulesets.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Client, Ruleset]), RulesetsModule, ShellModule],
  controllers: [RulesetsConsole, RulesetsController],
  providers: [Rulesets],
  exports: [Rulesets],
})
export class AdminRulesetsModule {}
