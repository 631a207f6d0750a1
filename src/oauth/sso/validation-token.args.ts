import { ChoiceArg, TextArg } from '../../platform/operations/args.js';
import { MAX_ASSERTION } from './vouchers.js';

/** D53 log2createvalidationtoken. */
export class CreateValidationTokenArgs {
  @TextArg('identifier', {
    max: 320,
    description:
      "An identifier of the account: typically the ExternalId that the client's issuer knows it by.",
  })
  identifier!: string;

  @TextArg('audience', {
    optional: true,
    description: 'client_id of the one client that may use it. Else every client of the same ruleset.',
  })
  audience?: string;
}

/** §4.2 log2generateaccesstokenbyvalidationtoken. */
export class ValidationTokenArgs {
  @TextArg('validationtoken', {
    max: MAX_ASSERTION,
    secret: true,
    description: "A validation token, or a partner's assertion (a JWT).",
  })
  validationToken!: string;

  @ChoiceArg('tokentype', ['Bearer', 'Mac'], { description: 'Kind of token to issue.' })
  tokenType!: 'Bearer' | 'Mac';

  @TextArg('deviceId', { description: 'Device identifier, as in the devicesetconfig operation.' })
  deviceId!: string;
}
