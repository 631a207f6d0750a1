import { TextArg } from '../../../platform/operations/args.js';
import { ScopeArgs } from '../shared.args.js';

/** RFC 6749 §6. */
export class RefreshTokenArgs extends ScopeArgs {
  @TextArg('refresh_token', { secret: true, description: 'For grant_type=refresh_token.' })
  refreshToken!: string;
}
