import { ApiProperty } from '@nestjs/swagger';
import { RESOURCE_FIELDS } from '../../oauth/resources/resource.fields.js';
import { viewOf } from '../../platform/records/rest.js';

export class ResourceView extends viewOf(RESOURCE_FIELDS) {}

export class ResourceList {
  @ApiProperty({ type: [ResourceView] })
  items!: ResourceView[];
}
