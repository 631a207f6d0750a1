import { ApiProperty } from '@nestjs/swagger';
import { FIGURE_PERIODS, type FigurePeriod } from './period.js';
import { ChoiceFilter } from '../shell/filters.js';
import { ApiNullable } from '../shell/views.js';

export class OverviewQuery {
  @ChoiceFilter(FIGURE_PERIODS, { label: 'Period', default: '24h' })
  period?: FigurePeriod;
}

export class PointView {
  @ApiProperty({ description: 'Start of the hour, six hours or day.' })
  at!: Date;

  @ApiProperty()
  count!: number;
}

export class FigureView {
  @ApiProperty({ description: 'In the period.' })
  count!: number;

  @ApiProperty({ description: 'In as long a time before it.' })
  before!: number;

  @ApiProperty({ type: [PointView], description: 'Oldest first; the last one goes on.' })
  points!: PointView[];
}

export class RefusalsView {
  @ApiProperty({ example: 'signin', description: 'The refused action, as the audit trail names it.' })
  reason!: string;

  @ApiProperty()
  count!: number;

  @ApiProperty({ description: 'In as long a time before the period.' })
  before!: number;
}

export class CallView {
  @ApiProperty({ example: 'provsearch' })
  call!: string;

  @ApiProperty()
  requests!: number;

  @ApiProperty()
  perSecond!: number;

  @ApiNullable(Number, 'Half of the requests took at most as long.')
  p50Ms!: number | null;

  @ApiNullable(Number, '99 % of the requests took at most as long.')
  p99Ms!: number | null;

  @ApiProperty({ description: 'Share that was refused: the mistake of its caller. From 0 to 1.' })
  refused!: number;

  @ApiProperty({ description: 'Share that failed: an unforeseen error, or no database. From 0 to 1.' })
  failed!: number;
}

export class CallFiguresView {
  @ApiProperty({
    example: 'node-3fa2c1',
    description: 'The node that answers; /metrics of each node has its own.',
  })
  node!: string;

  @ApiProperty({ description: 'How long it has run.' })
  seconds!: number;

  @ApiProperty({ type: [CallView], description: 'Most requests first.' })
  items!: CallView[];
}

class DatabaseView {
  @ApiProperty({ description: 'The one that is built in, for one node.' })
  isEmbedded!: boolean;

  @ApiProperty({ example: '16.4' })
  version!: string;

  @ApiProperty({ description: 'How long the database took to answer just now.' })
  answeredMs!: number;

  @ApiProperty({ description: 'What all tables and indexes take on its disk.' })
  bytes!: number;

  @ApiProperty({ description: 'Connections of this node.' })
  connections!: number;

  @ApiProperty({ description: 'Requests of this node that wait for a connection.' })
  waiting!: number;
}

export class CertificateView {
  @ApiProperty({ example: 'accounts.example.com' })
  subject!: string;

  @ApiProperty()
  endsAt!: Date;
}

const STEPS = ['client', 'mail', 'administrator'] as const;

class ActiveTokensView {
  @ApiProperty({ description: 'Devices, applications and clients that may act, each with all its tokens.' })
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

  @ApiNullable(Date, 'When the oldest waiting message was created.')
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

  @ApiProperty({ description: 'The node that answers.' })
  isThis!: boolean;
}

class LegacyUseNumbersView {
  @ApiProperty({
    description: 'Number of clients that did something within 30 days that the strict profile refuses.',
  })
  clients!: number;

  @ApiNullable(Date)
  lastUsedAt!: Date | null;
}

/** The figures of the home page. */
export class OverviewView {
  @ApiProperty()
  at!: Date;

  @ApiProperty({ enum: FIGURE_PERIODS })
  period!: FigurePeriod;

  @ApiProperty({
    description: 'Start of the period: of 24 hours, or of 7 or 30 days of UTC, the current one among them.',
  })
  from!: Date;

  @ApiProperty({ type: FigureView, description: 'Passwords that were right, and vouchers that were taken.' })
  signIns!: FigureView;

  @ApiProperty({ type: FigureView, description: 'Passwords and vouchers that were wrong.' })
  failures!: FigureView;

  @ApiProperty({ type: FigureView, description: 'Access tokens, by refreshes too.' })
  tokensIssued!: FigureView;

  @ApiProperty({
    type: FigureView,
    description: 'Different accounts that were signed in, or whose tokens were used or issued; to about 2 %.',
  })
  activeAccounts!: FigureView;

  @ApiProperty({ type: FigureView })
  newFamilies!: FigureView;

  @ApiProperty({ type: [RefusalsView], description: 'The ten most frequent refusals of the period.' })
  refusals!: RefusalsView[];

  @ApiProperty({ type: CallFiguresView })
  calls!: CallFiguresView;

  @ApiProperty({ type: ActiveTokensView })
  tokens!: ActiveTokensView;

  @ApiProperty({ type: OutboxNumbersView })
  outbox!: OutboxNumbersView;

  @ApiProperty({ type: [NodeView] })
  nodes!: NodeView[];

  @ApiProperty({ type: DatabaseView })
  database!: DatabaseView;

  @ApiProperty({
    type: [CertificateView],
    description: 'The certificates of TLS_CERT; none where a proxy has them.',
  })
  certificates!: CertificateView[];

  @ApiProperty({ type: LegacyUseNumbersView })
  legacyUse!: LegacyUseNumbersView;

  @ApiProperty({
    enum: STEPS,
    isArray: true,
    description:
      'What a new server still lacks: a first client, a way to send mails, a second administrator.',
  })
  nextSteps!: (typeof STEPS)[number][];
}
