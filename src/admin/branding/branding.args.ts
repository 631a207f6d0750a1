import { ApiProperty } from '@nestjs/swagger';
import { IsBase64, IsIn, Length } from 'class-validator';
import { LONGEST_DATA } from '../../identity/branding/branding-entry.js';
import { BRANDING_FIELDS, IMAGE_NAMES, type ImageField } from '../../identity/branding/branding.fields.js';
import { TextFilter } from '../shell/filters.js';
import { changeBodyOf } from '../../platform/records/rest.js';

export class BrandingQuery {
  @TextFilter({
    longest: 255,
    description: 'The client_id of a client; left out: the branding of the server.',
  })
  client?: string;
}

/** The members that are sent change. */
export class BrandingChange extends changeBodyOf(BRANDING_FIELDS) {}

/** A PNG of one pixel. */
export const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export class NewImage {
  @ApiProperty({ enum: IMAGE_NAMES, description: 'What it is for, which decides its size.' })
  @IsIn(IMAGE_NAMES)
  field!: ImageField;

  @ApiProperty({
    maxLength: LONGEST_DATA,
    example: ONE_PIXEL,
    description:
      'The image as Base64: PNG, JPEG, WebP, GIF or SVG of at most 256 KiB. It is drawn anew as PNG.',
  })
  @Length(1, LONGEST_DATA, { message: 'must be an image of at most 256 KiB' })
  @IsBase64({}, { message: 'must be an image as Base64' })
  data!: string;
}
