import { newBodyOf } from '../../platform/records/rest.js';
import { RESOURCE_FIELDS } from './resource.fields.js';

/** A resource in an export, an import or a bootstrap file. */
export class ExportedResource extends newBodyOf(RESOURCE_FIELDS) {}
