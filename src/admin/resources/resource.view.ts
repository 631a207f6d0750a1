import { RESOURCE_FIELDS } from '../../oauth/resources/resource.fields.js';
import { viewOf } from '../../platform/records/rest.js';
import { itemsOf } from '../shell/views.js';

export class ResourceView extends viewOf(RESOURCE_FIELDS) {}

export class ResourceList extends itemsOf(ResourceView) {}
