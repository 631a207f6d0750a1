import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { DELIVERY_STATES, type DeliveryState } from '../../oauth/webhooks/webhook-lists.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';

/** The body that creates a webhook. */
export class NewWebhookBody extends newBodyOf(WEBHOOK_FIELDS) {
  @ApiProperty({ example: 'shop', description: 'The client_id of the client whose webhook it is.' })
  @IsString()
  @Length(1, 255)
  clientId!: string;
}

/** Only the members that are sent are changed. */
export class WebhookChange extends changeBodyOf(WEBHOOK_FIELDS) {}

export class WebhookQuery {
  @TextFilter({ label: 'Client', longest: 255, description: 'Only those of the client with this client_id.' })
  client?: string;
}

export class DeliveryQuery extends PageQuery {
  @ChoiceFilter(DELIVERY_STATES, { label: 'State' })
  state?: DeliveryState;
}
