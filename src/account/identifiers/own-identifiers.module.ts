import { Module } from '@nestjs/common';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { OwnIdentifiers } from './own-identifiers.service.js';

/** The addresses of an account. */
@Module({
  imports: [MailedLinksModule],
  providers: [OwnIdentifiers],
  exports: [OwnIdentifiers],
})
export class OwnIdentifiersModule {}
