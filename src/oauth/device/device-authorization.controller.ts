import { AppConfig } from '../../platform/config/app-config.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Caller } from '../../platform/operations/caller.js';
import { CallArgs, CurrentAddress, CurrentCaller, Endpoint, raw } from '../../platform/operations/declare.js';
import { requestedScope } from '../tokens/requested-scope.js';
import { DEVICE_PATH } from './device-path.js';
import { DeviceAuthorizationArgs } from './device-authorization.args.js';
import { DeviceAuthorizations } from './device-authorizations.js';
import { DeviceAuthorizationView } from './device-authorization.view.js';
import { requireDeviceClient } from './require-device-client.js';
import { shownUserCode } from './user-code.js';

/** The device authorization endpoint (RFC 8628 §3.1). */
@Calls({ client: 'credentials', account: 'none' })
export class DeviceAuthorizationController {
  constructor(
    private readonly authorizations: DeviceAuthorizations,
    private readonly config: AppConfig,
  ) {}

  @Endpoint('/device_authorization', {
    name: 'oauth2deviceauthorization',
    summary: 'Codes for a device without a keyboard, whose user decides elsewhere (RFC 8628)',
    args: DeviceAuthorizationArgs,
    result: raw(DeviceAuthorizationView),
    writes: true,
    errors: [Errors.scopeNotValid],
  })
  async begin(
    @CallArgs() { scope }: DeviceAuthorizationArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
  ): Promise<DeviceAuthorizationView> {
    const client = requireDeviceClient(caller);
    const begun = await this.authorizations.begin(client, requestedScope(client, scope), address);
    const code = shownUserCode(begun.userCode);
    const page = `${this.config.publicUrl}${DEVICE_PATH}`;
    return {
      device_code: begun.deviceCode,
      user_code: code,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${code}`,
      expires_in: begun.expiresInSeconds,
      interval: begun.intervalSeconds,
    };
  }
}
