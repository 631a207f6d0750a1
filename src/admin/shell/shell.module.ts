import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { Confirmation } from './console/confirmation.js';
import { ConsoleProblems } from './console/console-problems.js';
import { ShortcutsConsole } from './console/shortcuts.console.js';

/** Access to the administration, and what all its pages and routes share. */
@Module({
  imports: [AccessModule],
  controllers: [ShortcutsConsole],
  providers: [Confirmation, ConsoleProblems],
  exports: [AccessModule, Confirmation],
})
export class ShellModule {}
