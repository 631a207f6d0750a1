import { Injectable } from '@nestjs/common';
import { Changes } from '../../platform/database/changes.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { allowedRedirectUri } from '../clients/redirect-uri.js';
import { originsOf } from '../clients/allowed-origins.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { keepDocumentRow } from '../clients/document-rows.js';
import type { CompiledRuleset } from '../rulesets/ruleset-rules.js';
import { UNREGISTERED } from '../rulesets/shipped-rulesets.js';
import type { ClientDocument } from './client-document.js';
import { ClientDocuments } from './client-documents.js';
import { DocumentRefused } from './document-refused.js';

/** The row of a client that has none yet: of no client (D427). */
const UNSTORED: Long = '0';

/** A client as its document has it now. */
export interface DocumentClient extends KnownClient {
  readonly document: ClientDocument;
}

export function isDocumentClient(client: KnownClient): client is DocumentClient {
  return client.isDocument && 'document' in client;
}

/** The client_id as the audit has it; null: no account allows the client anything yet, so nothing of it is kept (D427). */
export function storedIdOf(client: KnownClient | null): string | null {
  return client === null || client.id === UNSTORED ? null : client.clientId;
}

/** The client of what is open: by its row; by its document if nobody registered it, so that it needs no row (D427). */
export interface Owner {
  readonly clientId: Long | null;
  readonly documentUrl: string | null;
}

export function ownerOf({ id, clientId, isDocument }: KnownClient): Owner {
  return isDocument ? { clientId: null, documentUrl: clientId } : { clientId: id, documentUrl: null };
}

/** Clients that nobody registered, as clients of profile strict: public, or with a key (D425, D435). */
@Injectable()
export class DocumentClients {
  constructor(
    private readonly documents: ClientDocuments,
    private readonly clients: ClientDirectory,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /**
   * The client as its document has it now, whether it is stored or not.
   * @param address the caller's, whose network a fetch is charged to
   * @throws DocumentRefused, BudgetSpent
   */
  async find(clientId: string, address: string): Promise<DocumentClient> {
    const document = await this.documents.find(clientId, address);
    const stored = await this.clients.findByClientId(clientId);
    return clientOf(document, stored?.id ?? UNSTORED, await this.clients.findRuleset(UNREGISTERED));
  }

  /**
   * The client of an open authorization, registered or not; null: it is no client any more, or its document names another
   * redirect_uri now.
   */
  async findOwner(
    { clientId, documentUrl, redirectUri }: Owner & { readonly redirectUri: string },
    address: string,
  ): Promise<KnownClient | null> {
    if (clientId !== null) return this.clients.findById(clientId);
    if (documentUrl === null) return null;
    try {
      const client = await this.find(documentUrl, address);
      return allowedRedirectUri(redirectUri, client.redirectUrls, true) === null ? null : client;
    } catch (cause) {
      if (cause instanceof DocumentRefused) return null;
      throw cause;
    }
  }

  /**
   * Stores the client in the transaction of a consent (D427), and locks it: until the end of the transaction it is not removed.
   * @returns it with the id of its row
   */
  async keep(tx: Transaction, client: DocumentClient): Promise<DocumentClient> {
    const createdAt = this.clock.now();
    const id = await keepDocumentRow(tx, this.changes, { ...client, createdAt }, UNREGISTERED);
    if (id === null) throw new DocumentRefused(`The ruleset ${UNREGISTERED} is gone.`);
    return Object.freeze({ ...client, id });
  }
}

function clientOf(document: ClientDocument, id: Long, ruleset: CompiledRuleset): DocumentClient {
  const { clientId, host, redirectUrls, keysUrl } = document;
  return Object.freeze({
    ...{ id, clientId, name: host, homepageUrl: null, issuer: clientId, isDocument: true, document },
    ...{
      isPublic: keysUrl === null,
      isPrivileged: false,
      profile: 'strict' as const,
      provisions: 'own' as const,
      secrets: [],
    },
    ...{
      allowsPasswordOfProtectedAccounts: false,
      allowsDeviceAuthorization: false,
      requiresDpopNonce: false,
      requiresPrivateKeyJwt: keysUrl !== null,
    },
    dpopBoundAccessTokens: document.dpopBoundAccessTokens,
    requirePushedAuthorizationRequests: document.requirePushedAuthorizationRequests,
    ...{ rotatesRefreshToken: true, accessLifetimeSeconds: null, refreshLifetimeSeconds: null },
    ...{
      idTokenClaims: 'minimal' as const,
      idTokenSigningAlg: 'RS256' as const,
      backchannelLogoutUri: null,
      jwks: null,
      jwksUrl: keysUrl,
    },
    ...{ redirectUrls, origins: originsOf(redirectUrls, []), serverNetworks: [] },
    rulesetName: ruleset.name,
    allows: (callName: string) => ruleset.allows(callName),
    strengthFor: (callName: string) => ruleset.strengthFor(callName),
  });
}
