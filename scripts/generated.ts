import { API_TYPES, apiTypes } from './api-types.js';
import { CLIENT_CALLS, clientCalls, CLIENT_ERRORS, clientErrors } from './client-calls.js';
import { BOOTSTRAP_SCHEMA, bootstrapSchema } from './bootstrap-schema.js';
import { GRANT_LIST, grantList } from './grant-list.js';
import { declaredDocument } from '../src/app.document.js';
import {
  ADMINISTRATION_DOCS,
  administrationDocs,
  BRANDING_DOCS,
  brandingDocs,
  providerDocs,
  PROVIDER_DOCS,
  CLIENT_DOCS,
  clientDocs,
  WEBHOOK_DOCS,
  webhookDocs,
} from './record-docs.js';
import { RECORD_OPTIONS, recordOptions } from './record-options.js';
import { envExample, SETTINGS_DOCS, settingsDocs } from './settings-docs.js';
import { VERSION_PLACES } from './version-places.js';
import { WAYS_DOCS, waysDocs } from './ways-docs.js';

/** Each committed file that is generated from the declarations, with the function that generates its content. */
export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  [GRANT_LIST]: grantList,
  [API_TYPES]: async () => apiTypes(await declaredDocument()),
  [CLIENT_CALLS]: async () => clientCalls(await declaredDocument()),
  [CLIENT_ERRORS]: async () => clientErrors(await declaredDocument()),
  [RECORD_OPTIONS]: recordOptions,
  [BOOTSTRAP_SCHEMA]: bootstrapSchema,
  [CLIENT_DOCS]: clientDocs,
  [ADMINISTRATION_DOCS]: administrationDocs,
  [BRANDING_DOCS]: brandingDocs,
  [PROVIDER_DOCS]: providerDocs,
  [WEBHOOK_DOCS]: webhookDocs,
  [SETTINGS_DOCS]: settingsDocs,
  [WAYS_DOCS]: waysDocs,
  '.env.example': envExample,
  ...VERSION_PLACES,
};
