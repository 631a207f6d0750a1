import { ApiProperty } from '@nestjs/swagger';
import { AuditEventView } from '../audit/audit-trail.view.js';
import { listOf } from '../shell/views.js';

export class TimelineEventView extends AuditEventView {
  @ApiProperty({
    example: 'Anna K. allowed Family App openid profile',
    description: 'What happened, with names for ids.',
  })
  sentence!: string;
}

export class TimelinePage extends listOf(TimelineEventView) {}
