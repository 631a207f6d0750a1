import { Module } from '@nestjs/common';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { AddressCosts } from './address-costs.js';
import { KeptAddresses } from './kept-addresses.js';
import { OwnIdentifiers } from './own-identifiers.service.js';

/** The addresses of an account, and what a message to one costs. */
@Module({
  imports: [MailedLinksModule, NotificationsModule, ThrottleModule],
  providers: [AddressCosts, KeptAddresses, OwnIdentifiers],
  exports: [AddressCosts, KeptAddresses, OwnIdentifiers],
})
export class OwnIdentifiersModule {}
