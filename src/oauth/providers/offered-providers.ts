import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { SECOND } from '../../platform/security/clock.js';
import { IdentityProvider } from './identity-provider.entity.js';

const TOPIC = 'identity provider';
/** As caches are: also if nobody could be told of a change (D35). */
const LIFETIME_MS = 5 * SECOND;
/** How long a page waits for what changed; then it has the buttons of before. */
const PATIENCE_MS = 500;

/** What a button needs. */
export type OfferedProvider = Pick<IdentityProvider, 'id' | 'issuer' | 'name' | 'buttonText'>;

/** The providers that this process knows; pages are rendered without waiting for anything, as with brandings. */
let known: readonly OfferedProvider[] = [];

/** The enabled ones, by name. */
export function offeredProviders(): readonly OfferedProvider[] {
  return known;
}

/** Keeps the enabled providers in memory, so that no page with a sign-in form asks the database for them. */
@Injectable()
export class OfferedProviders implements OnApplicationBootstrap {
  private sequence = -1;
  private endsAt = 0;
  private loading: Promise<void> | null = null;
  private readonly reload = (): Promise<void> => this.load().catch(() => undefined);

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.reload();
  }

  /** Before a page is rendered: what another node announced is read first. Without the database the page is as before. */
  refresh(): Promise<unknown> | null {
    const isKnown = this.changes.isFresh(this.sequence, [TOPIC]);
    if (isKnown && performance.now() < this.endsAt) return null;
    this.loading ??= this.reload().finally(() => (this.loading = null));
    return isKnown ? null : Promise.race([this.loading, setTimeout(PATIENCE_MS, null, { ref: false })]);
  }

  changedBy(tx: Transaction): void {
    this.changes.publishAfter(tx, TOPIC);
    tx.afterCommit(this.reload, { evenIfUnknown: true });
  }

  private async load(): Promise<void> {
    this.endsAt = performance.now() + LIFETIME_MS;
    const { sequence } = this.changes; // taken before the query: what changes meanwhile is read again
    const rows = await this.database.dataSource.manager.find(IdentityProvider, {
      select: { id: true, issuer: true, name: true, buttonText: true },
      where: { isEnabled: true },
      order: { name: 'ASC', id: 'ASC' },
    });
    if (sequence < this.sequence) return; // overtaken by one that began later
    this.sequence = sequence;
    known = rows;
  }
}
