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
import { sentByBrowser, type SentRequest } from './sent-request.js';
import { Database, type Statement } from '../../platform/database/database.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import type { PushedRequestView } from './pushed-request.view.js';
import { ownerOf, type Owner } from '../documents/document-clients.js';

/** What the addresses of pushed requests begin with (RFC 9126 §2.2). */
const REQUEST_URI = 'urn:ietf:params:oauth:request_uri:';
/** For the way from the client over a browser back to here. */
const LIFETIME_S = 90;

const KEEP: Statement = {
  name: 'pushed-request-keep',
  text: 'INSERT INTO pushed_request (digest, client_id, document_url, query, expires_at) VALUES ($1, $2, $3, $4, $5)',
};
/** If two browsers come at once, one gets it. */
const TAKE: Statement = {
  name: 'pushed-request-take',
  text: `DELETE FROM pushed_request WHERE digest = $1 AND expires_at > $2
           AND client_id IS NOT DISTINCT FROM $3 AND document_url IS NOT DISTINCT FROM $4 RETURNING query, expires_at`,
};

interface Row {
  readonly query: string;
  readonly expires_at: Date;
}

const NOT_PUSHED: AuthorizeError = {
  error: 'invalid_request',
  description: 'This client must push its requests: POST them to /par and send the request_uri (RFC 9126).',
};
const TWO_USERS: AuthorizeError = {
  error: 'invalid_request',
  description: 'id_token_hint and sub of claims name two users.',
};

/** Reads authorization requests, wherever they are, and keeps those that are pushed, until they are used (RFC 6749 §4.1.1, RFC 9126, D267). */
@Injectable()
export class AuthorizeRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
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
    return uri?.startsWith(REQUEST_URI) ? this.take(client, uri) : sent;
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

  /** @throws CallError clientNotAuthenticated for a client that was deleted meanwhile */
  async keep(client: KnownClient, { query }: SentRequest): Promise<PushedRequestView> {
    const name = randomSecret();
    const expiresAt = new Date(this.clock.millis() + LIFETIME_S * SECOND);
    await this.store(digestOf(name), ownerOf(client), query, expiresAt);
    return { request_uri: `${REQUEST_URI}${name}`, expires_in: LIFETIME_S };
  }

  /** Uses a request up. null: this client has no such request that is still valid. */
  private async take(client: KnownClient, requestUri: string): Promise<SentRequest | null> {
    const owner = ownerOf(client);
    const digest = digestOf(requestUri.slice(REQUEST_URI.length));
    const taken = await this.database.query<Row & Record<string, unknown>>(TAKE, [
      digest,
      this.clock.now(),
      owner.clientId,
      owner.documentUrl,
    ]);
    if (taken.length === 0) return null;
    const [{ query, expires_at: expiresAt }] = taken;
    const giveBack = async (): Promise<void> => {
      await this.store(digest, owner, query, expiresAt);
    };
    return { parameters: parametersIn(query), query, isPushed: true, giveBack };
  }

  private async store(
    digest: Buffer,
    { clientId, documentUrl }: Owner,
    query: string,
    expiresAt: Date,
  ): Promise<void> {
    await this.database
      .query(KEEP, [digest, clientId, documentUrl, query, expiresAt])
      .catch((cause: unknown) => throwIfClientGone(cause, 'pushed_request_client_id_fkey'));
  }
}

/** Whether the account is the expected one. */
export function isHinted(
  { hintedAccountId }: Pick<AuthorizeRequest, 'hintedAccountId'>,
  accountId: Long,
): boolean {
  return hintedAccountId === null || hintedAccountId === accountId;
}

/** As of a URL: a repeated parameter is a list. */
function parametersIn(query: string): SentRequest['parameters'] {
  const sent = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
