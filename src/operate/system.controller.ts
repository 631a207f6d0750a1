import { Call } from '../platform/operations/declare.js';
import { Calls } from '../platform/operations/controllers.js';
import { VERSION } from '../platform/version.js';

@Calls({ client: 'credentials', account: 'none' })
export class SystemController {
  @Call('acc', 'ping', { summary: 'Whether the service answers', result: 'true', account: 'none' })
  ping(): true {
    return true;
  }

  @Call('sys', 'version', { summary: 'The version of the service', result: 'text', account: 'none' })
  version(): string {
    return VERSION;
  }
}
