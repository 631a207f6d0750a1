import { Module } from '@nestjs/common';
import { AdminAccessModule } from './access/admin-access.module.js';
import { Confirmation } from './console/confirmation.js';
import { ConsoleProblems } from './console/console-problems.js';
import { MovedConsole } from './console/moved.console.js';
import { ShortcutsConsole } from './console/shortcuts.console.js';

/** Access to the administration, and the parts that all its pages and routes share. */
@Module({
  imports: [AdminAccessModule],
  controllers: [MovedConsole, ShortcutsConsole],
  providers: [Confirmation, ConsoleProblems],
  exports: [AdminAccessModule, Confirmation],
})
export class ShellModule {}
