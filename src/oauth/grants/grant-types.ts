import { grantDeclarationOf } from './grant-type.js';
import { grants } from './list.js';

/** All grant types: each folder beside this file (D62, ADR 8). */
export const GRANT_TYPES = grants;

export const GRANT_DECLARATIONS = GRANT_TYPES.map(grantDeclarationOf);
export const GRANT_NAMES = GRANT_DECLARATIONS.map(({ name }) => name);
/** Names what is injected: an instance of each grant type. */
export const GRANT_INSTANCES = 'grants';
