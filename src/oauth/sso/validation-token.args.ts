import { TextArg } from '../../platform/operations/args.js';

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
