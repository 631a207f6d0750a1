import type { GrantRequest } from '../tokens/token-issuer.js';

/** Token types of RFC 8693 §3; the first is Hearth's own. */
export const VALIDATION_TOKEN_TYPE = 'urn:hearth:params:oauth:token-type:validation-token';
export const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt';
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

export const MAX_ASSERTION = 8192;

/** A client's request to sign in a user for whom a token vouches. */
export interface Voucher
  extends
    Required<Pick<GrantRequest, 'client' | 'tokenType' | 'thumbprint' | 'deviceId' | 'scope' | 'address'>>,
    Pick<GrantRequest, 'target'> {
  /** A validation token or an assertion. */
  readonly token: string;
}

/** Whether it is a JWT, which has two dots; a validation token has none. */
export function isAssertion(token: string): boolean {
  return token.includes('.');
}
