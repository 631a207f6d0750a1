import { Injectable } from '@nestjs/common';
import { FamilyMessages } from '../../account/families/family-messages.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { PictureConverter } from '../../identity/families/picture-converter.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { invalid } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { asProblems } from '../shell/as-problems.js';
import { requireIdOf } from '../shell/record-problems.js';

/** Sets and removes pictures of families for administrators; its founder and administrators are told. */
@Injectable()
export class AdministeredPictures {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly converter: PictureConverter,
    private readonly messages: FamilyMessages,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param upload null: removes the picture
   * @throws ProblemError notFound; invalid if it is no image, or too large
   */
  async set(familyId: string, upload: Buffer | null, by: Administrator): Promise<void> {
    const id = requireIdOf('family', familyId);
    const webp = upload && (await pictureProblem(this.converter.toWebp(upload)));
    await asProblems(
      this.database.transaction(async (tx) => {
        const family = await this.families.findLocked(tx, id);
        if (webp === null && family?.pictureKey === null) return;
        await this.families.update(tx, id, {}, webp);
        await this.messages.changed(tx, { familyId: id, by: null }, MemberType.administrator);
        const action = webp === null ? 'family.picture-removed' : 'family.picture-set';
        await this.audit.record(doneBy(by, action, `family:${id}`), tx);
      }),
    );
  }
}

/** Tells what is wrong with a picture by its field. @throws ProblemError invalid */
async function pictureProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    const { definition } = cause;
    if (definition === Errors.imageInvalid)
      throw invalid([{ field: 'data', message: 'must be a JPEG, PNG, GIF or WebP image' }]);
    if (definition === Errors.imageTooLarge)
      throw invalid([{ field: 'data', message: 'must have at most 5 MiB and 40 megapixels' }]);
    throw cause;
  }
}
