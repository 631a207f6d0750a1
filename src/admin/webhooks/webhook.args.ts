import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { DELIVERY_STATES, type DeliveryState } from '../../oauth/webhooks/webhook-lists.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';
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
  @ApiPropertyOptional({ description: 'Only those of the client with this client_id.' })
  @FormField(orAbsent, 'Client')
  @IsOptional()
  @IsString()
  @Length(1, 255)
  client?: string;
}

export class DeliveryQuery extends PageQuery {
  @ApiPropertyOptional({ enum: DELIVERY_STATES })
  @FormField(orAbsent, 'State')
  @IsOptional()
  @IsIn(DELIVERY_STATES)
  state?: DeliveryState;
}
