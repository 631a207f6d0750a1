import { Injectable } from '@nestjs/common';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import { DocumentClients } from '../documents/document-clients.js';
import { DocumentRefused } from '../documents/document-refused.js';
import type { AuthorizationContext } from './authorization-context.entity.js';

/** The clients of open authorizations, registered or not. */
@Injectable()
export class AskingClients {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly documents: DocumentClients,
  ) {}

  /** null: it is no client any more, or its document names another redirect_uri now. */
  async of(
    { clientId, documentUrl, redirectUri }: AuthorizationContext,
    address: string,
  ): Promise<KnownClient | null> {
    if (clientId !== null) return this.clients.findById(clientId);
    if (documentUrl === null) return null;
    try {
      const client = await this.documents.find(documentUrl, address);
      return allowedRedirectUri(redirectUri, client.redirectUrls, true) === null ? null : client;
    } catch (cause) {
      if (cause instanceof DocumentRefused) return null;
      throw cause;
    }
  }
}
