import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import type { Caller, CallerClient } from '../../contract/caller.js';
import { CallError } from '../../errors/call-error.js';
import { Errors } from '../../errors/catalogue.js';
import type { IssuedTokens } from '../access-token.view.js';
import { allGiven, requirePrivilegedItself } from '../required.js';
import { parseScope, usefulScopes } from '../scope.js';
import { tokenTypeOf, type TokenEndpointArgs } from '../token-endpoint.args.js';
import { SingleSignOn } from './single-sign-on.js';
import { ACCESS_TOKEN_TYPE, JWT_TYPE, VALIDATION_TOKEN_TYPE, type Voucher } from './vouchers.js';

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The grant types of POST /token by which somebody vouches for a user (D116). */
@Injectable()
export class TokenExchange {
  constructor(
    private readonly singleSignOn: SingleSignOn,
    private readonly config: AppConfig,
  ) {}

  /** RFC 8693 §2. */
  async exchange(caller: Caller, args: TokenEndpointArgs, address: string): Promise<IssuedTokens> {
    const client = requirePrivilegedItself(caller);
    const { subjectToken, subjectTokenType } = args;
    const [token, type] = allGiven({ subject_token: subjectToken, subject_token_type: subjectTokenType });
    this.requirePossible(args);
    const voucher = voucherOf(client, token, args, address);
    const tokens = await this.byType(type, voucher);
    return { ...tokens, issuedTokenType: ACCESS_TOKEN_TYPE };
  }

  /** RFC 7523 §2.1. */
  byAssertion(caller: Caller, args: TokenEndpointArgs, address: string): Promise<IssuedTokens> {
    const client = requirePrivilegedItself(caller);
    const [assertion] = allGiven({ assertion: args.assertion });
    return this.singleSignOn.byAssertion(voucherOf(client, assertion, args, address));
  }

  private byType(type: string, voucher: Voucher): Promise<IssuedTokens> {
    if (type === VALIDATION_TOKEN_TYPE) return this.singleSignOn.byValidationToken(voucher);
    if (type === JWT_TYPE) return this.singleSignOn.byAssertion(voucher);
    throw wrong(`subject_token_type must be ${VALIDATION_TOKEN_TYPE} or ${JWT_TYPE}.`);
  }

  private requirePossible({ requestedTokenType, actorToken, audience, resource }: TokenEndpointArgs): void {
    if (actorToken !== undefined) throw wrong('actor_token is not supported: leave it out.');
    if (requestedTokenType !== undefined && requestedTokenType !== ACCESS_TOKEN_TYPE)
      throw wrong(`requested_token_type must be ${ACCESS_TOKEN_TYPE}.`);
    const isElsewhere = (target?: string) => target !== undefined && target !== this.config.publicUrl;
    if (isElsewhere(audience) || isElsewhere(resource)) throw new CallError(Errors.targetNotValid);
  }
}

function voucherOf(client: CallerClient, token: string, args: TokenEndpointArgs, address: string): Voucher {
  const scope = args.scope === undefined ? null : scopeFor(client, args.scope);
  return { client, token, tokenType: tokenTypeOf(args), deviceId: args.deviceId ?? null, scope, address };
}

/** What is left of the scope after the client's ruleset. */
function scopeFor(client: CallerClient, text: string): string {
  const scopes = parseScope(text) === null ? [] : usefulScopes(text, client);
  if (scopes.length === 0) throw new CallError(Errors.scopeNotValid);
  return scopes.join(' ');
}

function wrong(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
