import { Errors, type ErrorDefinition } from './catalogue.js';

/** The errors of any call or endpoint before its handler runs. */
const PIPELINE_ERRORS: readonly ErrorDefinition[] = [
  Errors.methodNotAllowed,
  Errors.invalidParameter,
  Errors.requestTooLarge,
  Errors.mediaTypeNotSupported,
  Errors.insecureTransport,
  Errors.crossSiteRequest,
  Errors.refusedByProfile,
  Errors.clientNotAuthenticated,
  Errors.tooManyAttempts,
  Errors.clientRequired,
  Errors.callNotAllowed,
  Errors.accountNotInSession,
  Errors.accessTokenRequired,
  Errors.accessTokenExpired,
  Errors.accessTokenInvalid,
  Errors.signInTooWeak,
  Errors.unattended,
  Errors.unavailable,
];

export function pipelineErrors({ writes }: { readonly writes?: boolean }): readonly ErrorDefinition[] {
  return writes ? [...PIPELINE_ERRORS, Errors.outcomeUnknown] : PIPELINE_ERRORS;
}
