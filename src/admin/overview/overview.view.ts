import { ApiProperty } from '@nestjs/swagger';

export class HourView {
  @ApiProperty({ description: 'Start of the hour.' })
  hour!: Date;

  @ApiProperty()
  signIns!: number;

  @ApiProperty()
  refusals!: number;
}

export class RefusalsView {
  @ApiProperty({ example: 'signin', description: 'The refused action, as the audit trail names it.' })
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

  @ApiProperty({ description: 'Estimated from statistics, since there are too many to count exactly.' })
  isEstimated!: boolean;
}

export class OutboxNumbersView {
  @ApiProperty()
  waiting!: number;

  @ApiProperty({ description: 'Not retried any more.' })
  failed!: number;

  @ApiProperty({ description: 'Without a way to send them: to be delivered by hand.' })
  handover!: number;

  @ApiProperty({ type: Date, nullable: true, description: 'When the oldest waiting message was created.' })
  oldest!: Date | null;
}

export class NodeView {
  @ApiProperty({ example: 'node-3fa2c1' })
  name!: string;

  @ApiProperty()
  version!: string;

  @ApiProperty()
  startedAt!: Date;

  @ApiProperty({ description: 'Each node reports every 15 seconds.' })
  seenAt!: Date;

  @ApiProperty({ description: 'Whether it has reported within the last 45 seconds.' })
  isAlive!: boolean;
}

export class LegacyUseNumbersView {
  @ApiProperty({
    description: 'Number of clients that did something within 30 days that the strict profile refuses.',
  })
  clients!: number;

  @ApiProperty({ type: Date, nullable: true })
  lastUsedAt!: Date | null;
}

/** The figures of the home page. */
export class OverviewView {
  @ApiProperty()
  at!: Date;

  @ApiProperty({
    type: [HourView],
    description: 'The last 24 hours, oldest first; the last one is the current hour.',
  })
  hours!: HourView[];

  @ApiProperty({ type: [RefusalsView], description: 'The ten most frequent refusals of those hours.' })
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
