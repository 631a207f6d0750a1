import { ChoiceArg, TextArg } from '../../platform/operations/args.js';

/** §4.2 log2generateaccesstokenbypassword. */
export class PasswordTokenArgs {
  @TextArg('identifier', {
    max: 320,
    description: 'Account identifier, for example a login or an e-mail address.',
  })
  identifier!: string;

  @TextArg('password', { max: 1024, secret: true, description: 'Password of the account.' })
  password!: string;

  @ChoiceArg('tokentype', ['Bearer', 'Mac'], { description: 'Kind of token to issue.' })
  tokenType!: 'Bearer' | 'Mac';

  @TextArg('deviceId', { description: 'Device identifier, as in the devicesetconfig operation.' })
  deviceId!: string;
}
