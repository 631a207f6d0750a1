import { ApiProperty } from '@nestjs/swagger';

export class RulesetView {
  @ApiProperty({ example: 'PARTNER' })
  name!: string;

  @ApiProperty()
  description!: string;

  @ApiProperty({ type: [String] })
  rules!: string[];

  @ApiProperty({ description: 'Was there from the first start; can be changed, not deleted.' })
  isShipped!: boolean;

  @ApiProperty({ description: 'How many clients use it.' })
  clients!: number;
}

export class RulesetPage {
  @ApiProperty({ type: [RulesetView] })
  items!: RulesetView[];

  @ApiProperty({ type: String, nullable: true })
  next!: string | null;
}
