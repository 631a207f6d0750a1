/* Made from the OpenAPI document by npm run generate: a class for each error of the calls. */
import { CallError } from './errors.js';

/** 500: Something unforeseen happened. */
export class AFizApiUnattendedException extends CallError {}
/** 404: There is no family with this familyId. */
export class AFizFamilyIdDoesNotExist extends CallError {}
/** 409: The family still has members. Remove them first. */
export class AFizFamilyNotEmpty extends CallError {}
/** 400: Identifier is not an e-mail address. */
export class AFizInvalidEmailException extends CallError {}
/** 400: Identifier has not the format of a login: 1 to 255 characters without @, and no phone number. */
export class AFizInvalidIdentifierException extends CallError {}
/** 415: FamilyImage is not a JPEG, PNG, GIF or WebP image. Or 413: FamilyImage is too large: at most 5 MiB, 40 megapixels and 12,000 pixels a side. */
export class AFizInvalidImageException extends CallError {}
/** 400: Identifier is not a phone number: give it as E.164, or as a national number with UserCountryCode. */
export class AFizInvalidMSISDNException extends CallError {}
/** 401: The access token expired. Get a new one with the refresh token. */
export class FizAccessTokenExpiredException extends CallError {}
/** 401: The access token is not valid. */
export class FizAccessTokenInvalidException extends CallError {}
/** 401: The DPoP proof beside the access token is not valid. */
export class FizAccessTokenProofInvalidException extends CallError {}
/** 401: The DPoP proof needs a nonce of this server: repeat it with the one in the DPoP-Nonce header. */
export class FizAccessTokenProofNonceException extends CallError {}
/** 401: This call needs an access token in the Authorization header. */
export class FizAccessTokenRequiredException extends CallError {}
/** 409: An account with this identifier exists already. */
export class FizAccountAlreadyExistsException extends CallError {}
/** 507: There is no account with this accountId. */
export class FizAccountDoesNotExistException extends CallError {}
/** 501: No account is signed in to this session. Call log2in and send its JSESSIONID cookie. */
export class FizAccountNotFoundInSessionException extends CallError {}
/** 401: No account is connected with this sub yet. Let the user open the address in error_uri (in the envelope: uri) within 10 minutes. */
export class FizAccountNotLinkedException extends CallError {}
/** 404: No account has this identifier. */
export class FizApiAccIdentifierInvalidException extends CallError {}
/** 403: Where a cookie counts, only the server's own pages may send this; it came from a page of another site. */
export class FizApiCrossSiteRequestException extends CallError {}
/** 400: Use HTTPS: this request carries or returns a secret that must not travel in the clear. */
export class FizApiInsecureTransportException extends CallError {}
/** 400: A parameter is missing or invalid. */
export class FizApiInvalidParameterException extends CallError {}
/** 509: The client credentials are wrong. Check client_id and client_secret. Or 509: This call needs client authentication: send client_id and client_secret, a Basic header, or an access token. Or 509: The ruleset in force does not allow this call. Or 509: The scope of the access token does not cover this call. Or 509: This client may not carry a user's password or validation token. Use the authorization code flow. */
export class FizApiKeyInsufficientRightsException extends CallError {}
/** 405: Use GET or POST. */
export class FizApiMethodNotAllowedException extends CallError {}
/** 503: The connection to the database was lost before it answered. It is not known whether the change was made: check, or repeat it if that does no harm. */
export class FizApiOutcomeUnknownException extends CallError {}
/** 413: The request is larger than this call takes. */
export class FizApiRequestTooLargeException extends CallError {}
/** 400: The strict profile of this client does not allow the request in this form. */
export class FizApiStrictProfileException extends CallError {}
/** 503: The service is busy or its database is away. Nothing was changed; try again. */
export class FizApiUnavailableException extends CallError {}
/** 404: There is no such call. */
export class FizApiUnknownCallException extends CallError {}
/** 415: Send parameters in the query, or in a body of type application/x-www-form-urlencoded, application/json or multipart/form-data, not compressed, and in UTF-8 unless the type names another charset. */
export class FizApiUnsupportedMediaTypeException extends CallError {}
/** 401: The identifier or the password is wrong. */
export class FizCredentialInvalidException extends CallError {}
/** 409: The family has a founder already. */
export class FizFounderAlreadyExistsException extends CallError {}
/** 400: The grant is unknown, expired, already used, revoked, or belongs to another client. */
export class FizGrantInvalidException extends CallError {}
/** 401: The ruleset asks for a stronger or newer sign-in than this one. Send the user to sign in again with the acr_values and the max_age of WWW-Authenticate. */
export class FizInsufficientUserAuthenticationException extends CallError {}
/** 400: The DPoP proof is missing or not valid. */
export class FizProofInvalidException extends CallError {}
/** 400: The DPoP proof needs a nonce of this server: repeat it with the one in the DPoP-Nonce header. */
export class FizProofNonceException extends CallError {}
/** 429: Too many failed attempts. Wait for the number of seconds in Retry-After. */
export class FizTooManyAttemptsException extends CallError {}
/** 403: The cipher, the state secret and the session do not belong together, are unknown, expired, or used. Begin a new sign-in. */
export class FizWebSessionInvalidException extends CallError {}
/** 409: A state secret was given for this stateRandomCipher already. Make a new cipher at random for each sign-in. */
export class FizWebStateAlreadyExistsException extends CallError {}

/** By the name in the answer. */
export const CALL_ERRORS: Readonly<Record<string, typeof CallError | undefined>> = {
  AFizApiUnattendedException,
  AFizFamilyIdDoesNotExist,
  AFizFamilyNotEmpty,
  AFizInvalidEmailException,
  AFizInvalidIdentifierException,
  AFizInvalidImageException,
  AFizInvalidMSISDNException,
  FizAccessTokenExpiredException,
  FizAccessTokenInvalidException,
  FizAccessTokenProofInvalidException,
  FizAccessTokenProofNonceException,
  FizAccessTokenRequiredException,
  FizAccountAlreadyExistsException,
  FizAccountDoesNotExistException,
  FizAccountNotFoundInSessionException,
  FizAccountNotLinkedException,
  FizApiAccIdentifierInvalidException,
  FizApiCrossSiteRequestException,
  FizApiInsecureTransportException,
  FizApiInvalidParameterException,
  FizApiKeyInsufficientRightsException,
  FizApiMethodNotAllowedException,
  FizApiOutcomeUnknownException,
  FizApiRequestTooLargeException,
  FizApiStrictProfileException,
  FizApiUnavailableException,
  FizApiUnknownCallException,
  FizApiUnsupportedMediaTypeException,
  FizCredentialInvalidException,
  FizFounderAlreadyExistsException,
  FizGrantInvalidException,
  FizInsufficientUserAuthenticationException,
  FizProofInvalidException,
  FizProofNonceException,
  FizTooManyAttemptsException,
  FizWebSessionInvalidException,
  FizWebStateAlreadyExistsException,
};
