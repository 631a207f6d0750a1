import { ChoiceArg, TextArg } from '../contract/args.js';
import { ACCESS_TOKEN_TYPE, JWT_TYPE, MAX_ASSERTION, VALIDATION_TOKEN_TYPE } from './sso/vouchers.js';
import type { TokenType } from './token-grant.entity.js';

/** POST /token: what each grant type needs is checked by the grant (RFC 6749 §4.3.2, §4.4.2, §6; D62). */
export class TokenEndpointArgs {
  @TextArg('grant_type', {
    description:
      'authorization_code, refresh_token, password, client_credentials, or (with urn:ietf:params:oauth:grant-type: before it) token-exchange or jwt-bearer.',
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

  @TextArg('device_id', { optional: true, description: 'Device identifier, where a user signs in.' })
  deviceId?: string;

  @TextArg('subject_token', {
    optional: true,
    max: MAX_ASSERTION,
    secret: true,
    description: 'For a token exchange (RFC 8693): a validation token or an assertion.',
  })
  subjectToken?: string;

  @TextArg('subject_token_type', {
    optional: true,
    description: `${VALIDATION_TOKEN_TYPE} or ${JWT_TYPE}.`,
  })
  subjectTokenType?: string;

  @TextArg('requested_token_type', { optional: true, description: `${ACCESS_TOKEN_TYPE} if at all.` })
  requestedTokenType?: string;

  @TextArg('audience', {
    optional: true,
    max: 2048,
    description: 'Of a token exchange: this issuer if at all.',
  })
  audience?: string;

  @TextArg('resource', { optional: true, max: 2048, description: 'The same as a URI.' })
  resource?: string;

  @TextArg('actor_token', {
    optional: true,
    max: MAX_ASSERTION,
    secret: true,
    description: 'Refused: nobody acts for somebody else here.',
  })
  actorToken?: string;

  @TextArg('assertion', {
    optional: true,
    max: MAX_ASSERTION,
    secret: true,
    description: 'For the grant type jwt-bearer (RFC 7523 §2.1).',
  })
  assertion?: string;

  @TextArg('scope', {
    optional: true,
    description: 'Of a token exchange or assertion: cuts the tokens down. Else all that the ruleset allows.',
  })
  scope?: string;
}

export function tokenTypeOf({ tokenType }: TokenEndpointArgs): TokenType {
  return tokenType === 'mac' ? 'mac' : 'bearer';
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
