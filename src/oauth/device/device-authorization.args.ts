import { TextArg, TextListArg } from '../../platform/operations/args.js';

/** RFC 8628 §3.1. */
export class DeviceAuthorizationArgs {
  @TextArg('scope', {
    optional: true,
    description: 'What the tokens will be for, else all that the ruleset allows.',
  })
  scope?: string;

  @TextListArg('resource', {
    optional: true,
    max: 2048,
    description: 'RFC 8707: what the tokens will be for, this server unless it names a registered resource.',
  })
  resource?: readonly string[];
}
