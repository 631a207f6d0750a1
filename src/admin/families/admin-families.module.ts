import { Module } from '@nestjs/common';
import { OwnFamiliesModule } from '../../account/families/own-families.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { HandOversModule } from '../../identity/hand-overs/hand-overs.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { FamiliesConsole } from './families.console.js';
import { AdminFamiliesController } from './admin-families.controller.js';
import { Families } from './families.service.js';
import { AdministeredPictures } from './family-pictures.js';
import { FamilyExport } from './family-export.js';
import { FamilyDirectory } from './family-directory.js';
import { AdministeredInvitations } from './invitations.service.js';

@Module({
  imports: [
    AccountsModule,
    FamiliesModule,
    HandOversModule,
    MailedLinksModule,
    OwnFamiliesModule,
    ShellModule,
  ],
  controllers: [FamiliesConsole, AdminFamiliesController],
  providers: [AdministeredPictures, Families, FamilyDirectory, FamilyExport, AdministeredInvitations],
  exports: [FamilyDirectory],
})
export class AdminFamiliesModule {}
