import { Module } from '@nestjs/common';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { FamiliesConsole } from './families.console.js';
import { FamiliesController } from './families.controller.js';
import { Families } from './families.service.js';
import { FamilyDirectory } from './family-directory.js';
import { FamilyInvitationsConsole } from './family-invitations.console.js';
import { FamilyInvitationsController } from './family-invitations.controller.js';
import { FamilyPages } from './family-pages.js';
import { Invitations } from './invitations.service.js';
import { NamedAccounts } from './named-accounts.js';
import { NewFamilyConsole } from './new-family.console.js';

@Module({
  imports: [AccountsModule, FamiliesModule, MailedLinksModule, ShellModule],
  controllers: [
    FamiliesConsole,
    FamiliesController,
    FamilyInvitationsConsole,
    FamilyInvitationsController,
    NewFamilyConsole,
  ],
  providers: [Families, FamilyDirectory, FamilyPages, Invitations, NamedAccounts],
  exports: [FamilyDirectory],
})
export class AdminFamiliesModule {}
