import { ApiProperty } from '@nestjs/swagger';

export class HourView {
  @ApiProperty({ description: 'When the hour began.' })
  hour!: Date;

  @ApiProperty()
  signIns!: number;

  @ApiProperty()
  refusals!: number;
}

export class RefusalsView {
  @ApiProperty({ example: 'signin', description: 'The action of the audit trail that was refused.' })
  reason!: string;

  @ApiProperty()
  count!: number;
}

export class TokensAliveView {
  @ApiProperty()
  access!: number;

  @ApiProperty()
  refresh!: number;

  @ApiProperty()
  grants!: number;

  @ApiProperty({ description: 'Taken from statistics: there are too many to count each time.' })
  isEstimated!: boolean;
}

export class OutboxNumbersView {
  @ApiProperty()
  waiting!: number;

  @ApiProperty({ description: 'Given up.' })
  failed!: number;

  @ApiProperty({ description: 'Without a channel: to be passed on by hand.' })
  handover!: number;

  @ApiProperty({ type: Date, nullable: true, description: 'Since when the oldest one waits.' })
  oldest!: Date | null;
}

export class NodeView {
  @ApiProperty({ example: 'node-3fa2c1' })
  name!: string;

  @ApiProperty()
  version!: string;

  @ApiProperty()
  startedAt!: Date;

  @ApiProperty({ description: 'Each says every 15 seconds that it is there.' })
  seenAt!: Date;

  @ApiProperty({ description: 'Was seen within the last 45 seconds.' })
  isAlive!: boolean;
}

export class LegacyUseNumbersView {
  @ApiProperty({ description: 'Clients that did within 30 days what the strict profile refuses.' })
  clients!: number;

  @ApiProperty({ type: Date, nullable: true })
  lastUsedAt!: Date | null;
}

/** What an operator looks at first. */
export class OverviewView {
  @ApiProperty()
  at!: Date;

  @ApiProperty({
    type: [HourView],
    description: 'The last 24 hours, the oldest first; the last one is not over.',
  })
  hours!: HourView[];

  @ApiProperty({ type: [RefusalsView], description: 'Of those hours, the ten most frequent ones.' })
  refusals!: RefusalsView[];

  @ApiProperty({ type: TokensAliveView })
  tokens!: TokensAliveView;

  @ApiProperty({ type: OutboxNumbersView })
  outbox!: OutboxNumbersView;

  @ApiProperty({ type: [NodeView] })
  nodes!: NodeView[];

  @ApiProperty({ type: LegacyUseNumbersView })
  legacyUse!: LegacyUseNumbersView;
}
