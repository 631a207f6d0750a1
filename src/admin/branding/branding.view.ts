import { ApiProperty } from '@nestjs/swagger';
import type { BrandingRecord } from '../../identity/branding/branding.fields.js';

export class BrandingView {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The client; null: the server.',
    example: 'shop',
  })
  client!: string | null;

  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'What people see, with the members that a draft is sent with; null: nothing is branded.',
  })
  live!: BrandingRecord | null;

  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'What is prepared, and replaces the live one when it is published; null: nothing is.',
  })
  draft!: BrandingRecord | null;

  @ApiProperty({ type: [String], description: 'The clients that have a branding or a draft of one.' })
  clients!: string[];
}

export class ImageView {
  @ApiProperty({ description: 'For `logo`, `logoDark` or `icon` of a branding, within a day.' })
  key!: string;

  @ApiProperty({ example: '/assets/brand/….png' })
  address!: string;
}
