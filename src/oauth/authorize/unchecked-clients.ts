import { Injectable } from '@nestjs/common';
import { refusingFamilyOf } from '../../identity/families/refusing-family.js';
import { isFreeOfPort } from '../../platform/checks/address.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { KnownClient } from '../clients/client-directory.js';
import type { Unchecked } from '../consent/unchecked-notice.js';
import { isDocumentClient } from '../documents/document-clients.js';
import { outlineOf } from '../documents/stated-name.js';
import { REGISTERED_NAMES } from '../clients/document-rows.js';
import { HEARTH_LOOK, lookOf } from '../../platform/pages/look.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';

/** A name of less would be in too many others. */
const SHORTEST = 4;

/** What people are told before they allow an application that nobody registered (D428, D430). */
@Injectable()
export class UncheckedClients {
  /** Of the names of registered clients, as they look. */
  private outlines: ReadonlySet<string> = new Set();
  private until = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** null: it is registered. */
  async noteOf(client: KnownClient, redirectUri: string): Promise<Unchecked | null> {
    if (!isDocumentClient(client)) return null;
    const { host, statedName } = client.document;
    const isShown = statedName !== null && !(await this.isTaken(statedName));
    const isOnThisDevice = isFreeOfPort(new URL(redirectUri));
    return { host, statedName: isShown ? statedName : null, isOnThisDevice };
  }

  /** The family of the account that refuses such a client; null: none does. */
  async refusedBy(client: KnownClient, accountId: Long): Promise<string | null> {
    return client.isDocument ? refusingFamilyOf(this.database.dataSource.manager, accountId) : null;
  }

  /** Whether a name looks like one that people trust here, or contains what does (D428). */
  private async isTaken(name: string): Promise<boolean> {
    if (this.clock.millis() >= this.until) await this.load();
    const outline = outlineOf(name);
    const { name: product, serverName } = lookOf(null);
    const own = [HEARTH_LOOK.name, product, serverName].map(outlineOf);
    return [...own, ...this.outlines].some(
      (known) => outline === known || (known.length >= SHORTEST && outline.includes(known)),
    );
  }

  private async load(): Promise<void> {
    const until = this.clock.millis() + MINUTE;
    const found = await this.database.query<{ name: string }>(REGISTERED_NAMES, []);
    this.outlines = new Set(found.map(({ name }) => outlineOf(name)));
    this.until = until;
  }
}
