import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { NOBODY, type Caller } from '../contract/caller.js';
import { exchangeOf, type Exchange } from '../contract/exchange.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { AccountInformationService } from '../families/account-information.service.js';
import { Clock } from '../security/clock.js';
import { sessionAccountOf, webSessionOf, type WebSession } from '../sessions/http-session.js';
import { macError, MacVerifier } from '../tokens/mac/mac-verifier.js';
import { TokenLookup, type KnownToken } from '../tokens/token-lookup.js';
import {
  invalidBearer,
  readCredentials,
  type ClientCredentials,
  type TokenCredentials,
} from './credentials.js';

/** Finds out who is calling (§5.1): client and account, from a token, client credentials or the session. */
@Injectable()
export class CallerResolver {
  constructor(
    private readonly tokens: TokenLookup,
    private readonly clients: ClientDirectory,
    private readonly macs: MacVerifier,
    private readonly clock: Clock,
    private readonly information: AccountInformationService,
  ) {}

  /** @throws CallError when what was presented is malformed, wrong, expired or ended */
  async resolve(request: IncomingMessage): Promise<Caller> {
    const exchange = exchangeOf(request);
    const credentials = readCredentials(exchange);
    const { operation } = exchange;
    if (credentials.token && operation?.kind === 'endpoint' && !operation.forTokens)
      throw new CallError(Errors.clientRequired); // RFC 6749 §2.3.1
    if (credentials.token) {
      const caller = await this.byToken(credentials.token, exchange);
      await this.requireSameClient(caller, credentials.client, exchange.origin.address);
      return caller;
    }
    const web = webSessionOf(request);
    if (credentials.client.length > 0) {
      const allowsPublic = operation?.allowsPublicClients === true;
      const client = await this.byCredentials(credentials.client, allowsPublic, exchange.origin.address);
      // The web flow's session lends its account to the client that validated it, and to no other (D66).
      const accountId = web?.clientId === client.client.id ? web.accountId : sessionAccountOf(request);
      return Object.freeze({ ...client, accountId });
    }
    if (web) return this.byWebSession(web);
    const accountId = sessionAccountOf(request);
    return accountId === null ? NOBODY : Object.freeze({ scheme: 'session', client: null, accountId });
  }

  /** Nobody before it is validated, and while its client is disabled (D66). */
  private async byWebSession({ accountId, clientId }: WebSession): Promise<Caller> {
    const client = clientId === null ? null : await this.clients.findById(clientId);
    return client === null ? NOBODY : Object.freeze({ scheme: 'session', client, accountId });
  }

  private async byToken(credentials: TokenCredentials, exchange: Exchange): Promise<Caller> {
    const { scheme } = credentials;
    const plain = scheme === 'mac' ? credentials.mac.id : credentials.token;
    const token = await this.tokens.find(plain, exchange.operation?.account === 'required');
    if (token === null) throw unknownToken(scheme);
    if (token.tokenType !== scheme) throw wrongScheme(scheme);
    if (token.expiresAt <= this.clock.millis()) throw expired(scheme);
    if (scheme === 'mac' && token.mac)
      await this.macs.verify(credentials.mac, token.mac, token.digest, exchange);
    const client = await this.clients.findById(token.clientId);
    if (client === null) throw unknownToken(scheme); // the client was disabled
    exchange.macAlgorithm = token.mac?.algorithm ?? null;
    const caller = Object.freeze({ scheme, client, accountId: token.accountId, scope: token.scope });
    if (token.account) this.information.provide(caller, token.account);
    return caller;
  }

  /** Client credentials beside a token are checked too, and must be the token's client (D34). */
  private async requireSameClient(
    caller: Caller,
    presented: readonly ClientCredentials[],
    address: string,
  ): Promise<void> {
    if (presented.length === 0) return;
    const { client } = await this.byCredentials(presented, true, address);
    if (client.id === caller.client?.id) return;
    const message = 'The access token and the client credentials belong to different clients.';
    throw new CallError(Errors.invalidParameter, {}, { message });
  }

  /** @throws CallError clientNotAuthenticated */
  private async byCredentials(
    spellings: readonly ClientCredentials[],
    allowsPublic: boolean,
    address: string,
  ): Promise<{ scheme: 'client' | 'public'; client: KnownClient }> {
    for (const { clientId, secret } of spellings) {
      const client = await this.clients.findByClientId(clientId);
      if (client === null) continue;
      if (secret === null || secret === '') {
        // A Public client may have no secret; one that has proves itself with it.
        if (allowsPublic && client.isPublic && client.secrets.length === 0)
          return { scheme: 'public', client };
        continue;
      }
      const presented = spellings
        .filter((other) => other.clientId === clientId)
        .map((other) => other.secret as string);
      if (await this.clients.hasSecret(client, presented, address)) return { scheme: 'client', client };
    }
    throw new CallError(Errors.clientNotAuthenticated);
  }
}

function unknownToken(scheme: KnownToken['tokenType']): CallError {
  return scheme === 'mac'
    ? macError('unknown token')
    : invalidBearer('The access token is unknown or was revoked');
}

function wrongScheme(scheme: KnownToken['tokenType']): CallError {
  return scheme === 'mac'
    ? macError('not a MAC token')
    : invalidBearer('The access token is not a Bearer token');
}

function expired(scheme: KnownToken['tokenType']): CallError {
  const challenge =
    scheme === 'mac'
      ? 'MAC Expired'
      : 'Bearer error="invalid_token", error_description="The access token expired"';
  return new CallError(Errors.accessTokenExpired, {}, { headers: { 'WWW-Authenticate': challenge } });
}
