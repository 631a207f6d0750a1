import { FAMILY_FIELDS, FAMILY_SERVICES, type Service } from '../identity/families/family.fields.js';
import { BooleanArg, FileArg, LongArg } from '../platform/operations/args.js';
import type { Long } from '../platform/operations/long.js';
import { FieldArg } from '../platform/records/field-arg.js';

const ServicesArgs = class {} as new () => Partial<Record<Service, boolean>>;
for (const [name, { member, initial }] of Object.entries(FAMILY_SERVICES))
  BooleanArg(name, { optional: true, description: `Default ${initial}.` })(
    ServicesArgs.prototype as object,
    member,
  );

const IMAGE = {
  optional: true,
  aliases: ['Family Image'],
  description:
    'JPEG, PNG, GIF or WebP, at most 5 MiB and 40 megapixels: a file of a multipart body, or the body itself (Content-Type: image/…, the other parameters in the query).',
} as const;

/** What createfamily and updatefamily have in common (§4.5 note 1); `undefined` leaves the default, or what is. */
abstract class FamilyServicesArgs extends ServicesArgs {
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
  /** null: there is to be none. */
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
