import { Module } from '@nestjs/common';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { FamiliesConsole } from './families.console.js';
import { FamiliesController } from './families.controller.js';
import { Families } from './families.service.js';
import { FamilyDirectory } from './family-directory.js';

@Module({
  imports: [FamiliesModule, ShellModule],
  controllers: [FamiliesConsole, FamiliesController],
  providers: [Families, FamilyDirectory],
})
export class AdminFamiliesModule {}
