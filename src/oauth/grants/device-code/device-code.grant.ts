import { Errors } from '../../../platform/errors/catalogue.js';
import { DeviceAuthorizations, requireDeviceClient } from '../../device/device-authorizations.js';
import type { IssuedTokens } from '../../tokens/access-token.view.js';
import { GrantType, type Grant, type TokenRequest } from '../grant-type.js';
import { tokenTypeOf } from '../shared.args.js';
import { DeviceCodeArgs } from './device-code.args.js';

const ISSUED_AS = 'device_code';

/** RFC 8628 §3.4 (D270). */
@GrantType({
  name: 'urn:ietf:params:oauth:grant-type:device_code',
  parameters: DeviceCodeArgs,
  requireClient: requireDeviceClient,
  errors: [
    Errors.authorizationPending,
    Errors.slowDown,
    Errors.accessDenied,
    Errors.deviceCodeExpired,
    Errors.grantNotValid,
  ],
  issuesAs: [ISSUED_AS],
})
export class DeviceCodeGrant implements Grant<DeviceCodeArgs> {
  constructor(private readonly authorizations: DeviceAuthorizations) {}

  exchange({ args, target: narrowed, ...request }: TokenRequest<DeviceCodeArgs>): Promise<IssuedTokens> {
    const { deviceCode: code } = args;
    const tokenType = tokenTypeOf(args);
    return this.authorizations.redeem({ ...request, code, narrowed, tokenType, grantType: ISSUED_AS });
  }
}
