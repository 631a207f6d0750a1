import { TextArg } from '../../platform/operations/args.js';
import type { QueryParameter } from '../../platform/operations/query-parameters.js';
import { AUTHORIZE_PARAMETERS, maxLengthOf } from './authorize-parameters.js';

/** What authenticates the client. */
const OF_THE_CLIENT = 'client_id';

/** The parameters of an authorization request (RFC 9126 §2.1), each by its name in the interface. */
export class PushedRequestArgs {
  [name: string]: string | undefined;
}

for (const [name, { description, isRequired = false }] of Object.entries<QueryParameter>(
  AUTHORIZE_PARAMETERS,
))
  if (name !== OF_THE_CLIENT)
    TextArg(name, { optional: !isRequired, max: maxLengthOf(name), description })(
      PushedRequestArgs.prototype,
      name,
    );
