import { Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyResult } from 'jose';
import type { EntityManager } from 'typeorm';
import { ASSERTION_ALGORITHMS } from '../clients/assertion-keys.js';
import { problemWith } from '../clients/assertion-problem.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { ClientKeys } from '../clients/client-keys.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { OPAQUE, PRINTABLE } from '../../platform/operations/text-rules.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { AssertionUse } from './assertion-use.entity.js';

/** How far clocks may be apart. */
export const SKEW_SECONDS = 30;
/** How far ahead the exp of an assertion may be. */
export const MAX_AHEAD_SECONDS = 600;

/** The content of a verified assertion. */
export interface Assertion {
  readonly issuer: string;
  /** The partner's id of its user: an ExternalId of that issuer. */
  readonly subject: string;
  /** The partner's name for its user, which the person will recognize. */
  readonly label: string;
  readonly jti: string;
  readonly expiresAt: Date;
}

/** Verifies assertions: JWTs in which a partner vouches for its user (RFC 7523 §3). */
@Injectable()
export class Assertions {
  constructor(
    private readonly clients: ClientDirectory,
    private readonly keys: ClientKeys,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Does not use up the assertion. @throws CallError credentialInvalid that names the problem */
  async verify(client: CallerClient, assertion: string): Promise<Assertion> {
    const { publicUrl } = this.config;
    const known = await this.clients.findById(client.id);
    const expected = { issuer: client.issuer, audience: [publicUrl, `${publicUrl}/token`] };
    const options = {
      ...expected,
      algorithms: ASSERTION_ALGORITHMS,
      requiredClaims: ['exp', 'jti', 'sub'],
      clockTolerance: SKEW_SECONDS,
    };
    let jwt: JWTVerifyResult | null;
    try {
      jwt = known && (await this.keys.verify(known, assertion, options));
    } catch (cause) {
      throw refusal(problemWith(cause, { ...expected, algorithms: ASSERTION_ALGORITHMS }), cause);
    }
    if (jwt === null) throw refusal('This client has no keys: its record needs jwks or jwksUrl.');
    // Another kind of token signed with the same key has its own typ, such as at+jwt or logout+jwt (RFC 8725 §3.11).
    if (!/^(?:application\/)?jwt$/i.test(jwt.protectedHeader.typ ?? 'JWT'))
      throw refusal('The typ of the assertion must be JWT, or left out.');
    return this.read(jwt.payload, client.issuer, known);
  }

  /** Whether this is the first use of its jti (D71), which all clients of an issuer share. */
  async use(
    tx: EntityManager,
    { issuer, jti, expiresAt }: Pick<Assertion, 'issuer' | 'jti' | 'expiresAt'>,
  ): Promise<boolean> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(AssertionUse)
      .values({ digest: digestOf(`${issuer} ${jti}`), expiresAt })
      .orIgnore()
      .returning('digest')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  private read(
    { sub, jti, exp = 0, iat, ...claims }: JWTPayload,
    issuer: string,
    client: KnownClient | null,
  ): Assertion {
    const now = Math.floor(this.clock.millis() / SECOND);
    if (exp > now + MAX_AHEAD_SECONDS + SKEW_SECONDS)
      throw refusal(`The exp of the assertion must be at most ${MAX_AHEAD_SECONDS} seconds ahead.`);
    if (iat !== undefined && iat > now + SKEW_SECONDS)
      throw refusal('The iat of the assertion lies in the future: check the clock that made it.');
    if (!isText(sub)) throw refusal(notText('sub'));
    if (!isText(jti)) throw refusal(notText('jti'));
    // Signed by the same key for the same server, it would say who the client is (D411).
    if (client?.requiresPrivateKeyJwt && sub === client.clientId && issuer === sub)
      throw refusal(
        'The sub of the assertion is the client itself, which is no user: send it as client_assertion.',
      );
    const names = [claims.email, claims.preferred_username, claims.name, sub];
    const expiresAt = new Date((exp + SKEW_SECONDS) * SECOND);
    return { issuer, subject: sub, label: names.find(isName) ?? '…', jti, expiresAt };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && OPAQUE.regex.test(value);
}

/** Whether the name may be shown on a page beside a decision. */
function isName(value: unknown): value is string {
  return isText(value) && PRINTABLE.regex.test(value);
}

function notText(claim: string): string {
  return `The ${claim} of the assertion must be a text of 1 to 255 characters without control characters.`;
}

function refusal(message: string, cause?: unknown): CallError {
  return new CallError(Errors.credentialInvalid, {}, { message, cause });
}
