import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import type { FieldError } from '../../platform/errors/problems.js';
import type { Long } from '../../platform/operations/long.js';
import { membersOf } from '../../platform/records/members.js';
import { BrandImages, type ConvertedImage } from './brand-images.js';
import type { ExportedBranding, ExportedImage } from './branding-entry.js';
import { BRANDING_FIELDS, IMAGE_NAMES, type BrandingRecord } from './branding.fields.js';
import { BrandingStore, wholeBranding, type OwnedBranding } from './branding-store.js';
import { imageProblem } from './image-problem.js';

/** Brandings of a document, and their images as they are kept here. */
export interface PreparedBrandings {
  readonly brandings: readonly ExportedBranding[];
  readonly images: readonly ConvertedImage[];
}

interface Written {
  readonly before: BrandingRecord | null;
  readonly after: BrandingRecord;
}

/** Reads brandings for an export, and writes those of an import or of a bootstrap file. */
@Injectable()
export class BrandingImports {
  constructor(
    private readonly store: BrandingStore,
    private readonly images: BrandImages,
  ) {}

  /** Reads all live brandings, with their images. */
  async read(tx: EntityManager): Promise<{ brandings: OwnedBranding[]; brandImages: ExportedImage[] }> {
    const brandings = await this.store.exported(tx);
    const keys = new Set(brandings.flatMap((each) => IMAGE_NAMES.flatMap((name) => each[name] ?? [])));
    const found = await this.images.all(tx, [...keys].sort());
    const brandImages = found.map(({ key, png }) => ({ key, data: png.toString('base64') }));
    return { brandings, brandImages };
  }

  /** Draws the images, before any transaction. @throws ProblemError invalid */
  async prepare(sent: {
    readonly brandings?: readonly ExportedBranding[];
    readonly brandImages?: readonly ExportedImage[];
  }): Promise<PreparedBrandings> {
    const drawn = new Map<string, ConvertedImage>();
    const problems: FieldError[] = [];
    for (const [index, image] of (sent.brandImages ?? []).entries())
      try {
        drawn.set(image.key, await this.draw(image, `brandImages.${index}.data`));
      } catch (cause) {
        if (!(cause instanceof ProblemError)) throw cause;
        problems.push(...cause.fields);
      }
    if (problems.length > 0) throw invalid(problems);
    const brandings = (sent.brandings ?? []).map((branding) => {
      const named = IMAGE_NAMES.flatMap((name) => {
        const image = drawn.get(branding[name] ?? '');
        return image ? [[name, image.key] as const] : [];
      });
      return { ...branding, ...Object.fromEntries(named) };
    });
    return { brandings, images: [...drawn.values()] };
  }

  async keepImages(tx: Transaction, { images }: PreparedBrandings): Promise<void> {
    for (const image of images) await this.images.keep(tx, image);
  }

  /**
   * Writes a branding; fields that the entry leaves out stay as they are.
   * @param owner the owner; null: there is no such client
   * @param path where it stands in the document
   * @throws ProblemError invalid
   */
  async write(tx: Transaction, owner: Long | null, entry: ExportedBranding, path: string): Promise<Written> {
    if (owner === null)
      throw invalid([{ field: `${path}.client`, message: 'must be a client that there is' }]);
    const { live } = await this.store.locked(tx, owner);
    const after = wholeBranding({ ...live, ...membersOf(BRANDING_FIELDS, entry) });
    const missing = await this.store.missingImages(tx, after);
    const message = 'must be an image of the document or of the server';
    if (missing.length > 0) throw invalid(missing.map((name) => ({ field: `${path}.${name}`, message })));
    await this.store.put(tx, owner, 'live', after);
    return { before: live, after };
  }

  /** Removes a branding and its draft. @returns the live one; null: there was none */
  async remove(tx: Transaction, owner: Long): Promise<BrandingRecord | null> {
    const { live } = await this.store.locked(tx, owner);
    await this.store.remove(tx, owner, 'live', 'draft');
    return live;
  }

  /** An image that is kept here already is taken as it is: another version of Hearth may draw it a little differently. */
  private async draw({ key, data }: ExportedImage, path: string): Promise<ConvertedImage> {
    const sent = Buffer.from(data, 'base64');
    const isItself = createHash('sha256').update(sent).digest('hex') === key;
    if (isItself && (await this.images.find(key)) !== null) return { key, png: sent };
    return imageProblem(this.images.convert(sent, 'logo'), path);
  }
}
