import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { noteSignIn } from '../../identity/accounts/account-statements.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import type { CallError } from '../../platform/errors/call-error.js';
import { Clock } from '../../platform/security/clock.js';
import type { IssuedTokens } from '../tokens/access-token.view.js';
import { TokenIssuer } from '../tokens/token-issuer.js';
import type { Voucher } from './vouchers.js';

type Kind = 'validation-token' | 'assertion';

/** Completes a sign-in by voucher, or refuses it. */
@Injectable()
export class VouchedSignIn {
  constructor(
    private readonly issuer: TokenIssuer,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** null when the account must not sign in (D24). */
  async open(tx: EntityManager, voucher: Voucher, accountId: Long, kind: Kind): Promise<IssuedTokens | null> {
    const { client, address } = voucher;
    if (!(await noteSignIn(tx, accountId, this.clock.now()))) return null;
    const event = { action: `${kind}.exchanged`, outcome: 'ok', accountId } as const;
    await this.audit.record({ ...event, clientId: client.clientId, address }, tx);
    const { tokenType, thumbprint, deviceId, scope, target } = voucher;
    const methods = ['provider'] as const; // how the user signed in there is not told
    const how = { tokenType, thumbprint, deviceId, scope, target, methods, grantType: kind };
    return this.issuer.issueWithin(tx, { client, accountId, ...how, address });
  }

  /** Logs and records the reason. @returns the error, to be thrown */
  async refuse({ client, address }: Voucher, kind: Kind, error: CallError): Promise<CallError> {
    const details = { reason: error.details.reason ?? error.message };
    const event = { action: `${kind}.refused`, outcome: 'refused', details } as const;
    await this.audit.record({ ...event, clientId: client.clientId, address });
    return error;
  }
}
