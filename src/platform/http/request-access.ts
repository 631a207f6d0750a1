import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../operations/exchange.js';

/** What the lane has to know about credentials and sessions, which stand above it: `app.module.ts` fills it. */
export abstract class RequestAccess {
  /** Whether the request says whose it is: by a header, by both client parameters or by a session's cookie. */
  abstract namesCaller(request: IncomingMessage, exchange: Exchange): boolean;

  /**
   * The client that the parameters read so far name, to be compared with what they name later.
   * @throws CallError invalidParameter, accessTokenInvalid
   */
  abstract clientNamed(exchange: Exchange): unknown;

  /** Whether the request came with a session's cookie and without a token (D42). */
  abstract comesWithSession(request: IncomingMessage, exchange: Exchange): boolean;

  /** Loads the session of the request. @throws CallError unavailable when its store is away */
  abstract loadSession(request: IncomingMessage, response: ServerResponse): Promise<void>;
}
