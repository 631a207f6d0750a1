import { API_TYPES, apiTypes } from './api-types.js';
import { BOOTSTRAP_SCHEMA, bootstrapSchema } from './bootstrap-schema.js';
import { CLIENT_DOCS, clientDocs } from './client-docs.js';
import { CLIENT_OPTIONS, clientOptions } from './client-options.js';
import { Environment } from '../src/platform/config/environment.js';
import { printSettings } from '../src/platform/config/setting.js';
import { declaredDocument } from './declared-document.js';

/** Each file that is made from the declarations and committed, with what has to stand in it. */
export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  [API_TYPES]: async () => apiTypes(await declaredDocument()),
  [CLIENT_OPTIONS]: clientOptions,
  [BOOTSTRAP_SCHEMA]: bootstrapSchema,
  [CLIENT_DOCS]: clientDocs,
  '.env.example': () => printSettings(new Environment()),
};
