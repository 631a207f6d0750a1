import { ChoiceArg, TextArg } from '../../platform/operations/args.js';
import { MAX_ASSERTION } from '../sso/vouchers.js';

/** §4.2 log2generateaccesstokenbypassword. */
export class PasswordTokenArgs {
  @TextArg('identifier', {
    max: 320,
    description: 'Account identifier, for example a login or an e-mail address.',
  })
  identifier!: string;

  @TextArg('password', { max: 1024, secret: true, description: 'Password of the account.' })
  password!: string;

  @ChoiceArg('tokentype', ['Bearer', 'Mac'], { description: 'Kind of token to issue.' })
  tokenType!: 'Bearer' | 'Mac';

  @TextArg('deviceId', { description: 'Device identifier, as in the devicesetconfig operation.' })
  deviceId!: string;
}

/** §4.2 log2generateaccesstokenbyauthorizationcode. */
export class CodeTokenArgs {
  @TextArg('code', { secret: true, description: 'The authorization code of the redirect (§3.3 D).' })
  code!: string;

  @ChoiceArg('tokentype', ['Bearer', 'Mac'], { description: 'Kind of token to issue.' })
  tokenType!: 'Bearer' | 'Mac';

  @TextArg('codeVerifier', {
    optional: true,
    max: 128,
    secret: true,
    description: 'PKCE (RFC 7636), where the authorization request had a code_challenge.',
  })
  codeVerifier?: string;
}

/** §4.2 log2generateaccesstokenbyvalidationtoken. */
export class ValidationTokenArgs {
  @TextArg('validationtoken', {
    max: MAX_ASSERTION,
    secret: true,
    description: "A validation token, or a partner's assertion (a JWT).",
  })
  validationToken!: string;

  @ChoiceArg('tokentype', ['Bearer', 'Mac'], { description: 'Kind of token to issue.' })
  tokenType!: 'Bearer' | 'Mac';

  @TextArg('deviceId', { description: 'Device identifier, as in the devicesetconfig operation.' })
  deviceId!: string;
}
