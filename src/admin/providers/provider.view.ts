import { ApiProperty } from '@nestjs/swagger';
import { PROVIDER_FIELDS } from '../../oauth/providers/provider.fields.js';
import { viewOf } from '../../platform/records/rest.js';
import { itemsOf } from '../shell/views.js';

export class ProviderView extends viewOf(PROVIDER_FIELDS) {
  @ApiProperty({ description: 'Whether a client secret is set; it is never shown.' })
  hasSecret!: boolean;

  @ApiProperty({ description: 'What has to be registered at the provider.' })
  redirectUri!: string;

  @ApiProperty({ description: 'Number of accounts that are connected with its issuer.' })
  accounts!: number;
}

export class ProviderList extends itemsOf(ProviderView) {}
