import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { OwnStops } from './own-stops.js';
import { StopController } from './stop.controller.js';

/** "This wasn't me", by a link in a message. */
@Module({
  imports: [AccountsModule, MailedLinksModule],
  controllers: [StopController],
  providers: [OwnStops],
})
export class OwnStopsModule {}
