import { Module } from '@nestjs/common';
import { Acceptances } from './acceptances.js';
import { STOPPING_KINDS } from './link-kinds.js';
import { ENDED_BY } from './link-ends.js';
import { MailedLink } from './mailed-link.entity.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { FamiliesModule } from '../families/families.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Remedies } from '../accounts/remedies.js';
import { WaysList } from '../accounts/ways-list.js';
import { Database } from '../../platform/database/database.js';
import { Clock } from '../../platform/security/clock.js';
import { isMember } from '../families/family-statements.js';
import { FamilyService } from '../families/family.service.js';
import { FamilyInvitations } from './family-invitations.js';
import { IdentifierChanges } from './identifier-changes.js';
import { InvitedAccounts } from './invited-accounts.js';
import { LateLinks } from './late-links.js';
import { listLinks } from './listed-links.js';
import { MailedLinks } from './mailed-links.service.js';
import { OutcomeController } from './outcome.controller.js';
import { Outcomes } from './outcomes.js';
import { SentInvitations } from './sent-invitations.js';
import { StopLinks } from './stop-links.js';

const SHARED = [
  Acceptances,
  FamilyInvitations,
  IdentifierChanges,
  InvitedAccounts,
  LateLinks,
  MailedLinks,
  Outcomes,
  SentInvitations,
  StopLinks,
];

@Module({
  imports: [TypeOrmModule.forFeature([MailedLink]), AccountsModule, FamiliesModule, NotificationsModule],
  controllers: [OutcomeController],
  providers: SHARED,
  exports: SHARED,
})
export class MailedLinksModule {
  constructor(
    remedies: Remedies,
    ways: WaysList,
    families: FamilyService,
    links: MailedLinks,
    sent: SentInvitations,
    database: Database,
    clock: Clock,
  ) {
    listLinks(ways, sent, database, clock);
    families.whenRoleChanges((tx, familyId, accountId) =>
      sent.endSentBy(tx, accountId, 'role', { familyId }),
    );
    families.whenRoleChanges(async (tx, familyId, accountId) => {
      if (await isMember(tx, familyId, accountId)) return;
      await links.end(tx, accountId, ['membership'], 'withdrawn', { familyId }); // otherwise a removed member could come back by another link
    });
    remedies.register('sentInvitations', (tx, accountId, { remedy, reach }) =>
      sent.endSentBy(tx, accountId, ENDED_BY[remedy], { reach }),
    );
    remedies.register('resetLinks', (tx, accountId, { remedy, reach: { upTo } }) =>
      links.end(tx, accountId, ['reset'], ENDED_BY[remedy], { upTo }),
    );
    remedies.register('stoppingLinks', (tx, accountId, { remedy }) =>
      links.end(tx, accountId, STOPPING_KINDS, ENDED_BY[remedy]),
    );
    remedies.register('additionLinks', (tx, accountId, { remedy, reach: { signInIds } }) =>
      links.end(tx, accountId, ['addition'], ENDED_BY[remedy], { signInIds }),
    );
  }
}
