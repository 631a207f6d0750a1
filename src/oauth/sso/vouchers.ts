import type { CallerClient } from '../../platform/operations/caller.js';
import type { TokenType } from '../tokens/token-grant.entity.js';

/** Token types of RFC 8693 §3; the first is Hearth's own. */
export const VALIDATION_TOKEN_TYPE = 'urn:hearth:params:oauth:token-type:validation-token';
export const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt';
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

export const MAX_ASSERTION = 8192;

/** A client's request to sign in a user for whom a token vouches. */
export interface Voucher {
  readonly client: CallerClient;
  /** A validation token or an assertion. */
  readonly token: string;
  readonly tokenType: TokenType;
  /** Thumbprint of the key that the tokens are bound to; null: none. */
  readonly thumbprint: Buffer | null;
  readonly deviceId: string | null;
  readonly scope: string | null;
  readonly address: string;
}

/** Whether it is a JWT, which has two dots; a validation token has none. */
export function isAssertion(token: string): boolean {
  return token.includes('.');
}
