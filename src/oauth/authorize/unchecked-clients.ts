import { Injectable } from '@nestjs/common';
import { refusingFamilyOf } from '../../identity/families/refusing-family.js';
import { isFreeOfPort } from '../../platform/checks/address.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { KnownClient } from '../clients/client-directory.js';
import type { Unchecked } from '../consent/unchecked-notice.js';
import { isDocumentClient } from '../documents/document-clients.js';
import { KnownNames } from '../documents/known-names.js';

/** What people are told before they allow an application that nobody registered (D428, D430). */
@Injectable()
export class UncheckedClients {
  constructor(
    private readonly names: KnownNames,
    private readonly database: Database,
  ) {}

  /** null: it is registered. */
  async noteOf(client: KnownClient, redirectUri: string): Promise<Unchecked | null> {
    if (!isDocumentClient(client)) return null;
    const { host, statedName } = client.document;
    const isShown = statedName !== null && !(await this.names.isTaken(statedName));
    const isOnThisDevice = isFreeOfPort(new URL(redirectUri));
    return { host, statedName: isShown ? statedName : null, isOnThisDevice };
  }

  /** The family of the account that refuses such a client; null: none does. */
  async refusedBy(client: KnownClient, accountId: Long): Promise<string | null> {
    return client.isDocument ? refusingFamilyOf(this.database.dataSource.manager, accountId) : null;
  }
}
