import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp, isUnavailable } from '../../platform/errors/outcome.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { AccountLinks } from './account-links.js';
import { VouchedSignIn } from './vouched-sign-in.js';
import type { Voucher } from './vouchers.js';
import type { JWTPayload, JWTVerifyResult } from 'jose';
import { ASSERTION_ALGORITHMS } from '../clients/assertion-keys.js';
import { problemWith } from '../clients/assertion-problem.js';
import { ClientDirectory, type KnownClient } from '../clients/client-directory.js';
import { ClientKeys } from '../clients/client-keys.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { OPAQUE, PRINTABLE } from '../../platform/operations/text-rules.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { MAX_AHEAD_SECONDS, SKEW_SECONDS, useAssertion, type Assertion } from './assertions.js';

/** Signs in a user for whom a partner vouches by an assertion, a JWT (RFC 7523 §3, D115, D116). */
@Injectable()
export class AssertionSignIn {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly keys: ClientKeys,
    private readonly links: AccountLinks,
    private readonly signIn: VouchedSignIn,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws CallError credentialInvalid that names the problem; accountNotLinked with a link for the user */
  async open(voucher: Voucher): Promise<IssuedTokens> {
    try {
      const assertion = await this.verify(voucher.client, voucher.token);
      return await this.openFor(voucher, assertion);
    } catch (cause) {
      throw cause instanceof CallError && !isUnavailable(cause)
        ? await followUp(this.signIn.refuse(voucher, 'assertion', cause))
        : cause;
    }
  }

  private async openFor(voucher: Voucher, assertion: Assertion): Promise<IssuedTokens> {
    const outcome = await this.database.transaction(async (tx) => {
      // Verified before its jti is stored: no other sender can fill the table.
      if (!(await useAssertion(tx, assertion))) return 'used';
      const accountId = await this.links.accountOf(tx, assertion);
      if (accountId === null) return { link: await this.links.begin(tx, voucher.client, assertion) };
      return (await this.signIn.open(tx, voucher, accountId, 'assertion')) ?? 'closed';
    });
    if (outcome === 'used') throw refusal('The jti of the assertion was used before.');
    if (outcome === 'closed') throw refusal('The account that is connected with this sub can not sign in.');
    if (!('link' in outcome)) return outcome;
    throw new CallError(
      Errors.accountNotLinked,
      {},
      { uri: `${this.config.publicUrl}/link/${outcome.link}` },
    );
  }

  /** Does not use up the assertion. @throws CallError credentialInvalid that names the problem */
  private async verify(client: CallerClient, assertion: string): Promise<Assertion> {
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
