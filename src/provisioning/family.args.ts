import { BooleanArg, ChoiceArg, FileArg, LongArg, TextArg } from '../platform/operations/args.js';
import type { Long } from '../platform/operations/long.js';
import { PRINTABLE } from '../platform/operations/text-rules.js';

const PREMIUM_TYPES = ['0', '1', '2'];

/** What createfamily and updatefamily have in common (§4.5 note 1); `undefined` leaves the default, or what is. */
export abstract class FamilyServicesArgs {
  @FileArg('FamilyImage', {
    optional: true,
    aliases: ['Family Image'],
    description: 'JPEG, PNG, GIF or WebP, at most 5 MiB and 40 megapixels.',
  })
  image?: Buffer;

  @ChoiceArg('Premium_Type', PREMIUM_TYPES, {
    optional: true,
    description: '0 Free, 1 Premium, 2 Premium_Plus.',
  })
  premiumType?: string;

  @BooleanArg('Calendar_Service', { optional: true, description: 'Default true.' })
  calendarService?: boolean;

  @BooleanArg('Location_Service', { optional: true, description: 'Default true.' })
  locationService?: boolean;

  @BooleanArg('Autotracking_Service', { optional: true, description: 'Default false.' })
  autotrackingService?: boolean;

  @BooleanArg('Message_Service', { optional: true, description: 'Default true.' })
  messageService?: boolean;

  @BooleanArg('Photo_Service', { optional: true, description: 'Default true.' })
  photoService?: boolean;

  @BooleanArg('Video_Service', { optional: true, description: 'Default true.' })
  videoService?: boolean;

  @BooleanArg('Audio_Service', { optional: true, description: 'Default true.' })
  audioService?: boolean;

  @BooleanArg('Task_Service', { optional: true, description: 'Default true.' })
  taskService?: boolean;
}

export class CreateFamilyArgs extends FamilyServicesArgs {
  @TextArg('FamilyName', { pattern: PRINTABLE, description: 'Name of the family.' })
  name!: string;
}

export class UpdateFamilyArgs extends FamilyServicesArgs {
  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;

  @TextArg('FamilyName', { optional: true, pattern: PRINTABLE, description: 'New name of the family.' })
  name?: string;
}

export class FamilyIdArgs {
  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;
}
