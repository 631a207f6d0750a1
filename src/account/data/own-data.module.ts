import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { DataController } from './data.controller.js';
import { KeepAccountController } from './keep-account.controller.js';
import { OwnData } from './own-data.js';
import { OwnDeletion } from './own-deletion.js';
import { OwnEvents } from './own-events.js';

/** Everything in one file, and deleting the account. */
@Module({
  imports: [AccountsModule, FamiliesModule, MailedLinksModule, NotificationsModule, SessionsModule],
  controllers: [DataController, KeepAccountController],
  providers: [OwnData, OwnDeletion, OwnEvents],
})
export class OwnDataModule {}
