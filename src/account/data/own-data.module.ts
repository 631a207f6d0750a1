import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { FamiliesModule } from '../../identity/families/families.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { TokensModule } from '../../oauth/tokens/tokens.module.js';
import { DataController } from './data.controller.js';
import { KeepAccountController } from './keep-account.controller.js';
import { OwnData } from './own-data.js';
import { OwnDeletion } from './own-deletion.js';

/** The download of a person's data, and the deletion of the account. */
@Module({
  imports: [
    AccountsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
    SessionsModule,
    TokensModule,
  ],
  controllers: [DataController, KeepAccountController],
  providers: [OwnData, OwnDeletion],
})
export class OwnDataModule {}
