import { TextArg, withAnyOf } from '../../platform/operations/args.js';
import { GRANT_DECLARATIONS, GRANT_NAMES } from './grant-types.js';

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
