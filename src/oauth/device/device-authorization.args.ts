import { TextArg } from '../../platform/operations/args.js';

/** RFC 8628 §3.1. */
export class DeviceAuthorizationArgs {
  @TextArg('scope', {
    optional: true,
    description: 'What the tokens will be for, else all that the ruleset allows.',
  })
  scope?: string;
}
