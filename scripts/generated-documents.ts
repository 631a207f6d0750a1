import { BOOTSTRAP_SCHEMA, bootstrapSchema } from './bootstrap-schema.js';
import { DECISIONS, decisionTitles } from './decision-titles.js';
import {
  ADMINISTRATION_DOCS,
  administrationDocs,
  BRANDING_DOCS,
  brandingDocs,
  providerDocs,
  PROVIDER_DOCS,
  CLIENT_DOCS,
  clientDocs,
  RESOURCE_DOCS,
  resourceDocs,
  WEBHOOK_DOCS,
  webhookDocs,
} from './record-docs.js';
import { MOVED_DOCS, movedDocs } from './moved-docs.js';
import { envExample, SETTINGS_DOCS, settingsDocs } from './settings-docs.js';
import { SNIPPET_DOCS, snippetDocs } from './snippet-docs.js';
import { TROUBLESHOOTING_DOCS, troubleshootingDocs } from './troubleshooting-docs.js';
import { VERSION_PLACES } from './version-places.js';
import { WAYS_DOCS, waysDocs } from './ways-docs.js';

/** Each committed file that is generated from the declarations, in part or as a whole, with the function that generates it. */
export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  [BOOTSTRAP_SCHEMA]: bootstrapSchema,
  [CLIENT_DOCS]: clientDocs,
  [ADMINISTRATION_DOCS]: administrationDocs,
  [BRANDING_DOCS]: brandingDocs,
  [PROVIDER_DOCS]: providerDocs,
  [RESOURCE_DOCS]: resourceDocs,
  [WEBHOOK_DOCS]: webhookDocs,
  [SETTINGS_DOCS]: settingsDocs,
  [SNIPPET_DOCS]: snippetDocs,
  [TROUBLESHOOTING_DOCS]: troubleshootingDocs,
  [WAYS_DOCS]: waysDocs,
  [DECISIONS]: decisionTitles,
  [MOVED_DOCS]: movedDocs,
  '.env.example': envExample,
  ...VERSION_PLACES,
};
