import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable, listOf } from '../shell/views.js';

export class RulesetView {
  @ApiProperty({ example: 'PARTNER' })
  name!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ type: [String] })
  rules!: string[];

  @ApiProperty({ description: 'Ships with Hearth: can be changed, but not deleted.' })
  isShipped!: boolean;

  @ApiProperty({ description: 'Number of clients that use it.' })
  clients!: number;
}

export class RulesetPage extends listOf(RulesetView) {}

export class PreviewedCall {
  @ApiProperty({ example: 'provsearch' })
  name!: string;

  @ApiProperty()
  summary!: string;

  @ApiProperty()
  allowed!: boolean;

  @ApiNullable(String, 'The rule that decides; null: no rule matches.')
  rule!: string | null;
}

export class RulesetPreviewView {
  @ApiProperty({ type: [PreviewedCall], description: 'Every existing call.' })
  calls!: PreviewedCall[];

  @ApiProperty({ type: [String], description: 'The clients that use the saved ruleset, 200 at most.' })
  clients!: string[];

  @ApiProperty({ type: [String], description: 'The calls whose verdict differs from the saved ruleset.' })
  changed!: string[];

  @ApiProperty({
    type: [String],
    description: 'The calls that stay allowed and ask for another sign-in than the saved ruleset does.',
  })
  asking!: string[];

  @ApiProperty({
    type: [String],
    description: 'Rules that match no existing call: usually a typing error.',
  })
  idle!: string[];
}
