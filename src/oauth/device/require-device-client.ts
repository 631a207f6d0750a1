import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Caller, CallerClient } from '../../platform/operations/caller.js';
import { requireClient } from '../tokens/require-client.js';

const MESSAGE = 'This client may not use the device authorization grant: its record allows it to none.';

/** @throws CallError clientRequired; callNotAllowed unless the client record allows device authorization */
export function requireDeviceClient(caller: Caller): CallerClient {
  const client = requireClient(caller);
  if (client.allowsDeviceAuthorization) return client;
  throw new CallError(Errors.callNotAllowed, { clientId: client.clientId }, { message: MESSAGE });
}
