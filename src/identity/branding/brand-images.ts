import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { PictureConverter } from '../families/picture-converter.js';
import { BrandImage } from './brand-image.entity.js';
import { IMAGE_FIELDS, type ImageField } from './branding.fields.js';

/** The largest upload. */
const MAX_IMAGE_BYTES = 256 * 1024;

/** An image as it is kept. */
export interface ConvertedImage {
  readonly key: string;
  readonly png: Buffer;
}

/** Logos and icons: each upload is drawn anew as a small PNG, so what was uploaded, such as an SVG, is never served. */
@Injectable()
export class BrandImages {
  constructor(
    @InjectRepository(BrandImage) private readonly images: Repository<BrandImage>,
    private readonly converter: PictureConverter,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError imageInvalid, imageTooLarge; unavailable when too many are in progress */
  async convert(upload: Buffer, field: ImageField): Promise<ConvertedImage> {
    if (upload.length > MAX_IMAGE_BYTES) throw new CallError(Errors.imageTooLarge, { bytes: upload.length });
    const png = await this.converter.toPng(upload, IMAGE_FIELDS[field]);
    return { key: createHash('sha256').update(png).digest('hex'), png };
  }

  /** Keeps it for a day, until a branding names it. */
  async keep(tx: EntityManager, { key, png }: ConvertedImage): Promise<void> {
    await tx.query(
      `INSERT INTO brand_image (key, png, unused_since) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET unused_since = excluded.unused_since
        WHERE brand_image.unused_since IS NOT NULL`,
      [key, png, this.clock.now()],
    );
  }

  all(tx: EntityManager, keys: readonly string[]): Promise<BrandImage[]> {
    return tx.find(BrandImage, { where: { key: In([...keys]) }, order: { key: 'ASC' } });
  }

  async find(key: string): Promise<Buffer | null> {
    return (await this.images.findOneBy({ key }))?.png ?? null;
  }
}
