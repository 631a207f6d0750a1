import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { Channel, MessageKind } from '../../identity/notifications/outbox-message.entity.js';
import { IsLong } from '../shell/is-long.js';
import { ChoiceFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { ApiNullable, listOf } from '../shell/views.js';

/** handover: the message can’t be sent, so an administrator delivers it (D25, D26). */
const MESSAGE_STATES = ['waiting', 'failed', 'handover', 'sent'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export class MessageQuery extends PageQuery {
  @ChoiceFilter(MESSAGE_STATES, { label: 'State' })
  state?: MessageState;

  @ApiPropertyOptional({ description: 'The account that the message is for.' })
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
  kind!: MessageKind | 'logout';

  @ApiProperty({ enum: ['email', 'sms', 'handover', 'backchannel'] })
  channel!: Channel;

  @ApiProperty({ description: 'E-mail address, phone number, or URL of a client; empty for a handover.' })
  recipient!: string;

  @ApiNullable(String, 'null: it is for a client.', '7')
  accountId!: string | null;

  @ApiProperty()
  locale!: string;

  @ApiProperty()
  createdAt!: Date;

  @ApiProperty({ description: 'Number of attempts.' })
  attempts!: number;

  @ApiNullable(Date, 'Time of the next attempt.')
  nextAt!: Date | null;

  @ApiNullable(Date)
  sentAt!: Date | null;

  @ApiNullable(String, 'Why the last attempt failed.')
  lastError!: string | null;
}

export class MessagePage extends listOf(MessageView) {}

export class MessageTextView {
  @ApiProperty()
  subject!: string;

  @ApiProperty({
    description: 'The text with its link, if it has one, which gives access to the account until it is used.',
  })
  text!: string;
}
