import type { OAuthError } from './oauth-errors.js';

/** Everything about an error; it is identified by its key in the catalogue. */
export interface ErrorDefinition {
  /** Name, type and value as in the interface (§7, D8). */
  readonly name: string;
  readonly type: 'Ex' | 'Un';
  readonly value: number;
  /** HTTP status (D9). */
  readonly status: number;
  /** The sentence that is sent to callers. */
  readonly meaning: string;
  /** The answer of the standard endpoints (D12, RFC 6749 §5.2). */
  readonly oauth: { readonly error: OAuthError; readonly status: number };
  /** Its RFC 9457 type on pages and in the administration; null: the status is enough. */
  readonly problem: string | null;
  /**
   * The audit action when calls and endpoints refuse with it; null: it is routine, or recorded where it is thrown
   * (D125).
   */
  readonly audit: 'client.refused' | 'call.denied' | 'token.refused' | null;
}

/** An entry as written in the catalogue. */
type ErrorEntry = Pick<ErrorDefinition, 'name' | 'type' | 'value' | 'meaning'> & {
  readonly status?: number;
  readonly oauth?: { readonly error: OAuthError; readonly status?: number };
  readonly problem?: string;
  readonly audit?: ErrorDefinition['audit'];
};

/** Problem types by status, for entries without their own. */
const PROBLEMS: Readonly<Record<number, string>> = {
  401: 'not-signed-in',
  403: 'forbidden',
  429: 'too-many-attempts',
  503: 'unavailable',
};

/** Fills in the defaults of entries. */
export function defineErrors<K extends string>(
  entries: Record<K, ErrorEntry>,
): Readonly<Record<K, ErrorDefinition>> {
  const defined = Object.entries<ErrorEntry>(entries).map(([key, entry]) => [key, complete(entry)]);
  return Object.freeze(Object.fromEntries(defined) as Record<K, ErrorDefinition>);
}

function complete(entry: ErrorEntry): ErrorDefinition {
  const { status = entry.value } = entry; // D9: the value of an `Un` is its status
  const { error = 'invalid_request', status: oauthStatus = 400 } = entry.oauth ?? {};
  const problem = entry.problem ?? PROBLEMS[status];
  return Object.freeze({
    ...entry,
    status,
    oauth: Object.freeze({ error, status: oauthStatus }),
    problem: problem === undefined ? null : `urn:hearth:problem:${problem}`,
    audit: entry.audit ?? null,
  });
}

/**
 * Every error that a caller can see, one per line (value 21 belongs to three names).
 */
