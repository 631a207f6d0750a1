import { Module } from '@nestjs/common';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ClientDocuments } from './client-documents.js';
import { DocumentClients } from './document-clients.js';
import { DocumentSource } from './document-source.js';

/** Clients that nobody registered: their client_id is the URL of a document that they publish (D425). */
@Module({
  imports: [ClientsModule, ThrottleModule],
  providers: [ClientDocuments, DocumentClients, DocumentSource],
  exports: [DocumentClients],
})
export class DocumentsModule {}
