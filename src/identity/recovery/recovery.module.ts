import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Remedies } from '../ways-in/remedies.js';
import { WaysList } from '../ways-in/ways-list.js';
import { WaysInModule } from '../ways-in/ways-in.module.js';
import { FactorRecoveries } from './factor-recoveries.js';
import { FactorRecovery } from './factor-recovery.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([FactorRecovery]), MailedLinksModule, NotificationsModule, WaysInModule],
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
      end: async (tx, accountId) => ((await recoveries.stopByFactor(tx, accountId)) ? 'ended' : 'gone'),
    });
  }
}
