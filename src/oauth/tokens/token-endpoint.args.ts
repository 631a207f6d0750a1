import { TextArg, withAnyOf } from '../../platform/operations/args.js';
import { GRANT_DECLARATIONS, GRANT_NAMES } from '../grants/grant-types.js';

/** POST /token: these, and the parameters of the grant type (RFC 6749 §4.5). */
export class TokenEndpointArgs {
  @TextArg('grant_type', { description: `${GRANT_NAMES.join(', ')}.` })
  grantType!: string;
}

/** Includes the parameters of all grant types; the requested grant type decides which are required. */
export const ANY_GRANT = withAnyOf(
  TokenEndpointArgs,
  GRANT_DECLARATIONS.map(({ parameters }) => parameters),
);

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
