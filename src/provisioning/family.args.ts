import { FAMILY_IMAGE, servicesArgs } from '../identity/families/family-call.args.js';
import { FAMILY_FIELDS } from '../identity/families/family.fields.js';
import { FileArg, LongArg } from '../platform/operations/args.js';
import type { Long } from '../platform/operations/long.js';
import { FieldArg } from '../platform/records/field-arg.js';

const IMAGE = { optional: true, ...FAMILY_IMAGE } as const;

/** The common arguments of createfamily and updatefamily (§4.5 note 1); `undefined` keeps the default or the current value. */
abstract class FamilyServicesArgs extends servicesArgs((initial) => `Default ${initial}.`) {
  @FieldArg(FAMILY_FIELDS.premiumType, { optional: true })
  premiumType?: string;
}

export class CreateFamilyArgs extends FamilyServicesArgs {
  @FileArg('FamilyImage', IMAGE)
  image?: Buffer;

  @FieldArg(FAMILY_FIELDS.name)
  name!: string;
}

export class UpdateFamilyArgs extends FamilyServicesArgs {
  /** null: removes the picture. */
  @FileArg('FamilyImage', {
    ...IMAGE,
    isRemovable: true,
    description: `${IMAGE.description} A text parameter without a value (FamilyImage=) removes the picture; a file part without content changes nothing.`,
  })
  image?: Buffer | null;

  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;

  @FieldArg(FAMILY_FIELDS.name, { optional: true, description: 'New name of the family.' })
  name?: string;
}

export class FamilyIdArgs {
  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;
}
