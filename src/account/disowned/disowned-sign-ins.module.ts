import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { DisownedSignInsController } from './disowned-sign-ins.controller.js';
import { DisownedSignIns } from './disowned-sign-ins.js';

/** Sign-ins that a person does not recognize. */
@Module({
  imports: [AccountsModule, NotificationsModule, SessionsModule],
  controllers: [DisownedSignInsController],
  providers: [DisownedSignIns],
})
export class DisownedSignInsModule {}
