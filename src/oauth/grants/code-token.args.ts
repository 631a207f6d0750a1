import { ChoiceArg, TextArg } from '../../platform/operations/args.js';

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
