import { Injectable } from '@nestjs/common';
import { PictureConverter } from '../../identity/families/picture-converter.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { PageErrors } from '../../platform/pages/page-errors.js';
import type { ActingUser } from '../frame/by-user.js';
import { OwnFamilies } from './own-families.js';

/** Pictures that members give their families (D27). Of an account one is converted or waits at a time (D316). */
@Injectable()
export class FamilyPictures {
  private readonly waiting = new Set<Long>();

  constructor(
    private readonly converter: PictureConverter,
    private readonly families: OwnFamilies,
  ) {}

  /** @returns what is wrong, by form field */
  async set(by: ActingUser, familyId: Long, upload: Buffer | null): Promise<PageErrors> {
    if (upload === null) return { file: 'pictureMissing' };
    const { accountId } = by;
    if (this.waiting.has(accountId)) return { file: 'pictureWaiting' };
    this.waiting.add(accountId);
    try {
      const webp = await this.converter.toWebp(upload); // before the transaction: no connection waits for it
      return (await this.families.setPicture(by, familyId, webp)) ? {} : { file: 'notAllowed' };
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (cause.definition === Errors.imageInvalid) return { file: 'pictureInvalid' };
      if (cause.definition === Errors.imageTooLarge) return { file: 'pictureTooLarge' };
      if (cause.definition === Errors.unavailable) return { file: 'busy' };
      throw cause;
    } finally {
      this.waiting.delete(accountId);
    }
  }
}
