import { ChoiceArg, TextArg } from '../../platform/operations/args.js';
import type { TokenType } from '../tokens/token-grant.entity.js';

/** Of each grant type that makes a new grant. */
export class TokenTypeArgs {
  @ChoiceArg('token_type', ['Bearer', 'mac'], {
    optional: true,
    description: 'Bearer unless mac is asked for.',
  })
  tokenType?: 'Bearer' | 'mac';
}

/** Of each by which a user signs in. */
export class SignInArgs extends TokenTypeArgs {
  @TextArg('device_id', { optional: true, description: 'Device identifier, where a user signs in.' })
  deviceId?: string;
}

/** Of each by which somebody vouches for a user. */
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
