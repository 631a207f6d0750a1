import { TextArg } from '../../platform/operations/args.js';

/** RFC 6750 §2.2. */
export class UserInfoArgs {
  @TextArg('access_token', {
    optional: true,
    max: 512,
    secret: true,
    description: 'The access token, where it is not in the Authorization header.',
  })
  accessToken?: string;
}
