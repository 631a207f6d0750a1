import { Injectable } from '@nestjs/common';
import { BrandImages, type ConvertedImage } from '../../identity/branding/brand-images.js';
import { SERVER } from '../../identity/branding/branding.entity.js';
import {
  BRANDING_FIELDS,
  type BrandingRecord,
  type ImageField,
} from '../../identity/branding/branding.fields.js';
import { BrandingStore, wholeBranding, type BrandingStages } from '../../identity/branding/branding-store.js';
import { shownClientsOf } from '../../oauth/clients/client-names.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import type { Long } from '../../platform/operations/long.js';
import { imageAddress } from '../../platform/pages/look.js';
import { recorded } from '../../platform/records/members.js';
import { ClientLookup } from '../clients/client-lookup.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Editor } from '../shell/access/editor.js';
import { doneBy } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import type { BrandingChange } from './branding.args.js';
import type { BrandingView, ImageView } from './branding.view.js';
import { imageProblem } from '../../identity/branding/image-problem.js';

interface Locked extends BrandingStages {
  readonly owner: Long;
}

/** Images that were drawn anew and are not kept yet, by the fields that they are for. */
export type Drawn = ReadonlyMap<ImageField, ConvertedImage>;

type Work = (tx: Transaction, locked: Locked) => Promise<void>;

/** Prepares, publishes and removes brandings of the server and of clients (D233). @param client null: the server's */
@Injectable()
export class BrandingService {
  constructor(
    private readonly database: Database,
    private readonly store: BrandingStore,
    private readonly images: BrandImages,
    private readonly clients: ClientLookup,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError notFound */
  async get(client: string | null): Promise<BrandingView> {
    const owner = client === null ? SERVER : (await this.clients.find(client)).id;
    const branded = await this.store.brandedClients();
    const clients = await shownClientsOf(
      this.database.dataSource.manager,
      branded.map((clientId) => ({ clientId })),
    );
    const names = [...clients.values()].map(({ clientId }) => clientId).sort();
    return { client, ...(await this.store.stagesOf(owner)), clients: names };
  }

  /** Changes the draft, which begins as what is live. @throws ProblemError notFound, invalid */
  saveDraft(
    client: string | null,
    change: BrandingChange,
    by: Editor,
    drawn: Drawn = new Map(),
  ): Promise<void> {
    return this.changing(client, by, async (tx, { owner, live, draft }) => {
      const before = draft ?? live;
      for (const image of drawn.values()) await this.keep(tx, image, by);
      const keys = Object.fromEntries([...drawn].map(([field, { key }]) => [field, key]));
      const after = wholeBranding({ ...before, ...change, ...keys });
      await this.requireImages(tx, after);
      await this.store.put(tx, owner, 'draft', after);
      await this.record(tx, 'branding.drafted', client, by, before, after);
    });
  }

  discard(client: string | null, by: Editor): Promise<void> {
    return this.changing(client, by, async (tx, { owner, draft, live }) => {
      requireThere(draft, 'draft to discard');
      await this.store.remove(tx, owner, 'draft');
      await this.record(tx, 'branding.drafted', client, by, draft, live);
    });
  }

  /** The draft becomes what people see, on every node within five seconds. */
  publishDraft(client: string | null, by: Editor): Promise<void> {
    return this.changing(client, by, async (tx, { owner, live, draft }) => {
      const after = requireThere(draft, 'draft to publish');
      await this.requireImages(tx, after);
      await this.store.remove(tx, owner, 'draft');
      await this.store.put(tx, owner, 'live', after);
      await this.record(tx, 'branding.published', client, by, live, after);
    });
  }

  remove(client: string | null, by: Editor): Promise<void> {
    return this.changing(client, by, async (tx, { owner, live, draft }) => {
      const before = requireThere(live ?? draft, 'branding to remove');
      await this.store.remove(tx, owner, 'live', 'draft');
      await this.record(tx, 'branding.removed', client, by, before, null);
    });
  }

  /** Keeps an image for a branding. @throws ProblemError invalid */
  async addImage(field: ImageField, upload: Buffer, by: Administrator): Promise<ImageView> {
    const image = await imageProblem(this.images.convert(upload, field), 'data');
    await this.database.once(by, (tx) => this.keep(tx, image, by));
    return { key: image.key, address: imageAddress(image.key) };
  }

  /** Draws an image anew, without keeping it. @throws ProblemError invalid */
  draw(field: ImageField, upload: Buffer): Promise<ConvertedImage> {
    return imageProblem(this.images.convert(upload, field), field);
  }

  private async keep(tx: Transaction, image: ConvertedImage, by: Administrator): Promise<void> {
    await this.images.keep(tx, image);
    await this.audit.record(doneBy(by, 'branding.image_added', `image:${image.key}`), tx);
  }

  private changing(client: string | null, by: Editor, work: Work): Promise<void> {
    return this.database.transaction(async (tx) => {
      const owner = client === null ? SERVER : (await this.clients.find(client, tx)).id;
      const stages = await this.store.locked(tx, owner);
      requireMatch(by, versionOfBranding(stages));
      await work(tx, { owner, ...stages });
    });
  }

  private async requireImages(tx: Transaction, record: BrandingRecord): Promise<void> {
    const missing = await this.store.missingImages(tx, record);
    const message = 'is not the key of an image that there is: upload it again';
    if (missing.length > 0) throw invalid(missing.map((field) => ({ field, message })));
  }

  private record(
    tx: Transaction,
    action: AuditAction,
    client: string | null,
    by: Administrator,
    ...[before, after]: [before: BrandingRecord | null, after: BrandingRecord | null]
  ): Promise<void> {
    const target = client === null ? 'server' : `client:${client}`;
    return this.audit.record(doneBy(by, action, target, recorded(BRANDING_FIELDS, before, after)), tx);
  }
}

/** The state that the ETag covers. */
export function versionOfBranding({ live, draft }: BrandingStages): object {
  return { live, draft };
}

/** @throws ProblemError conflict */
function requireThere<T>(record: T | null, what: string): T {
  if (record === null) throw new ProblemError(Problems.conflict, `There is no ${what}.`);
  return record;
}
