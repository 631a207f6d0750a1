import { ChoiceArg, TextArg } from '../../platform/operations/args.js';
import type { TokenType } from '../tokens/token-grant.entity.js';

/** Parameters of every grant type that creates a grant. */
export class TokenTypeArgs {
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

/** Parameters of every grant type by which a client vouches for a user. */
export class VouchedArgs extends SignInArgs {
  @TextArg('scope', {
    optional: true,
    description: 'Of a token exchange or assertion: cuts the tokens down. Else all that the ruleset allows.',
  })
  scope?: string;
}

export function tokenTypeOf({ tokenType }: TokenTypeArgs): TokenType {
  return tokenType === 'mac' ? 'mac' : 'bearer';
}
