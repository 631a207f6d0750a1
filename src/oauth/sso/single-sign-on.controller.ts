import type { Caller } from '../../platform/operations/caller.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Call, CallArgs, CurrentAddress, CurrentCaller } from '../../platform/operations/declare.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { requirePrivilegedItself } from '../tokens/require-client.js';
import { CreateValidationTokenArgs } from './validation-token.args.js';
import { ValidationTokens } from './validation-tokens.js';

/** Makes the tokens of single sign-on by the interface; the calls of grants and POST /token exchange them. */
@Calls({ client: 'credentials', account: 'none' })
export class SingleSignOnController {
  constructor(private readonly validationTokens: ValidationTokens) {}

  @Call('log2', 'createvalidationtoken', {
    summary: 'A single-use token that vouches for the account with an identifier (privileged clients)',
    args: CreateValidationTokenArgs,
    result: 'text',
    account: 'none',
    writes: true,
    needsHttps: true,
    errors: [Errors.clientNotPrivileged, Errors.identifierUnknown],
  })
  create(
    @CallArgs() { identifier, audience }: CreateValidationTokenArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<string> {
    const client = requirePrivilegedItself(caller);
    return this.validationTokens.mint(client, { identifier, audience: audience ?? null, address });
  }
}
