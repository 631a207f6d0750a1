import { ApiProperty } from '@nestjs/swagger';

/** All that an export has, and an import changes: console, command line and documentation name each of them. */
export const CONFIGURATION_KINDS = [
  'ruleset',
  'client',
  'branding',
  'provider',
  'webhook',
  'resource',
] as const;

/** One difference between the server and the document. */
export class ConfigurationChange {
  @ApiProperty({ enum: CONFIGURATION_KINDS })
  kind!: (typeof CONFIGURATION_KINDS)[number];

  @ApiProperty({ example: 'WEB' })
  name!: string;

  @ApiProperty({ enum: ['create', 'update', 'delete'] })
  action!: 'create' | 'update' | 'delete';

  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'The members that differ; for secrets their number.',
  })
  before!: object | null;

  @ApiProperty({ type: Object, nullable: true })
  after!: object | null;
}

export class ConfigurationChanges {
  @ApiProperty({ type: [ConfigurationChange] })
  changes!: readonly ConfigurationChange[];

  @ApiProperty({ description: 'Whether the changes were made: false after a dry run.' })
  isApplied!: boolean;
}
