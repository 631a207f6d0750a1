import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository, type EntityManager } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { BrandImage } from './brand-image.entity.js';
import { Branding, SERVER, type BrandingStage } from './branding.entity.js';
import { BRANDING_FIELDS, IMAGE_NAMES, type BrandingRecord } from './branding.fields.js';
import { Brandings } from './brandings.js';

/** One writer at a time: brandings change seldom, and two drafts never overwrite each other unseen. */
const LOCK = 'SELECT pg_advisory_xact_lock($1)';
const BRANDING_LOCK = 0x4252;
const USED = IMAGE_NAMES.map((name) => `b.${column(name)}`).join(', ');
/** Images are kept as long as a branding names them, and a day more. */
const NOTE_USE = `
  UPDATE brand_image i SET unused_since = CASE WHEN used.is THEN NULL ELSE $1::timestamptz END
    FROM (SELECT key, EXISTS (SELECT FROM branding b WHERE i.key IN (${USED})) AS is FROM brand_image i) AS used
   WHERE used.key = i.key AND used.is = (i.unused_since IS NOT NULL)`;

/** A branding with its owner. */
export type OwnedBranding = BrandingRecord & { readonly owner: Long };

export interface BrandingStages {
  readonly live: BrandingRecord | null;
  readonly draft: BrandingRecord | null;
}

/** Reads and writes brandings in the transactions of those who may change them. */
@Injectable()
export class BrandingStore {
  constructor(
    @InjectRepository(Branding) private readonly rows: Repository<Branding>,
    private readonly brandings: Brandings,
    private readonly clock: Clock,
  ) {}

  stagesOf(owner: Long): Promise<BrandingStages> {
    return readStages(this.rows.manager, owner);
  }

  /** All live brandings. */
  async exported(tx: EntityManager): Promise<OwnedBranding[]> {
    const rows = await tx.find(Branding, { where: { stage: 'live' } });
    return rows.map((row) => ({ owner: row.owner, ...wholeBranding(row) }));
  }

  /** The clients that have a branding or a draft. */
  async brandedClients(): Promise<Long[]> {
    const rows = await this.rows.find({ select: { owner: true }, where: { clientId: Not(IsNull()) } });
    return [...new Set(rows.map(({ owner }) => owner))];
  }

  /** The stages of one branding; others wait to change any until the transaction ends. */
  async locked(tx: Transaction, owner: Long): Promise<BrandingStages> {
    await tx.query(LOCK, [BRANDING_LOCK]);
    return readStages(tx, owner);
  }

  /** Writes one stage whole. The images that it names must have been looked for by `missingImages`. */
  async put(tx: Transaction, owner: Long, stage: BrandingStage, record: BrandingRecord): Promise<void> {
    const clientId = owner === SERVER ? null : owner;
    await tx.upsert(Branding, { owner, stage, clientId, ...record }, ['owner', 'stage']);
    await this.changed(tx);
  }

  async remove(tx: Transaction, owner: Long, ...stages: BrandingStage[]): Promise<void> {
    await tx.delete(Branding, { owner, stage: In(stages) });
    await this.changed(tx);
  }

  /** The fields whose image does not exist (any more); the other images can't vanish until the transaction ends. */
  async missingImages(tx: Transaction, record: Partial<BrandingRecord>): Promise<(keyof BrandingRecord)[]> {
    const named = IMAGE_NAMES.filter((name) => (record[name] ?? null) !== null);
    if (named.length === 0) return [];
    const there = await tx.find(BrandImage, {
      select: { key: true },
      where: { key: In(named.map((name) => record[name])) },
      lock: { mode: 'for_key_share' },
    });
    const keys = new Set(there.map(({ key }) => key));
    return named.filter((name) => !keys.has(record[name] as string));
  }

  private async changed(tx: Transaction): Promise<void> {
    await tx.query(NOTE_USE, [this.clock.now()]);
    this.brandings.changedBy(tx);
  }
}

/** A branding with every member, null where nothing is set. */
export function wholeBranding(record: Partial<BrandingRecord>): BrandingRecord {
  const members = Object.keys(BRANDING_FIELDS) as (keyof BrandingRecord)[];
  return Object.fromEntries(members.map((name) => [name, record[name] ?? null])) as unknown as BrandingRecord;
}

async function readStages(manager: EntityManager, owner: Long): Promise<BrandingStages> {
  const rows = await manager.findBy(Branding, { owner });
  const of = (stage: BrandingStage) => {
    const found = rows.find((row) => row.stage === stage);
    return found ? wholeBranding(found) : null;
  };
  return { live: of('live'), draft: of('draft') };
}

function column(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
