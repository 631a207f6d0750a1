import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { OAuthError } from '../../platform/errors/oauth-errors.js';
import { DPOP_ALGORITHMS } from './proof.js';
import { NonceProblem, ProofProblem } from './proof-problem.js';

const ALGS = `algs="${DPOP_ALGORITHMS.join(' ')}"`;

/** How to authenticate with a bound token, for a caller that sent none (RFC 9449 §7.1). */
export const DPOP_CHALLENGE = `DPoP ${ALGS}`;

/** For an access token that was presented with a proof, or should have been (RFC 9449 §7.1). */
export function invalidBoundToken(description: string): CallError {
  const headers = { 'WWW-Authenticate': challenge('invalid_token', description) };
  return new CallError(Errors.accessTokenInvalid, {}, { headers });
}

/** The challenge for a bound token that expired. */
export const BOUND_EXPIRED = challenge('invalid_token', 'The access token expired');

/** The answer to a call whose proof was refused; anything else stays what it is. */
export function refusalOfCall(cause: unknown, nonce: string): unknown {
  if (cause instanceof NonceProblem) {
    const message = askedFor(cause);
    const headers = { 'DPoP-Nonce': nonce, 'WWW-Authenticate': challenge('use_dpop_nonce', message) };
    return new CallError(Errors.accessTokenProofNonce, {}, { message, headers });
  }
  if (!(cause instanceof ProofProblem)) return cause;
  const message = sentence(cause);
  const headers = { 'WWW-Authenticate': challenge('invalid_dpop_proof', message) };
  return new CallError(Errors.accessTokenProofInvalid, { problem: cause.message }, { message, headers });
}

/** The answer to a request for tokens whose proof was refused (RFC 9449 §5, §8); anything else stays what it is. */
export function refusalOfRequest(cause: unknown, nonce: string): unknown {
  if (cause instanceof NonceProblem)
    return new CallError(
      Errors.proofNeedsNonce,
      {},
      { message: askedFor(cause), headers: { 'DPoP-Nonce': nonce } },
    );
  if (!(cause instanceof ProofProblem)) return cause;
  return new CallError(Errors.proofNotValid, { problem: cause.message }, { message: sentence(cause) });
}

function askedFor(problem: NonceProblem): string {
  const { meaning } = Errors.proofNeedsNonce;
  return problem.message === ''
    ? meaning
    : `${sentence(problem)} Or repeat it with the nonce in the DPoP-Nonce header.`;
}

function sentence({ message }: Error): string {
  return `The DPoP proof was refused: ${message}.`;
}

/** @param description without quotes and backslashes */
function challenge(error: OAuthError, description: string): string {
  return `DPoP error="${error}", error_description="${description}", ${ALGS}`;
}
