import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { accentOf } from '../../platform/pages/accent.js';
import { HEARTH, wear, type Look } from '../../platform/pages/look.js';
import { SECOND } from '../../platform/security/clock.js';
import { Branding, SERVER } from './branding.entity.js';
import type { BrandingRecord } from './branding.fields.js';

const TOPIC = 'branding';
/** As caches are: also if nobody could be told of a change (D35). */
const LIFETIME_MS = 5 * SECOND;
/** How long a page waits for a branding that changed; then it has the one before. */
const PATIENCE_MS = 500;

/**
 * Keeps the brandings in memory, so that no page asks the database for one: they are read at the start, when a node tells
 * that they changed, and behind the back of a page every five seconds.
 */
@Injectable()
export class Brandings implements OnApplicationBootstrap {
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

  /** Before a page or mail is rendered: what another node announced is read first. Without the database the page is as before. */
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
    const rows = await this.database.dataSource.manager.findBy(Branding, { stage: 'live' });
    if (sequence < this.sequence) return; // overtaken by one that began later
    this.sequence = sequence;
    wear(looksOf(rows));
  }
}

function looksOf(rows: readonly Branding[]): Map<Long, Look> {
  const server = serverLook(rows.find(({ owner }) => owner === SERVER) ?? null);
  const clients = rows.filter(({ owner }) => owner !== SERVER);
  return new Map([[SERVER, server], ...clients.map((row) => [row.owner, clientLook(server, row)] as const)]);
}

export function serverLook(record: BrandingRecord | null): Look {
  if (record === null) return HEARTH;
  const { accentLight, accentDark, ...rest } = record;
  const name = record.name ?? HEARTH.name;
  return { ...lookPart(rest), name, serverName: name, accent: accentOf(accentLight, accentDark) };
}

/** What a client does not brand is the server's. Name and logos are one thing: a client's name never stands for another logo. */
export function clientLook(server: Look, record: BrandingRecord): Look {
  const { name, logo, logoDark, accentLight, accentDark, ...rest } = record;
  const set = Object.fromEntries(Object.entries(lookPart(rest)).filter(([, value]) => value !== null));
  const hasSign = name !== null || logo !== null;
  return {
    ...server,
    ...set,
    ...(hasSign && { name: name ?? server.name, logo, logoDark }),
    accent: accentOf(accentLight, accentDark) ?? server.accent,
  };
}

type Part = Omit<Look, 'serverName' | 'accent'>;

/** The members that a look has from a record: without the columns that say whose it is. */
function lookPart(record: Partial<BrandingRecord>): Part {
  const members = Object.keys(HEARTH) as (keyof Look)[];
  const values = record as Readonly<Record<string, string | null>>;
  const found = members.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
  return Object.fromEntries(found) as Part;
}
