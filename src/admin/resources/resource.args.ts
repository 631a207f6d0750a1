import { RESOURCE_FIELDS } from '../../oauth/resources/resource.fields.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';

/** The body that creates a resource. */
export class NewResourceBody extends newBodyOf(RESOURCE_FIELDS) {}

/** Only the members that are sent are changed. */
export class ResourceChange extends changeBodyOf(RESOURCE_FIELDS) {}
