import { ChoiceArg, TextArg } from '../contract/args.js';

/** POST /token: what each grant type needs is checked by the grant (RFC 6749 §4.3.2, §4.4.2, §6; D62). */
export class TokenEndpointArgs {
  @TextArg('grant_type', {
    description: 'authorization_code, refresh_token, password or client_credentials.',
  })
  grantType!: string;

  @TextArg('code', { optional: true, secret: true, description: 'For grant_type=authorization_code.' })
  code?: string;

  @TextArg('redirect_uri', {
    optional: true,
    max: 2048,
    description: 'For grant_type=authorization_code: as in the authorization request.',
  })
  redirectUri?: string;

  @TextArg('code_verifier', {
    optional: true,
    max: 128,
    secret: true,
    description: 'PKCE (RFC 7636), where the authorization request had a code_challenge.',
  })
  codeVerifier?: string;

  @TextArg('refresh_token', { optional: true, secret: true, description: 'For grant_type=refresh_token.' })
  refreshToken?: string;

  @TextArg('username', {
    optional: true,
    max: 320,
    description: 'Account identifier, for grant_type=password.',
  })
  username?: string;

  @TextArg('password', { optional: true, max: 1024, secret: true, description: 'For grant_type=password.' })
  password?: string;

  @ChoiceArg('token_type', ['Bearer', 'mac'], {
    optional: true,
    description: 'Bearer unless mac is asked for.',
  })
  tokenType?: 'Bearer' | 'mac';

  @TextArg('device_id', { optional: true, description: 'Device identifier, for grant_type=password.' })
  deviceId?: string;
}

/** POST /revoke (RFC 7009 §2.1). */
export class RevokeArgs {
  @TextArg('token', { secret: true, description: 'The access or refresh token to end.' })
  token!: string;

  @TextArg('token_type_hint', {
    optional: true,
    description: 'access_token or refresh_token; a hint only, both are searched.',
  })
  tokenTypeHint?: string;
}

/** POST /introspect (RFC 7662 §2.1). */
export class IntrospectArgs {
  @TextArg('token', { secret: true, description: 'An access or refresh token.' })
  token!: string;

  @TextArg('token_type_hint', {
    optional: true,
    description: 'access_token or refresh_token; a hint only, both are searched.',
  })
  tokenTypeHint?: string;
}
