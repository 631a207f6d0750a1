import type { ErrorEntry } from './error-definition.js';

/** The part of the catalogue that only the standard endpoints answer with (RFC 6749 §5.2). */
export const STANDARD_ENDPOINTS = {
  grantNotValid: {
    name: 'FizGrantInvalidException',
    type: 'Ex',
    value: 400,
    status: 400,
    meaning: 'The grant is unknown, expired, already used, revoked, or belongs to another client.',
    oauth: { error: 'invalid_grant' },
  },
  scopeNotValid: {
    name: 'FizScopeInvalidException',
    type: 'Ex',
    value: 400,
    status: 400,
    meaning: 'The scope names nothing that this client may do.',
    oauth: { error: 'invalid_scope' },
  },
  targetNotValid: {
    name: 'FizTargetInvalidException',
    type: 'Ex',
    value: 400,
    status: 400,
    meaning: 'Tokens are issued for this server only: leave out audience and resource, or give its issuer.',
    oauth: { error: 'invalid_target' },
  },
  grantTypeNotSupported: {
    name: 'FizGrantTypeException',
    type: 'Ex',
    value: 400,
    status: 400,
    meaning: 'The grant_type is not supported.',
    oauth: { error: 'unsupported_grant_type' },
  },
} as const satisfies Record<string, ErrorEntry>;
