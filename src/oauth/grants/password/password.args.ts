import { TextArg } from '../../../platform/operations/args.js';
import { SignInArgs } from '../shared.args.js';

/** RFC 6749 §4.3.2. */
export class PasswordArgs extends SignInArgs {
  @TextArg('username', { max: 320, description: 'Account identifier, for grant_type=password.' })
  username!: string;

  @TextArg('password', { max: 1024, secret: true, description: 'For grant_type=password.' })
  password!: string;
}
