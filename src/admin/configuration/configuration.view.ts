import { ApiProperty } from '@nestjs/swagger';

/** One difference between the server and the document. */
export class ConfigurationChange {
  @ApiProperty({ enum: ['ruleset', 'client', 'branding', 'provider', 'webhook'] })
  kind!: 'ruleset' | 'client' | 'branding' | 'provider' | 'webhook';

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
