import { errors } from 'jose';
import { OutsideFetchError } from '../../platform/security/outside-fetch.js';

/** The values that an assertion must name. */
interface Expected {
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly algorithms: readonly string[];
}

/** One sentence about the problem of an assertion, for the client that sent it. */
export function problemWith(cause: unknown, expected: Expected): string {
  if (cause instanceof OutsideFetchError)
    return `The keys of this client can not be fetched from its jwksUrl: ${cause.message}.`;
  if (cause instanceof errors.JWKSInvalid)
    return 'The keys of this client can not be fetched from its jwksUrl: its answer is not a JSON Web Key Set.';
  if (cause instanceof errors.JOSEAlgNotAllowed)
    return `The alg of the assertion must be one of ${expected.algorithms.join(', ')}.`;
  if (cause instanceof errors.JWKSNoMatchingKey)
    return 'No key of this client has the kid and fits the alg of the assertion.';
  if (cause instanceof errors.JWKSMultipleMatchingKeys)
    return 'Several keys of this client fit: name one by the kid in the header of the assertion.';
  if (cause instanceof errors.JWSSignatureVerificationFailed)
    return 'The signature of the assertion does not fit the key of this client.';
  if (cause instanceof errors.JWTExpired) return 'The assertion expired: its exp has passed.';
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return 'The assertion is not a signed JWT.';
  return problemWithClaim(cause, expected);
}

function problemWithClaim(
  { claim, reason }: errors.JWTClaimValidationFailed,
  { issuer, audience }: Expected,
): string {
  if (claim === 'iss') return `The iss of the assertion must be ${issuer}.`;
  if (claim === 'aud') return `The aud of the assertion must be ${audience.join(' or ')}.`;
  if (claim === 'nbf' && reason === 'check_failed') return 'The assertion is not valid yet: see its nbf.';
  return `The ${claim} of the assertion is missing or not what it must be.`;
}
