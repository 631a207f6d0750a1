import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { KnownClient } from '../clients/client-directory.js';
import { isThisServer } from '../tokens/target.js';
import {
  isError,
  readRequest,
  single,
  valuesOf,
  type AuthorizeError,
  type AuthorizeRequest,
  type WayBack,
} from './authorize-request.js';
import { PushedRequests, REQUEST_URI } from './pushed-requests.js';
import { sentByBrowser, type SentRequest } from './sent-request.js';
import { UserHints } from './user-hints.js';

const NOT_PUSHED: AuthorizeError = {
  error: 'invalid_request',
  description: 'This client must push its requests: POST them to /par and send the request_uri (RFC 9126).',
};
const ELSEWHERE: AuthorizeError = { error: 'invalid_target', description: Errors.targetNotValid.meaning };

/** Reads authorization requests, wherever they are (RFC 6749 §4.1.1, RFC 9126). */
@Injectable()
export class AuthorizeRequests {
  constructor(
    private readonly pushed: PushedRequests,
    private readonly hints: UserHints,
    private readonly config: AppConfig,
  ) {}

  /**
   * What the client sent. A pushed request counts alone, whatever is beside it in the URL (RFC 9126 §4), and is used up.
   * null: there is none of this name that is alive and this client's
   */
  async sentBy(visit: Visit, client: KnownClient): Promise<SentRequest | null> {
    const sent = sentByBrowser(visit);
    const uri = single(sent.parameters, 'request_uri');
    return uri?.startsWith(REQUEST_URI) ? this.pushed.take(client.id, uri) : sent;
  }

  async read(
    sent: SentRequest,
    client: KnownClient,
    way: WayBack,
  ): Promise<AuthorizeRequest | AuthorizeError> {
    const read = this.check(sent, client, way);
    return isError(read) ? read : this.hints.apply(read, sent.parameters);
  }

  /** Everything but whom its hints name. */
  check(
    { parameters, isPushed }: SentRequest,
    client: KnownClient,
    way: WayBack,
  ): AuthorizeRequest | AuthorizeError {
    if (client.requirePushedAuthorizationRequests && !isPushed) return NOT_PUSHED;
    const read = readRequest(parameters, client, way);
    if (isError(read)) return read;
    const isHere = (resource: unknown) => isThisServer(String(resource), this.config.publicUrl);
    return valuesOf(parameters, 'resource').every(isHere) ? read : ELSEWHERE;
  }
}
