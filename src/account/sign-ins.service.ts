import { Injectable } from '@nestjs/common';
import { Not, type FindOptionsWhere } from 'typeorm';
import { SessionRow } from '../identity/sessions/session.entity.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import { Clock } from '../platform/security/clock.js';
import { TokenRevoker } from '../oauth/tokens/token-revoker.js';
import type { ByUser } from '../oauth/consent/connected-apps.service.js';
import { endOpenAuthorizations } from '../oauth/authorize/open-authorizations.js';

const SESSIONS = {
  name: 'account-sessions',
  text: `SELECT encode(s.digest, 'hex') AS id, (s.data->>'signedInAt')::float8 AS signed_in_at, c.name
           FROM session s LEFT JOIN client c ON c.id = s.client_id
          WHERE s.account_id = $1 AND s.expires_at > $2 ORDER BY signed_in_at DESC NULLS LAST`,
};
/** What was signed in by a password; what an application was allowed stands under connected apps. */
const DEVICES = {
  name: 'account-devices',
  text: `SELECT g.id, g.device_id, g.created_at, c.name FROM token_grant g JOIN client c ON c.id = g.client_id
          WHERE g.account_id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2
            AND NOT EXISTS (SELECT FROM consent n WHERE n.account_id = g.account_id AND n.client_id = g.client_id)
          ORDER BY g.created_at DESC LIMIT 100`,
};

/** A browser, or a device with an application, that is signed in. */
export interface ActiveSignIn {
  readonly kind: 'session' | 'device';
  /** Names it in the form that ends it; worth nothing by itself. */
  readonly id: string;
  /** The application, and the device it told; null for a browser that is signed in to Hearth itself. */
  readonly application: string | null;
  readonly device: string | null;
  readonly since: Date | null;
  readonly isThis: boolean;
}

/** Where an account is signed in, and how it ends there. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @param current digest of the session that asks */
  async of(accountId: Long, current: Buffer | null): Promise<ActiveSignIn[]> {
    const values = [accountId, this.clock.now()];
    const [sessions, devices] = await Promise.all([
      this.database.query<{ id: string; signed_in_at: number | null; name: string | null }>(SESSIONS, values),
      this.database.query<{ id: Long; device_id: string | null; created_at: Date; name: string }>(
        DEVICES,
        values,
      ),
    ]);
    return [
      ...sessions.map(({ id, signed_in_at: at, name: application }) => ({
        kind: 'session' as const,
        id,
        application,
        device: null,
        since: at === null ? null : new Date(at),
        isThis: id === current?.toString('hex'),
      })),
      ...devices.map(({ id, device_id: device, created_at: since, name: application }) => ({
        kind: 'device' as const,
        id,
        application,
        device,
        since,
        isThis: false,
      })),
    ];
  }

  /** Ends one; what is not the account's own stays. */
  async end(by: ByUser, kind: string, id: string): Promise<void> {
    const grantId = /^\d{1,18}$/.test(id) ? id : '0';
    await this.database.transaction(async (tx) => {
      if (kind === 'device') await this.endDevices(tx, by, grantId);
      else await this.endSessions(tx, by, { digest: Buffer.from(id, 'hex') });
    });
  }

  /** All but the one that asks: browsers and devices; connected apps stay. */
  async endOthers(by: ByUser, current: Buffer | null): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.endOtherSessions(tx, by, current);
      await this.endDevices(tx, by, null);
    });
  }

  /** Browsers alone, in the caller's transaction. */
  async endOtherSessions(tx: Transaction, by: ByUser, current: Buffer | null): Promise<void> {
    await this.endSessions(tx, by, current === null ? {} : { digest: Not(current) });
  }

  private async endSessions(
    tx: Transaction,
    { accountId, address }: ByUser,
    which: FindOptionsWhere<SessionRow>,
  ): Promise<void> {
    await tx.delete(SessionRow, { ...which, accountId });
    await endOpenAuthorizations(tx, accountId);
    await this.audit.record({ action: 'session.ended', outcome: 'ok', accountId, address }, tx);
  }

  /** @param grantId only that one; null: all */
  private async endDevices(
    tx: Transaction,
    { accountId, address }: ByUser,
    grantId: Long | null,
  ): Promise<void> {
    await this.revoker.endDeviceGrants(tx, accountId, grantId);
    await this.audit.record({ action: 'device.ended', outcome: 'ok', accountId, address }, tx);
  }
}
