import { ChoiceArg, TextArg, TextListArg } from '../../platform/operations/args.js';
import type { TokenType } from '../tokens/token-grant.entity.js';

/** Parameters of every grant type. */
export class ScopeArgs {
  @TextArg('scope', {
    optional: true,
    description:
      'What the tokens are for, else all that the ruleset allows; after authorization_code what the user allowed. At a refresh at most what was granted.',
  })
  scope?: string;

  @TextListArg('resource', {
    optional: true,
    max: 2048,
    description:
      'RFC 8707: what the tokens are for, this server (PUBLIC_URL) unless it names a registered resource; may be repeated, but not for JWTs.',
  })
  resource?: readonly string[];
}

/** Parameters of every grant type that creates a grant. */
export class TokenTypeArgs extends ScopeArgs {
  @ChoiceArg('token_type', ['Bearer', 'mac'], {
    optional: true,
    description: 'Bearer unless mac is asked for.',
  })
  tokenType?: 'Bearer' | 'mac';
}

/** Parameters of every grant type by which a user signs in. */
export class SignInArgs extends TokenTypeArgs {
  @TextArg('device_id', { optional: true, description: 'Device identifier, where a user signs in.' })
  deviceId?: string;
}

export function tokenTypeOf({ tokenType }: Partial<TokenTypeArgs>): TokenType {
  return tokenType === 'mac' ? 'mac' : 'bearer';
}
