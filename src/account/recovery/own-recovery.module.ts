import { Module } from '@nestjs/common';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { RecoveryModule } from '../../identity/recovery/recovery.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { OwnRecovery } from './own-recovery.js';
import { RecoveryController } from './recovery.controller.js';

/** The way back in without the second factor. */
@Module({
  imports: [MailedLinksModule, RecoveryModule, SessionsModule, ThrottleModule],
  controllers: [RecoveryController],
  providers: [OwnRecovery],
  exports: [OwnRecovery],
})
export class OwnRecoveryModule {}
