import { Module } from '@nestjs/common';
import { Account } from './account.entity.js';
import { hasOwnPassword } from './account-statements.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountController } from './account.controller.js';
import { AccountInformationService } from './account-information.service.js';
import { AccountDeletions } from './account-deletions.js';
import { AccountHolds } from './account-holds.js';
import { AccountRoles } from './account-roles.js';
import { AccountService } from './account.service.js';
import { forgetBrowsers } from './known-browser-statements.js';
import { KnownNetworks } from './known-networks.js';
import { ProfileService } from './profile.service.js';
import { disconnectForeignIds, suspendIdentifiers } from './suspended-identifiers.js';
import { Remedies } from './remedies.js';
import { WaysList } from './ways-list.js';
import { Database } from '../../platform/database/database.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';

const SHARED = [
  AccountInformationService,
  AccountDeletions,
  AccountHolds,
  AccountRoles,
  AccountService,
  KnownNetworks,
  ProfileService,
  Remedies,
  WaysList,
];

@Module({
  imports: [TypeOrmModule.forFeature([Account]), ThrottleModule],
  controllers: [AccountController],
  providers: SHARED,
  exports: SHARED,
})
export class AccountsModule {
  constructor(remedies: Remedies, ways: WaysList, database: Database) {
    remedies.register('knownBrowsers', (tx, accountId, { known }) => forgetBrowsers(tx, accountId, known));
    remedies.register('identifiers', suspendIdentifiers);
    remedies.register('partnerIds', disconnectForeignIds);
    ways.register('password', {
      of: async (accountId) => {
        const way = { id: 'password', type: 'password', name: null, since: null } as const;
        return (await hasOwnPassword(database.dataSource.manager, accountId)) ? [way] : [];
      },
    });
  }
}
