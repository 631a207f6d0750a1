import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { attachAskingClient } from '../authorize/asking-client.js';
import { single } from '../authorize/authorize-request.js';
import { canAuthenticate, ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { isDocumentUrl } from '../clients/document-url.js';
import { DocumentClients } from '../documents/document-clients.js';
import { NOBODY, type Caller, type CallerClient, type Strength } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { CallError, ClientRefused } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { withAccount } from '../../identity/accounts/account-information.service.js';
import { Clock } from '../../platform/security/clock.js';
import type { Long } from '../../platform/operations/long.js';
import { acrOf } from '../../identity/sessions/acr.js';
import {
  legacyAccountOf,
  sessionSignInOf,
  webSessionOf,
  type WebSession,
} from '../../identity/sessions/current-session.js';
import { sessionMethodsOf } from '../../identity/sessions/session-proofs.js';
import { BOUND_EXPIRED, invalidBoundToken } from '../dpop/dpop-refusals.js';
import { DpopVerifier } from '../dpop/dpop-verifier.js';
import { macError, MacVerifier } from '../mac/mac-verifier.js';
import type { AccessToken, AccessTokenType } from '../tokens/format/access-token.js';
import { isForThisServer } from '../tokens/target.js';
import { TokenLookup, type KnownToken } from '../tokens/token-lookup.js';
import { ClientAssertions, type SentAssertion } from './client-assertions.js';
import {
  invalidBearer,
  readCredentials,
  type ClientCredentials,
  type TokenCredentials,
} from './credentials.js';

const MAC_EXPIRED = 'MAC Expired';
const BY_KEY_ALONE = 'it authenticates by private_key_jwt alone';
const BEARER_EXPIRED = 'Bearer error="invalid_token", error_description="The access token expired"';

interface Authenticated {
  readonly scheme: 'client' | 'public';
  readonly client: KnownClient;
}

/** Resolves the caller (§5.1), client and account, from a token, client credentials or a session. */
@Injectable()
export class CallerResolver {
  constructor(
    private readonly tokens: TokenLookup,
    private readonly clients: ClientDirectory,
    private readonly macs: MacVerifier,
    private readonly proofs: DpopVerifier,
    private readonly assertions: ClientAssertions,
    private readonly clock: Clock,
    private readonly documents: DocumentClients,
  ) {}

  /** @throws CallError when the credentials are malformed or wrong, or the token has expired or was revoked */
  async resolve(exchange: Exchange): Promise<Caller> {
    const { token, client, assertion } = readCredentials(exchange);
    if (token) return this.byTokenAnd(client, assertion, token, exchange);
    const web = webSessionOf(exchange);
    if (assertion || client.length > 0) {
      const allowsPublic = exchange.operation?.allowsPublicClients === true;
      const found = await (assertion
        ? this.byAssertion(assertion, exchange)
        : exchange.operation?.name === 'oauth2par' && isUnproven(client)
          ? this.byDocument(client, exchange.origin.address)
          : this.byCredentials(client, allowsPublic, exchange.origin.address));
      // A web-flow session provides its account to the client that validated it, and to no other (D66).
      const accountId = web?.clientId === found.client.id ? web.accountId : legacyAccountOf(exchange);
      const strength = strengthIn(exchange, accountId);
      return Object.freeze({ scheme: found.scheme, client: found.client, accountId, strength });
    }
    if (web) return this.byWebSession(web, exchange);
    const accountId = legacyAccountOf(exchange);
    if (accountId === null) return NOBODY;
    const strength = strengthIn(exchange, accountId);
    return Object.freeze({ scheme: 'session', client: null, accountId, strength });
  }

  /**
   * Resolves the client by the client_id in the URL of a browser; the client proves itself later, at /token (D182).
   * @throws ClientRefused
   */
  async byName(visit: Visit): Promise<Caller> {
    const clientId = single(visit.query, 'client_id');
    const client = clientId === null ? null : await this.asking(clientId, visit.address);
    if (client === null) throw new ClientRefused(Errors.clientNotAuthenticated);
    attachAskingClient(visit, client);
    return Object.freeze({ scheme: 'public', client, accountId: null });
  }

  /** The client that sends people here, registered or not. @throws DocumentRefused, BudgetSpent */
  private asking(clientId: string, address: string): KnownClient | null | Promise<KnownClient | null> {
    return isDocumentUrl(clientId)
      ? this.documents.find(clientId, address)
      : this.clients.findByClientId(clientId);
  }

  /**
   * A pushed request begins an authorization: no account may have allowed the client anything yet.
   * @throws CallError clientNotAuthenticated; DocumentRefused, BudgetSpent
   */
  private async byDocument(
    [{ clientId }]: readonly ClientCredentials[],
    address: string,
  ): Promise<Authenticated> {
    const client = await this.documents.find(clientId, address);
    if (!canAuthenticate(client)) return { scheme: 'public', client };
    throw new CallError(Errors.clientNotAuthenticated, { problem: BY_KEY_ALONE });
  }

  /** Provides no caller until the session is validated, or while its client is disabled (D66). */
  private async byWebSession({ accountId, clientId }: WebSession, exchange: Exchange): Promise<Caller> {
    const client = clientId === null ? null : await this.clients.findById(clientId);
    if (client === null) return NOBODY;
    return Object.freeze({ scheme: 'session', client, accountId, strength: strengthIn(exchange, accountId) });
  }

  private async byTokenAnd(
    client: readonly ClientCredentials[],
    assertion: SentAssertion | null,
    token: TokenCredentials,
    exchange: Exchange,
  ): Promise<Caller> {
    const { operation } = exchange;
    if (operation?.kind === 'endpoint' && !operation.forTokens) throw new CallError(Errors.clientRequired); // RFC 6749 §2.3.1
    const caller = await this.byToken(token, exchange);
    if (assertion || client.length > 0) await this.requireSameClient(caller, client, assertion, exchange);
    return caller;
  }

  private async byToken(credentials: TokenCredentials, exchange: Exchange): Promise<Caller> {
    const { scheme } = credentials;
    const plain = credentials.scheme === 'mac' ? credentials.mac.id : credentials.token;
    const token = await this.tokens.find(plain, exchange.operation?.account === 'required');
    if (token === null) throw unknownToken(scheme);
    const { said } = token;
    if (said.tokenType !== scheme) throw wrongScheme(scheme, said);
    if (!isForThisServer(said)) throw forAnother(scheme);
    if (token.clientId === null || said.expiresAt <= this.clock.millis()) throw expired(said);
    if (credentials.scheme === 'mac' && token.mac)
      await this.macs.verify(credentials.mac, token.mac, token.digest, exchange);
    const client = await this.clients.findById(token.clientId);
    if (client === null) throw unknownToken(scheme); // the client was disabled
    if (scheme === 'dpop') await this.proofs.verifyCall(token, client, exchange);
    return callerOf(token, client, exchange);
  }

  /** Client credentials sent beside a token are checked too, and must belong to the token's client (D34). */
  private async requireSameClient(
    caller: Caller,
    presented: readonly ClientCredentials[],
    assertion: SentAssertion | null,
    exchange: Exchange,
  ): Promise<void> {
    const { client } = await (assertion
      ? this.byAssertion(assertion, exchange)
      : this.byCredentials(presented, true, exchange.origin.address));
    if (client.id === caller.client?.id) return;
    const message = 'The access token and the client credentials belong to different clients.';
    throw new CallError(Errors.invalidParameter, {}, { message });
  }

  /** @throws CallError clientNotAuthenticated */
  private async byAssertion(assertion: SentAssertion, exchange: Exchange): Promise<Authenticated> {
    return { scheme: 'client', client: await this.assertions.verify(assertion, exchange) };
  }

  /** @throws CallError clientNotAuthenticated */
  private byCredentials(
    spellings: readonly ClientCredentials[],
    allowsPublic: boolean,
    address: string,
  ): Authenticated | Promise<Authenticated> {
    const [{ clientId, secret }] = spellings;
    const client = this.clients.inMemory(clientId); // a rejected look-up that nobody awaits would end the process
    const isKnown = secret && client && this.clients.hasKnownSecret(client, [secret]);
    return isKnown ? { scheme: 'client', client } : this.bySpellings(spellings, allowsPublic, address);
  }

  private async bySpellings(
    spellings: readonly ClientCredentials[],
    allowsPublic: boolean,
    address: string,
  ): Promise<Authenticated> {
    let named: string | undefined;
    let problem = 'unknown or disabled client_id';
    for (const { clientId, secret } of spellings) {
      const client = await this.clients.findByClientId(clientId);
      if (client === null) continue;
      named = client.clientId;
      problem = secret ? 'wrong secret' : 'no secret';
      if (client.requiresPrivateKeyJwt) problem = BY_KEY_ALONE;
      if (secret === null || secret === '') {
        // A Public client may have no secret; one that has a secret must present it.
        if (allowsPublic && client.isPublic && !canAuthenticate(client)) return { scheme: 'public', client };
        continue;
      }
      const presented = spellings
        .filter((other) => other.clientId === clientId)
        .map((other) => other.secret as string);
      if (await this.clients.hasSecret(client, presented, address)) return { scheme: 'client', client };
    }
    // Named only if such a client exists: anything else may be a secret in the wrong field.
    throw new CallError(Errors.clientNotAuthenticated, { clientId: named, problem });
  }
}

function isUnproven([{ clientId, secret }]: readonly ClientCredentials[]): boolean {
  return isDocumentUrl(clientId) && !secret;
}

function callerOf(token: KnownToken, client: CallerClient, exchange: Exchange): Caller {
  const { said, accountId, scope, strength, isOfDevicePassword } = token;
  exchange.macAlgorithm = token.mac?.algorithm ?? null;
  const { tokenType: scheme, grantId } = said;
  const caller = { scheme, client, accountId, scope, strength, grantId, isOfDevicePassword };
  return Object.freeze(token.account ? withAccount(caller, token.account) : caller);
}

/** Returns the strength of the sign-in of the session's account; undefined: there is no account. */
function strengthIn(exchange: Exchange, accountId: Long | null): Strength | undefined {
  if (accountId === null) return undefined;
  const at = sessionSignInOf(exchange)?.getTime() ?? null;
  return { acr: acrOf(sessionMethodsOf(exchange)), at };
}

function unknownToken(scheme: AccessTokenType): CallError {
  const description = 'The access token is unknown or was revoked';
  if (scheme === 'mac') return macError('unknown token');
  return scheme === 'dpop' ? invalidBoundToken(description) : invalidBearer(description);
}

/** Its resource server has it, which may not act for the account here (D403). */
function forAnother(scheme: AccessTokenType): CallError {
  const description = 'The access token is for another resource';
  return scheme === 'dpop' ? invalidBoundToken(description) : invalidBearer(description);
}

function wrongScheme(scheme: AccessTokenType, { tokenType }: Pick<AccessToken, 'tokenType'>): CallError {
  if (scheme === 'mac') return macError('not a MAC token');
  if (scheme === 'dpop') return invalidBoundToken('The access token is bound to no key');
  return tokenType === 'dpop'
    ? invalidBearer('The access token is bound to a key: present it by DPoP, with a proof')
    : invalidBearer('The access token is not a Bearer token');
}

/** An `interface` client also gets the challenges of §7.1, for every type of token (D39). */
function expired({ tokenType, isOfInterface }: Pick<AccessToken, 'tokenType' | 'isOfInterface'>): CallError {
  if (tokenType === 'dpop')
    return new CallError(Errors.accessTokenExpired, {}, { headers: { 'WWW-Authenticate': BOUND_EXPIRED } });
  const bearer = isOfInterface ? [BEARER_EXPIRED, MAC_EXPIRED] : BEARER_EXPIRED;
  const headers = { 'WWW-Authenticate': tokenType === 'mac' ? MAC_EXPIRED : bearer };
  return new CallError(Errors.accessTokenExpired, {}, { headers });
}
