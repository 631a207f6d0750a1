import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { SECOND } from '../security/clock.js';
import { Changes } from './changes.js';
import { Database } from './database.js';
import type { Transaction } from './transaction.js';

/** As for caches: a change takes effect even if its notification was lost (D35). */
const LIFETIME_MS = 5 * SECOND;
/** How long a page waits for changed rows; then it is rendered with the previous ones. */
const PATIENCE_MS = 500;

/**
 * Keeps rows in memory that pages are rendered with, so that no page queries the database for them. They are read at the
 * start, when a node announces a change, and in the background every five seconds.
 */
@Injectable()
export abstract class KeptForPages<Row> implements OnApplicationBootstrap {
  private sequence = -1;
  private endsAt = 0;
  private loading: Promise<void> | null = null;
  private readonly reload = (): Promise<void> => this.load().catch(() => undefined);

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
  ) {}

  /** The topic that nodes announce on a change. */
  protected abstract readonly topic: string;
  protected abstract read(manager: EntityManager): Promise<readonly Row[]>;
  protected abstract keep(rows: readonly Row[]): void;

  onApplicationBootstrap(): Promise<void> {
    return this.reload();
  }

  /** Called before a page or mail is rendered: reads announced changes first. Without the database, the previous rows stay. */
  refresh(): Promise<unknown> | null {
    const isKnown = this.changes.isFresh(this.sequence, [this.topic]);
    if (isKnown && performance.now() < this.endsAt) return null;
    this.loading ??= this.reload().finally(() => (this.loading = null));
    return isKnown ? null : Promise.race([this.loading, setTimeout(PATIENCE_MS, null, { ref: false })]);
  }

  changedBy(tx: Transaction): void {
    this.changes.publishAfter(tx, this.topic);
    tx.afterCommit(this.reload, { evenIfUnknown: true });
  }

  private async load(): Promise<void> {
    this.endsAt = performance.now() + LIFETIME_MS;
    const { sequence } = this.changes; // taken before the query: what changes meanwhile is read again
    const rows = await this.read(this.database.dataSource.manager);
    if (sequence < this.sequence) return; // overtaken by one that began later
    this.sequence = sequence;
    this.keep(rows);
  }
}
