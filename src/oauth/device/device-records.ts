import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { KnownClient } from '../clients/client-directory.js';
import { Consents } from '../consent/consents.js';
import type { Scope } from '../tokens/scope.js';

/** Who decides, with the address for the audit trail. */
export interface DecidingOnDevice extends SignedIn {
  readonly address: string;
}

/** What is kept of a decision beside the device's tokens: the consent, as at /authorize, and the audit event. */
@Injectable()
export class DeviceRecords {
  constructor(
    private readonly consents: Consents,
    private readonly audit: AuditLog,
  ) {}

  async allowed(
    tx: EntityManager,
    { id, clientId }: KnownClient,
    { accountId, address, signInId }: DecidingOnDevice & Pick<HeldSignIn, 'signInId'>,
    scopes: readonly Scope[],
  ): Promise<void> {
    await this.consents.add(tx, { accountId, clientId: id, scopes, signInId });
    const event = { action: 'device.authorized', outcome: 'ok', target: scopes.join(' ') } as const;
    await this.audit.record({ ...event, accountId, clientId, address }, tx);
  }

  async denied(
    tx: EntityManager,
    { clientId }: KnownClient,
    { accountId, address }: DecidingOnDevice,
  ): Promise<void> {
    const event = { action: 'device.denied', outcome: 'refused' } as const;
    await this.audit.record({ ...event, accountId, clientId, address }, tx);
  }
}
