import { TextArg } from '../../../platform/operations/args.js';

/** RFC 6749 §6. */
export class RefreshTokenArgs {
  @TextArg('refresh_token', { secret: true, description: 'For grant_type=refresh_token.' })
  refreshToken!: string;
}
