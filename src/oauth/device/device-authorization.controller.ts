import { AppConfig } from '../../platform/config/app-config.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Caller } from '../../platform/operations/caller.js';
import {
  CallArgs,
  CurrentAddress,
  CurrentCaller,
  Endpoint,
  raw,
  ToldOfLimits,
} from '../../platform/operations/declare.js';
import type { RateLimitSink } from '../../platform/throttle/rate-limit.js';
import { HERE, keptTarget, requestedScope } from '../tokens/target.js';
import { Targets } from '../tokens/targets.js';
import { DEVICE_PATH } from './device-path.js';
import { DeviceAuthorizationArgs } from './device-authorization.args.js';
import { DeviceAuthorizations, requireDeviceClient } from './device-authorizations.js';
import { DeviceAuthorizationView } from './device-authorization.view.js';
import { shownUserCode } from './user-code.js';

/** The device authorization endpoint (RFC 8628 §3.1). */
@Calls({ client: 'credentials', account: 'none' })
export class DeviceAuthorizationController {
  constructor(
    private readonly authorizations: DeviceAuthorizations,
    private readonly targets: Targets,
    private readonly config: AppConfig,
  ) {}

  @Endpoint('/device_authorization', {
    name: 'oauth2deviceauthorization',
    summary: 'Codes for a device without a keyboard, whose user decides elsewhere (RFC 8628)',
    args: DeviceAuthorizationArgs,
    result: raw(DeviceAuthorizationView),
    writes: true,
    errors: [Errors.scopeNotValid, Errors.targetNotValid],
  })
  async begin(
    @CallArgs() { scope, resource = [] }: DeviceAuthorizationArgs,
    @CurrentCaller() caller: Caller,
    @CurrentAddress() address: string,
    @ToldOfLimits() told: RateLimitSink | undefined,
  ): Promise<DeviceAuthorizationView> {
    const client = requireDeviceClient(caller);
    const target = (await this.targets.read(client, resource)) ?? HERE;
    const asked = { scope: requestedScope(client, scope, target), resources: keptTarget(target) };
    const begun = await this.authorizations.begin(client, asked, { address, told });
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
