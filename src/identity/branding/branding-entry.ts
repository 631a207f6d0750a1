import { ApiProperty } from '@nestjs/swagger';
import { IsBase64, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { Entries } from '../../platform/operations/entries.js';
import { newBodyOf } from '../../platform/records/rest.js';
import { BRANDING_FIELDS } from './branding.fields.js';

/** 256 KiB, as Base64. */
export const LONGEST_DATA = 349_528;

/** The branding of the server or of a client in an export, an import or a bootstrap file. */
export class ExportedBranding extends newBodyOf(BRANDING_FIELDS) {
  @ApiProperty({ type: String, nullable: true, description: 'The clientId of a client; null: the server.' })
  @ValidateIf((_entry, value) => value !== null)
  @Length(1, 255)
  @IsString()
  client!: string | null;
}

/** An image that brandings of the same document name. It is drawn anew, like an upload. */
export class ExportedImage {
  @ApiProperty({ description: 'What brandings name it by.' })
  @Matches(/^[\da-f]{64}$/, { message: 'must be 64 hexadecimal digits' })
  key!: string;

  @ApiProperty({ maxLength: LONGEST_DATA, description: 'PNG, JPEG, WebP, GIF or SVG as Base64.' })
  @Length(1, LONGEST_DATA, { message: 'must be an image of at most 256 KiB' })
  @IsBase64({}, { message: 'must be an image as Base64' })
  data!: string;
}

/** The members of a document that are about brandings. */
export class WithBrandings {
  @Entries(ExportedBranding, { most: 1000 })
  brandings?: ExportedBranding[];

  @Entries(ExportedImage, { most: 1000, description: 'The images that `brandings` name.' })
  brandImages?: ExportedImage[];
}
