import { TextArg } from '../../../platform/operations/args.js';
import { TokenTypeArgs } from '../shared.args.js';

/** RFC 6749 §4.1.3, RFC 7636 §4.5. */
export class AuthorizationCodeArgs extends TokenTypeArgs {
  @TextArg('code', { secret: true, description: 'For grant_type=authorization_code.' })
  code!: string;

  @TextArg('redirect_uri', {
    max: 2048,
    description: 'For grant_type=authorization_code: as in the authorization request.',
  })
  redirectUri!: string;

  @TextArg('code_verifier', {
    optional: true,
    max: 128,
    secret: true,
    description: 'PKCE (RFC 7636), where the authorization request had a code_challenge.',
  })
  codeVerifier?: string;
}
