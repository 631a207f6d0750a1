import { Injectable } from '@nestjs/common';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { OPAQUE } from '../../platform/operations/text-rules.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { OutsideFetchError } from '../../platform/security/outside-fetch.js';
import { problemWith } from '../clients/assertion-problem.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { ClientKeys } from '../clients/client-keys.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import { isDocumentUrl } from '../clients/document-url.js';
import { LegacyGate } from '../clients/legacy-gate.js';
import { DocumentClients, storedIdOf } from '../documents/document-clients.js';
import { MAX_AHEAD_SECONDS, SKEW_SECONDS, useAssertion } from '../sso/assertions.js';

/** An assertion by which a client says who it is: well-formed parameters, not yet checked. */
export interface SentAssertion {
  readonly jwt: string;
  /** The client_id beside it; null: it was left out (RFC 7521 §4.2). */
  readonly clientId: string | null;
}

const CLIENT_ID = /^[!-~]{1,255}$/;
/** Its own type is that of draft-ietf-oauth-rfc7523bis §4. */
const TYP = /^(?:application\/)?(?:jwt|client-authentication\+jwt)$/i;
/** Also said where there is no such client: strangers learn nothing of clients. */
const NO_SUCH = 'No client with this client_id authenticates by private_key_jwt.';
const UNREACHABLE = 'The keys of this client can not be fetched from its jwksUrl just now.';

/** Authenticates clients by assertions that they sign (private_key_jwt: RFC 7523 §2.2, OpenID Connect Core §9, D411). */
@Injectable()
export class ClientAssertions {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly keys: ClientKeys,
    private readonly legacy: LegacyGate,
    private readonly database: Database,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly documents: DocumentClients,
  ) {}

  /**
   * Uses the assertion up.
   * @throws CallError clientNotAuthenticated that names the problem; DocumentRefused, BudgetSpent
   */
  async verify({ jwt, clientId }: SentAssertion, exchange: Exchange): Promise<KnownClient> {
    const claimed = subjectOf(jwt);
    if (claimed === null) throw refusal('The client_assertion is not a JWT with the client_id as its sub.');
    if ((clientId ?? claimed) !== claimed)
      throw refusal('The client_id differs from the sub of the client_assertion.');
    const client = CLIENT_ID.test(claimed) ? await this.named(claimed, exchange) : null;
    if (!client?.requiresPrivateKeyJwt) throw refusal(NO_SUCH, client);
    const [path] = exchange.target.split('?', 1);
    const { aud, jti, exp } = await this.claimsOf(jwt, client, path);
    const expiresAt = new Date((exp + SKEW_SECONDS) * SECOND);
    const { manager } = this.database.dataSource;
    if (!(await useAssertion(manager, { issuer: claimed, jti, expiresAt })))
      throw refusal('The jti of the assertion was used before.', client);
    // What nobody registered is nobody's here to change.
    if (aud !== this.config.publicUrl && !client.isDocument)
      this.legacy.count(client, 'endpoint-as-audience');
    return client;
  }

  /** A pushed request begins an authorization: of a client that nobody registered there may be no row yet (D435). */
  private named(
    clientId: string,
    { operation, origin }: Exchange,
  ): ReturnType<ClientDirectory['findByClientId']> {
    return operation?.name === 'oauth2par' && isDocumentUrl(clientId)
      ? this.documents.find(clientId, origin.address)
      : this.clients.findByClientId(clientId);
  }

  private async claimsOf(
    jwt: string,
    client: KnownClient,
    path: string,
  ): Promise<JWTPayload & { readonly jti: string; readonly exp: number }> {
    const { publicUrl } = this.config;
    const { assertionAlgorithms, audience } = profileRulesOf(client);
    const issuers = [publicUrl];
    const expected = {
      issuer: client.clientId,
      algorithms: [...assertionAlgorithms],
      audience: audience === 'issuer' ? issuers : [...issuers, `${publicUrl}/token`, `${publicUrl}${path}`],
    };
    const options: JWTVerifyOptions = {
      ...expected,
      subject: client.clientId,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: SKEW_SECONDS,
    };
    const { protectedHeader, payload } = await this.verified(jwt, client, options, expected);
    if (!TYP.test(protectedHeader.typ ?? 'JWT'))
      throw refusal('The typ of the assertion must be JWT, client-authentication+jwt, or left out.', client);
    if (audience === 'issuer' && typeof payload.aud !== 'string')
      throw refusal(`The aud of the assertion must be ${publicUrl} as a string, not in a list.`, client);
    const { exp = 0, iat = 0, jti } = payload;
    const now = Math.floor(this.clock.millis() / SECOND);
    if (exp > now + MAX_AHEAD_SECONDS + SKEW_SECONDS)
      throw refusal(`The exp of the assertion must be at most ${MAX_AHEAD_SECONDS} seconds ahead.`, client);
    if (iat > now + SKEW_SECONDS)
      throw refusal('The iat of the assertion lies in the future: check the clock that made it.', client);
    if (typeof jti !== 'string' || !OPAQUE.regex.test(jti))
      throw refusal('The jti of the assertion must be a text of 1 to 255 characters.', client);
    return { ...payload, jti, exp };
  }

  private async verified(
    jwt: string,
    client: KnownClient,
    options: JWTVerifyOptions,
    expected: Parameters<typeof problemWith>[1],
  ): Promise<JWTVerifyResult> {
    try {
      const result = await this.keys.verify(client, jwt, options);
      if (result) return result;
    } catch (cause) {
      const problem = problemWith(cause, expected);
      // Why they can't be fetched is the client's and the operator's business: it is in the log.
      const isAway = cause instanceof OutsideFetchError || cause instanceof errors.JWKSInvalid;
      throw refusal(isAway ? UNREACHABLE : problem, client, problem);
    }
    throw refusal(NO_SUCH, client, 'its record has no keys');
  }
}

/** The client that an assertion names, before anything of it was checked. */
function subjectOf(jwt: string): string | null {
  try {
    const { sub } = decodeJwt<{ sub?: unknown }>(jwt);
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** @param problem for the log, if it is not for strangers */
function refusal(message: string, client: KnownClient | null = null, problem = message): CallError {
  const clientId = storedIdOf(client) ?? undefined;
  return new CallError(Errors.clientNotAuthenticated, { clientId, problem }, { message });
}
