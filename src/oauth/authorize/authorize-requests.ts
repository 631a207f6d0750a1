import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { KnownClient } from '../clients/client-directory.js';
import { IdTokens } from '../oidc/id-tokens.js';
import type { Long } from '../../platform/operations/long.js';
import type { Target } from '../tokens/target.js';
import { Targets } from '../tokens/targets.js';
import { NO_ACCOUNT } from './claims-parameter.js';
import {
  isError,
  readRequest,
  sentValues,
  single,
  type AuthorizeError,
  type AuthorizeParameters,
  type AuthorizeRequest,
  type WayBack,
} from './authorize-request.js';
import { PushedRequests, REQUEST_URI } from './pushed-requests.js';
import { sentByBrowser, type SentRequest } from './sent-request.js';

const NOT_PUSHED: AuthorizeError = {
  error: 'invalid_request',
  description: 'This client must push its requests: POST them to /par and send the request_uri (RFC 9126).',
};
const TWO_USERS: AuthorizeError = {
  error: 'invalid_request',
  description: 'id_token_hint and sub of claims name two users.',
};

/** Reads authorization requests, wherever they are (RFC 6749 §4.1.1, RFC 9126). */
@Injectable()
export class AuthorizeRequests {
  constructor(
    private readonly pushed: PushedRequests,
    private readonly idTokens: IdTokens,
    private readonly targets: Targets,
  ) {}

  /**
   * Returns what the client sent. A pushed request replaces all other parameters of the URL (RFC 9126 §4), and is used up.
   * null: this client has no pushed request of this name that is still valid
   */
  async sentBy(visit: Visit, client: KnownClient): Promise<SentRequest | null> {
    const sent = sentByBrowser(visit);
    const uri = single(sent.parameters, 'request_uri');
    return uri?.startsWith(REQUEST_URI) ? this.pushed.take(client, uri) : sent;
  }

  async read(
    sent: SentRequest,
    client: KnownClient,
    way: WayBack,
  ): Promise<AuthorizeRequest | AuthorizeError> {
    const read = await this.check(sent, client, way);
    return isError(read) ? read : this.withHint(read, sent.parameters);
  }

  /** Checks everything but the user of the hint. */
  async check(
    { parameters, isPushed }: SentRequest,
    client: KnownClient,
    way: WayBack,
  ): Promise<AuthorizeRequest | AuthorizeError> {
    if (client.requirePushedAuthorizationRequests && !isPushed) return NOT_PUSHED;
    const target = await this.targetOf(parameters, client);
    return target !== null && 'error' in target
      ? target
      : readRequest(parameters, client, way, target ?? undefined);
  }

  /** null: the request names none. */
  private async targetOf(
    parameters: AuthorizeParameters,
    client: KnownClient,
  ): Promise<Target | AuthorizeError | null> {
    const asked = sentValues(parameters, 'resource').map(String);
    try {
      return asked.length === 0 ? null : await this.targets.read(client, asked);
    } catch (cause) {
      if (!(cause instanceof CallError) || cause.definition !== Errors.targetNotValid) throw cause;
      return { error: 'invalid_target', description: cause.message };
    }
  }

  /**
   * Notes whom the request expects: the user of its id_token_hint (OpenID Connect Core §3.1.2.1, D102), beside that of
   * `sub` in `claims`. A hint that is not ours says nothing about the user, who then has to sign in; with prompt=none that
   * is impossible.
   */
  private async withHint(
    request: AuthorizeRequest,
    parameters: AuthorizeParameters,
  ): Promise<AuthorizeRequest | AuthorizeError> {
    const hint = single(parameters, 'id_token_hint');
    if (hint === null) return request;
    const read = await this.idTokens.read(hint);
    const { prompt, hintedAccountId } = request;
    if (read && hintedAccountId !== null && read.accountId !== hintedAccountId) return TWO_USERS;
    if (read) return { ...request, hintedAccountId: read.accountId, isOnlyNamed: false };
    if (prompt === 'none') return { ...request, hintedAccountId: NO_ACCOUNT };
    return { ...request, prompt: prompt === null ? 'login' : `${prompt} login` };
  }
}

/** Whether the account is the expected one. */
export function isHinted(
  { hintedAccountId }: Pick<AuthorizeRequest, 'hintedAccountId'>,
  accountId: Long,
): boolean {
  return hintedAccountId === null || hintedAccountId === accountId;
}