// prettier-ignore
export const Errors = defineErrors({
  // Calls and parameters
  unknownCall: { name: 'FizApiUnknownCallException', type: 'Un', value: 404, meaning: 'There is no such call.' },
  methodNotAllowed: { name: 'FizApiMethodNotAllowedException', type: 'Un', value: 405, oauth: { error: 'invalid_request', status: 405 }, meaning: 'Use GET or POST.' },
  invalidParameter: { name: 'FizApiInvalidParameterException', type: 'Ex', value: 400, status: 400, meaning: 'A parameter is missing or invalid.' },
  requestTooLarge: { name: 'FizApiRequestTooLargeException', type: 'Un', value: 413, oauth: { error: 'invalid_request', status: 413 }, meaning: 'The request is larger than this call takes.' },
  mediaTypeNotSupported: { name: 'FizApiUnsupportedMediaTypeException', type: 'Un', value: 415, oauth: { error: 'invalid_request', status: 415 }, meaning: 'Send parameters in the query, or in a body of type application/x-www-form-urlencoded, application/json or multipart/form-data, not compressed, and in UTF-8 unless the type names another charset.' },
  keyOfAnother: { name: 'FizApiIdempotencyKeyReusedException', type: 'Ex', value: 422, status: 422, problem: 'key-of-another', meaning: 'Another request came with this Idempotency-Key within the last 24 hours. Send a new key with every new request.' },
  unattended: { name: 'AFizApiUnattendedException', type: 'Ex', value: 21, status: 500, oauth: { error: 'server_error', status: 500 }, meaning: 'Something unforeseen happened.' },
  unavailable: { name: 'FizApiUnavailableException', type: 'Un', value: 503, oauth: { error: 'temporarily_unavailable', status: 503 }, meaning: 'The service is busy or its database is away. Nothing was changed; try again.' },
  outcomeUnknown: { name: 'FizApiOutcomeUnknownException', type: 'Un', value: 503, oauth: { error: 'temporarily_unavailable', status: 503 }, problem: 'outcome-unknown', meaning: 'The connection to the database was lost before it answered. It is not known whether the change was made: check, or repeat it if that does no harm.' },

  // Transport, client, ruleset
  insecureTransport: { name: 'FizApiInsecureTransportException', type: 'Un', value: 400, meaning: 'Use HTTPS: this request carries or returns a secret that must not travel in the clear.' },
  crossSiteRequest: { name: 'FizApiCrossSiteRequestException', type: 'Un', value: 403, audit: 'call.denied', meaning: "Where a cookie counts, only the server's own pages may send this; it came from a page of another site." },
  refusedByProfile: { name: 'FizApiStrictProfileException', type: 'Un', value: 400, audit: 'call.denied', meaning: 'The strict profile of this client does not allow the request in this form.' },
  clientNotAuthenticated: { name: 'FizApiKeyInsufficientRightsException', type: 'Un', value: 509, oauth: { error: 'invalid_client', status: 401 }, audit: 'client.refused', meaning: 'The client credentials are wrong. Check client_id and client_secret.' },
  clientRequired: { name: 'FizApiKeyInsufficientRightsException', type: 'Un', value: 509, oauth: { error: 'invalid_client', status: 401 }, audit: 'call.denied', meaning: 'This call needs client authentication: send client_id and client_secret, a Basic header, or an access token.' },
  callNotAllowed: { name: 'FizApiKeyInsufficientRightsException', type: 'Un', value: 509, oauth: { error: 'unauthorized_client' }, audit: 'call.denied', meaning: 'The ruleset in force does not allow this call.' },
  scopeInsufficient: { name: 'FizApiKeyInsufficientRightsException', type: 'Un', value: 509, oauth: { error: 'insufficient_scope', status: 403 }, audit: 'call.denied', meaning: 'The scope of the access token does not cover this call.' }, // RFC 6750 §3.1
  clientNotPrivileged: { name: 'FizApiKeyInsufficientRightsException', type: 'Un', value: 509, oauth: { error: 'unauthorized_client' }, audit: 'call.denied', meaning: "This client may not carry a user's password or validation token. Use the authorization code flow." },

  // Account authentication
  accountNotInSession: { name: 'FizAccountNotFoundInSessionException', type: 'Un', value: 501, meaning: 'No account is signed in to this session. Call log2in and send its JSESSIONID cookie.' },
  accessTokenRequired: { name: 'FizAccessTokenRequiredException', type: 'Un', value: 401, oauth: { error: 'invalid_token', status: 401 }, meaning: 'This call needs an access token in the Authorization header.' },
  accessTokenExpired: { name: 'FizAccessTokenExpiredException', type: 'Un', value: 401, oauth: { error: 'invalid_token', status: 401 }, meaning: 'The access token expired. Get a new one with the refresh token.' },
  accessTokenInvalid: { name: 'FizAccessTokenInvalidException', type: 'Un', value: 401, oauth: { error: 'invalid_token', status: 401 }, audit: 'token.refused', meaning: 'The access token is not valid.' },
  accessTokenProofInvalid: { name: 'FizAccessTokenProofInvalidException', type: 'Un', value: 401, oauth: { error: 'invalid_dpop_proof', status: 401 }, audit: 'token.refused', meaning: 'The DPoP proof beside the access token is not valid.' }, // RFC 9449 §7.1
  accessTokenProofNonce: { name: 'FizAccessTokenProofNonceException', type: 'Un', value: 401, oauth: { error: 'use_dpop_nonce', status: 401 }, meaning: 'The DPoP proof needs a nonce of this server: repeat it with the one in the DPoP-Nonce header.' }, // RFC 9449 §9
  signInTooWeak: { name: 'FizInsufficientUserAuthenticationException', type: 'Un', value: 401, oauth: { error: 'insufficient_user_authentication', status: 401 }, audit: 'call.denied', meaning: 'The call or the ruleset asks for a stronger or newer sign-in than this one. Send the user to sign in again with the acr_values and the max_age of WWW-Authenticate.' },
  credentialInvalid: { name: 'FizCredentialInvalidException', type: 'Ex', value: 3, status: 401, oauth: { error: 'invalid_grant' }, meaning: 'The identifier or the password is wrong.' },
  accountNotLinked: { name: 'FizAccountNotLinkedException', type: 'Ex', value: 401, status: 401, oauth: { error: 'account_not_linked' }, meaning: 'No account is connected with this sub yet. Let the user open the address in error_uri (in the envelope: uri) within 10 minutes.' },
  tooManyAttempts: { name: 'FizTooManyAttemptsException', type: 'Ex', value: 429, status: 429, oauth: { error: 'slow_down', status: 429 }, meaning: 'Too many failed attempts. Wait for the number of seconds in Retry-After.' },

  // Web flow (§3.4)
  stateSecretAlreadyGiven: { name: 'FizWebStateAlreadyExistsException', type: 'Ex', value: 409, status: 409, meaning: 'A state secret was given for this stateRandomCipher already. Make a new cipher at random for each sign-in.' },
  webSessionInvalid: { name: 'FizWebSessionInvalidException', type: 'Un', value: 403, meaning: 'The cipher, the state secret and the session do not belong together, are unknown, expired, or used. Begin a new sign-in.' },

  // Provisioning (§7.2)
  identifierUnknown: { name: 'FizApiAccIdentifierInvalidException', type: 'Ex', value: 21, status: 404, meaning: 'No account has this identifier.' },
  familyIdDoesNotExist: { name: 'AFizFamilyIdDoesNotExist', type: 'Ex', value: 11, status: 404, meaning: 'There is no family with this familyId.' },
  familyNotEmpty: { name: 'AFizFamilyNotEmpty', type: 'Ex', value: 31, status: 409, meaning: 'The family still has members. Remove them first.' },
  accountAlreadyExists: { name: 'FizAccountAlreadyExistsException', type: 'Ex', value: 2, status: 409, meaning: 'An account with this identifier exists already.' },
  founderAlreadyExists: { name: 'FizFounderAlreadyExistsException', type: 'Ex', value: 15, status: 409, meaning: 'The family has a founder already.' },
  identifierInvalid: { name: 'AFizInvalidIdentifierException', type: 'Ex', value: 21, status: 400, meaning: 'Identifier has not the format of a login: 1 to 255 characters without @, and no phone number.' },
  emailInvalid: { name: 'AFizInvalidEmailException', type: 'Ex', value: 17, status: 400, meaning: 'Identifier is not an e-mail address.' },
  msisdnInvalid: { name: 'AFizInvalidMSISDNException', type: 'Ex', value: 22, status: 400, meaning: 'Identifier is not a phone number: give it as E.164, or as a national number with UserCountryCode.' },
  accountDoesNotExist: { name: 'FizAccountDoesNotExistException', type: 'Un', value: 507, meaning: 'There is no account with this accountId.' },
  imageInvalid: { name: 'AFizInvalidImageException', type: 'Ex', value: 23, status: 415, meaning: 'FamilyImage is not a JPEG, PNG, GIF or WebP image.' },
  imageTooLarge: { name: 'AFizInvalidImageException', type: 'Ex', value: 23, status: 413, meaning: 'FamilyImage is too large: at most 5 MiB, 40 megapixels and 12,000 pixels a side.' },

  // Running a family
  familyRoleInsufficient: { name: 'FizFamilyRoleInsufficientException', type: 'Un', value: 403, audit: 'call.denied', meaning: "The account's role in the family does not allow this." },
  invitationDoesNotExist: { name: 'FizInvitationDoesNotExistException', type: 'Ex', value: 12, status: 404, meaning: 'The family has no pending invitation with this invitationId.' },

  // The standard endpoints only (RFC 6749 §5.2)
  grantNotValid: { name: 'FizGrantInvalidException', type: 'Ex', value: 400, status: 400, oauth: { error: 'invalid_grant' }, audit: 'token.refused', meaning: 'The grant is unknown, expired, already used, revoked, or belongs to another client.' },
  scopeNotValid: { name: 'FizScopeInvalidException', type: 'Ex', value: 400, status: 400, oauth: { error: 'invalid_scope' }, meaning: 'The scope names nothing that this client may do.' },
  responseTypeNotSupported: { name: 'FizResponseTypeException', type: 'Ex', value: 400, status: 400, oauth: { error: 'unsupported_response_type' }, meaning: 'The response_type is not supported.' }, // RFC 9126 §2.3
  targetNotValid: { name: 'FizTargetInvalidException', type: 'Ex', value: 400, status: 400, oauth: { error: 'invalid_target' }, meaning: 'No tokens are issued for this resource or audience: leave it out, or name this server or a resource that the operator registered.' },
  proofNotValid: { name: 'FizProofInvalidException', type: 'Ex', value: 400, status: 400, oauth: { error: 'invalid_dpop_proof' }, audit: 'token.refused', meaning: 'The DPoP proof is missing or not valid.' }, // RFC 9449 §5
  proofNeedsNonce: { name: 'FizProofNonceException', type: 'Ex', value: 400, status: 400, oauth: { error: 'use_dpop_nonce' }, meaning: 'The DPoP proof needs a nonce of this server: repeat it with the one in the DPoP-Nonce header.' }, // RFC 9449 §8
  // RFC 8628 §3.5: what a device is told that polls
  authorizationPending: { name: 'FizAuthorizationPendingException', type: 'Ex', value: 400, status: 400, oauth: { error: 'authorization_pending' }, meaning: 'Nobody has decided yet. Poll again after the interval.' },
  slowDown: { name: 'FizSlowDownException', type: 'Ex', value: 400, status: 400, oauth: { error: 'slow_down' }, meaning: 'Nobody has decided yet, and this poll came too early. Wait five seconds longer between polls from now on.' },
  accessDenied: { name: 'FizAccessDeniedException', type: 'Ex', value: 400, status: 400, oauth: { error: 'access_denied' }, meaning: 'The user did not allow it.' },
  deviceCodeExpired: { name: 'FizDeviceCodeExpiredException', type: 'Ex', value: 400, status: 400, oauth: { error: 'expired_token' }, meaning: 'The device_code expired before anybody decided. Ask for another one.' },
  grantTypeNotSupported: { name: 'FizGrantTypeException', type: 'Ex', value: 400, status: 400, oauth: { error: 'unsupported_grant_type' }, meaning: 'The grant_type is not supported.' },
});
