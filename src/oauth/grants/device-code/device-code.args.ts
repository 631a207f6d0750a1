import { TextArg } from '../../../platform/operations/args.js';
import { TokenTypeArgs } from '../shared.args.js';

/** RFC 8628 §3.4. */
export class DeviceCodeArgs extends TokenTypeArgs {
  @TextArg('device_code', {
    secret: true,
    description: 'For the grant type device_code (RFC 8628 §3.4), from POST /device_authorization.',
  })
  deviceCode!: string;
}
