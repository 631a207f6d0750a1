import { ApiProperty } from '@nestjs/swagger';
import { DELIVERY_STATES, MOST_COUNTED, type DeliveryState } from '../../oauth/webhooks/webhook-lists.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { viewOf } from '../../platform/records/rest.js';
import { ApiNullable, itemsOf, listOf } from '../shell/views.js';

const UP_TO = `; counted up to ${MOST_COUNTED}`;

export class WebhookView extends viewOf(WEBHOOK_FIELDS) {
  @ApiProperty({ format: 'uuid', example: '5f0c9b1e-7c1f-4d0f-9a53-0d2f6f1f6a11' })
  id!: string;

  @ApiProperty({ example: 'shop', description: 'The client_id of the client whose webhook it is.' })
  clientId!: string;

  @ApiProperty({ description: 'While its client is disabled it is sent nothing.' })
  isClientDisabled!: boolean;

  @ApiProperty({
    type: 'integer',
    description: 'Attempts in a row that failed, once there are five; 0: it is well.',
  })
  failures!: number;

  @ApiNullable(
    Date,
    'Nothing is sent before, and one delivery after it, since its receiver failed. null: it is well.',
  )
  retryAt!: Date | null;

  @ApiProperty({ type: 'integer', description: `Deliveries that are not over${UP_TO}.` })
  waiting!: number;

  @ApiProperty({ type: 'integer', description: `Deliveries that were given up${UP_TO}.` })
  failed!: number;

  @ApiNullable(Date, 'Until when the previous signing secret signs too.')
  previousEndsAt!: Date | null;

  @ApiProperty()
  createdAt!: Date;
}

export class WebhookList extends itemsOf(WebhookView) {}

export class WebhookSecretView extends WebhookView {
  @ApiProperty({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    description: 'The signing secret, shown only in this answer.',
  })
  secret!: string;
}

export class DeliveryView {
  @ApiProperty({ example: '4711' })
  id!: string;

  @ApiProperty({
    description: '`webhook-id` of every attempt.',
    example: 'msg_1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  })
  messageId!: string;

  @ApiProperty({ enum: DELIVERY_STATES })
  state!: DeliveryState;

  @ApiProperty({ example: 'account.changed' })
  type!: string;

  @ApiProperty({ example: 'account:7' })
  subject!: string;

  @ApiProperty({ type: 'integer', description: 'Counts the events of the subject at this webhook, from 1.' })
  sequence!: number;

  @ApiProperty({ type: Object, example: { accountId: '7', changed: ['name'] } })
  data!: Record<string, unknown>;

  @ApiProperty()
  occurredAt!: Date;

  @ApiProperty({ type: 'integer' })
  attempts!: number;

  @ApiNullable(Date, 'The last attempt.')
  triedAt!: Date | null;

  @ApiNullable(Date, 'The next attempt; null: there is none.')
  nextAt!: Date | null;

  @ApiNullable(Date)
  deliveredAt!: Date | null;

  @ApiNullable('integer', 'HTTP status of the last answer; null: there was none.')
  status!: number | null;

  @ApiNullable(String, 'The beginning of the last answer, or why there was none.')
  answer!: string | null;

  @ApiNullable('integer', 'How long the last attempt took, in milliseconds.')
  durationMs!: number | null;
}

export class DeliveryPage extends listOf(DeliveryView) {}

export class ReplayView {
  @ApiProperty({ type: 'integer', description: 'How many deliveries are sent again.' })
  deliveries!: number;

  @ApiProperty({ description: 'false: there are more. Send the request again.' })
  isDone!: boolean;
}
