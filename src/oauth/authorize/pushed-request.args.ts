import { TextArg, TextListArg } from '../../platform/operations/args.js';
import type { QueryParameter } from '../../platform/operations/query-parameters.js';
import { AUTHORIZE_PARAMETERS, MAY_REPEAT, maxLengthOf } from './authorize-parameters.js';

/** What authenticates the client. */
const OF_THE_CLIENT = 'client_id';

/** The parameters of an authorization request (RFC 9126 §2.1), each by its name in the interface. */
export class PushedRequestArgs {
  [name: string]: string | readonly string[] | undefined;
}

for (const [name, { description, isRequired = false }] of Object.entries<QueryParameter>(
  AUTHORIZE_PARAMETERS,
))
  if (name !== OF_THE_CLIENT) {
    const argument = MAY_REPEAT.includes(name) ? TextListArg : TextArg;
    const options = { optional: !isRequired, max: maxLengthOf(name), description };
    argument(name, options)(PushedRequestArgs.prototype, name);
  }
