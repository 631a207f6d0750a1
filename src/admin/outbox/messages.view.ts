import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { Channel, MessageKind } from '../../identity/notifications/outbox-message.entity.js';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { IsLong } from '../shell/is-long.js';
import { PageQuery } from '../shell/paging.js';

/** handover: there is no way to send it; an administrator passes it on (D25, D26). */
export const MESSAGE_STATES = ['waiting', 'failed', 'handover', 'sent'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export class MessageQuery extends PageQuery {
  @ApiPropertyOptional({ enum: MESSAGE_STATES })
  @FormField(orAbsent, 'State')
  @IsOptional()
  @IsIn(MESSAGE_STATES)
  state?: MessageState;

  @ApiPropertyOptional({ description: 'The account that it is for.' })
  @IsOptional()
  @IsLong()
  account?: string;
}

export class MessageView {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiProperty({ enum: MESSAGE_STATES })
  state!: MessageState;

  @ApiProperty({ type: String, example: 'invitation' })
  kind!: MessageKind;

  @ApiProperty({ enum: ['email', 'sms', 'handover'] })
  channel!: Channel;

  @ApiProperty({ description: 'E-mail address or phone number; empty for a handover.' })
  recipient!: string;

  @ApiProperty({ example: '7' })
  accountId!: string;

  @ApiProperty()
  locale!: string;

  @ApiProperty()
  createdAt!: Date;

  @ApiProperty({ description: 'How often it was tried.' })
  attempts!: number;

  @ApiProperty({ type: Date, nullable: true, description: 'When it is tried next.' })
  nextAt!: Date | null;

  @ApiProperty({ type: Date, nullable: true })
  sentAt!: Date | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  lastError!: string | null;
}

export class MessagePage {
  @ApiProperty({ type: [MessageView] })
  items!: MessageView[];

  @ApiProperty({ type: String, nullable: true })
  next!: string | null;
}

export class MessageTextView {
  @ApiProperty()
  subject!: string;

  @ApiProperty({
    description: 'With its link, if it has one, which is as good as the password until it is used.',
  })
  text!: string;
}
