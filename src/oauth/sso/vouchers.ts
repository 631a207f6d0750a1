import type { CallerClient } from '../../platform/operations/caller.js';
import type { TokenType } from '../tokens/token-grant.entity.js';

/** What RFC 8693 §3 calls the kinds of token; the first is ours. */
export const VALIDATION_TOKEN_TYPE = 'urn:hearth:params:oauth:token-type:validation-token';
export const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt';
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

export const MAX_ASSERTION = 8192;

/** What a privileged client brings that vouches for a user, and what it wants for it. */
export interface Voucher {
  readonly client: CallerClient;
  /** A validation token or an assertion. */
  readonly token: string;
  readonly tokenType: TokenType;
  readonly deviceId: string | null;
  readonly scope: string | null;
  readonly address: string;
}

/** A validation token that was minted here has no dot; a JWT has two. */
export function isAssertion(token: string): boolean {
  return token.includes('.');
}
