import { TextArg } from '../../platform/operations/args.js';

/** JWTs are long. */
const MAX_TOKEN = 4096;

/** POST /revoke (RFC 7009 §2.1). */
export class RevokeArgs {
  @TextArg('token', { secret: true, max: MAX_TOKEN, description: 'The access or refresh token to end.' })
  token!: string;

  @TextArg('token_type_hint', {
    optional: true,
    description: 'access_token or refresh_token; a hint only, both are searched.',
  })
  tokenTypeHint?: string;
}

/** POST /introspect (RFC 7662 §2.1). */
export class IntrospectArgs {
  @TextArg('token', { secret: true, max: MAX_TOKEN, description: 'An access or refresh token.' })
  token!: string;

  @TextArg('token_type_hint', {
    optional: true,
    description: 'access_token or refresh_token; a hint only, both are searched.',
  })
  tokenTypeHint?: string;
}
