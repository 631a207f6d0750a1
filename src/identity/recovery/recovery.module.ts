import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Remedies } from '../accounts/remedies.js';
import { WaysList } from '../accounts/ways-list.js';
import { FactorRecoveries } from './factor-recoveries.js';
import { FactorRecovery } from './factor-recovery.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([FactorRecovery]),
    AccountsModule,
    MailedLinksModule,
    NotificationsModule,
  ],
  providers: [FactorRecoveries],
  exports: [FactorRecoveries],
})
export class RecoveryModule {
  constructor(remedies: Remedies, ways: WaysList, recoveries: FactorRecoveries) {
    remedies.register('recovery', (tx, accountId, how) => recoveries.end(tx, accountId, how));
    ways.register('recovery', {
      of: async (accountId) => {
        const open = await recoveries.of(accountId);
        return open ? [{ id: 'recovery', type: 'recovery', name: null, since: open.startedAt }] : [];
      },
      end: async (tx, accountId) => ((await recoveries.stop(tx, accountId)) ? 'ended' : 'gone'),
    });
  }
}
