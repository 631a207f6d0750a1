import { Injectable } from '@nestjs/common';
import { Standstill } from '../../platform/operations/standstill.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { digestOf } from '../../platform/security/secrets.js';
import { STATE_OF_CODE } from './code-statements.js';
import type { TokenType } from './token-grant.entity.js';
import { TokenRevoker } from './token-revoker.js';

/** The state of a code that could not be used. */
interface CodeState {
  client_id: Long;
  account_id: Long;
  grant_id: Long | null;
  redirect_uri: string;
  is_of_key: boolean;
  is_used: boolean;
  is_expired: boolean;
  is_disabled: boolean;
  is_alive: boolean;
}

/** A code as the client presents it, with the parameters that bind it. */
export interface CodePresentation {
  readonly client: CallerClient;
  readonly code: string;
  readonly tokenType: TokenType;
  /** Thumbprint of the key that the tokens are bound to; null: none. */
  readonly thumbprint: Buffer | null;
  /** null where the operation has no such parameter (§4.2): then the code is bound to the client alone. */
  readonly redirectUri: string | null;
  readonly codeVerifier: string | null;
  readonly address: string;
}

/** Handles authorization codes that could not be redeemed; the tokens of one that is used twice end (D54). */
@Injectable()
export class CodeRefusals {
  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly clock: Clock,
    private readonly standstill: Standstill,
  ) {}

  /** @returns the error to throw, the same for every reason; the log and the audit have the reason */
  async refusalOf(presented: CodePresentation): Promise<CallError> {
    const { client, code, address } = presented;
    const values = [digestOf(code), this.clock.now(), presented.thumbprint];
    const [state] = await this.database.query<CodeState>(STATE_OF_CODE, values);
    if (state?.is_used && state.is_alive && state.client_id === client.id) {
      this.standstill.requirePresence();
      await this.revoker.revokeReusedCode(state.grant_id as Long, client.clientId, address);
    }
    const message =
      'The code is unknown, expired, already used, issued to another client or for another redirect_uri, or the code_verifier or the key of the DPoP proof does not fit.';
    const details = { reason: reasonOf(state, presented), accountId: state?.account_id };
    return new CallError(Errors.grantNotValid, details, { message });
  }
}

/** The reason, for the log and the audit. */
function reasonOf(state: CodeState | undefined, { client, redirectUri }: CodePresentation): string {
  if (!state) return 'unknown';
  if (state.client_id !== client.id) return 'other client';
  if (state.is_disabled) return 'disabled';
  if (state.is_used) return 'reused';
  if (state.is_expired) return 'expired';
  if (redirectUri !== null && redirectUri !== state.redirect_uri) return 'other redirect_uri';
  return state.is_of_key ? 'wrong code_verifier' : 'other key';
}
