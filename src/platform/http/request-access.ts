import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../operations/exchange.js';

/** The lane's access to credentials and sessions, which belong to a higher layer: `app.module.ts` provides it. */
export abstract class RequestAccess {
  /** Whether the request identifies its caller: by a header, both client parameters or a session cookie. */
  abstract namesCaller(request: IncomingMessage, exchange: Exchange): boolean;

  /**
   * The client named by the parameters read so far, to compare with those read later.
   * @throws CallError invalidParameter, accessTokenInvalid
   */
  abstract clientNamed(exchange: Exchange): unknown;

  /** Whether the request has a session cookie and no token (D42). */
  abstract comesWithSession(request: IncomingMessage, exchange: Exchange): boolean;

  /** Loads the session of the request. @throws CallError unavailable when its store is not available */
  abstract loadSession(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
