import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { In } from 'typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { FamilyService } from '../families/family.service.js';
import { ENDED_BY } from '../mailed-links/link-ends.js';
import { MailedLinksModule } from '../mailed-links/mailed-links.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Remedies } from '../accounts/remedies.js';
import { HandOver } from './hand-over.entity.js';
import { HandOvers } from './hand-overs.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([HandOver]),
    AccountsModule,
    FamiliesModule,
    MailedLinksModule,
    NotificationsModule,
  ],
  providers: [HandOvers],
  exports: [HandOvers],
})
export class HandOversModule {
  constructor(remedies: Remedies, families: FamilyService, handOvers: HandOvers) {
    families.whenRoleChanges((tx, familyId, id) => {
      const ofEither = [
        { familyId, accountId: id },
        { familyId, nextId: id },
      ];
      return handOvers.end(tx, ofEither, 'role');
    });
    remedies.register('handOvers', (tx, accountId, { remedy, reach: { signInIds } }) => {
      const which = { accountId, ...(signInIds && { signInId: In([...signInIds]) }) };
      return handOvers.end(tx, which, ENDED_BY[remedy]);
    });
  }
}
