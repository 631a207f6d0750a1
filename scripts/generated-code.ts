import { API_TYPES, apiTypes } from './api-types.js';
import { CLIENT_CALLS, clientCalls, CLIENT_ERRORS, clientErrors } from './client-calls.js';
import { RECORD_OPTIONS, recordOptions } from './record-options.js';
import { declaredDocument } from '../src/app.document.js';

const document = await declaredDocument();

/** Each source that is generated from the declarations, with the function that generates its content. Git ignores them. */
export const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  [API_TYPES]: () => apiTypes(document),
  [CLIENT_CALLS]: () => clientCalls(document),
  [CLIENT_ERRORS]: () => clientErrors(document),
  [RECORD_OPTIONS]: recordOptions,
};
