import { Injectable } from '@nestjs/common';
import { AccountEndings } from '../identity/accounts/account-endings.js';
import { endOtherTrust } from '../identity/factors/trusted-browsers.js';
import { OpenSessions } from '../identity/sessions/open-sessions.js';
import type { UserAgent } from '../identity/sessions/user-agent.js';
import { clientNamesOf } from '../oauth/clients/client-names.js';
import { Devices } from '../oauth/tokens/devices.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { ByUser } from '../oauth/consent/connected-apps.service.js';
import { endOpenAuthorizations } from '../oauth/authorize/open-authorizations.js';

/** A browser, or a device with an application, that is signed in. */
export interface ActiveSignIn {
  readonly kind: 'session' | 'device';
  /** Names it in the form that ends it; it opens nothing. */
  readonly id: string;
  /** The application; null for a browser that is signed in to Hearth itself. */
  readonly application: string | null;
  /** As the application calls it; null: it does not say. */
  readonly device: string | null;
  /** The browser; null for a device, and where it is not known. */
  readonly agent: UserAgent | null;
  readonly since: Date | null;
  /** When the application of a device last came for new tokens; null: never. */
  readonly lastSeen: Date | null;
  readonly isThis: boolean;
}

/** The browser that goes on: the digests of its session and of its trust, where it has one. */
interface ThisBrowser {
  readonly session: Buffer | null;
  readonly trust: Buffer | null;
}

/** Where an account is signed in: its browsers and devices. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: Database,
    private readonly sessions: OpenSessions,
    private readonly devices: Devices,
    private readonly endings: AccountEndings,
    private readonly audit: AuditLog,
  ) {}

  /** @param current digest of the session of the request */
  async of(accountId: Long, current: Buffer | null): Promise<ActiveSignIn[]> {
    const [sessions, devices] = await Promise.all([this.sessions.of(accountId), this.devices.of(accountId)]);
    const { manager } = this.database.dataSource;
    const names = await clientNamesOf(
      manager,
      sessions.map(({ clientId }) => clientId),
    );
    return [
      ...sessions.map(({ digest, clientId, signedInAt, lastUsedAt, agent }) => ({
        kind: 'session' as const,
        id: digest.toString('hex'),
        application: clientId === null ? null : (names.get(clientId) ?? null),
        device: null,
        agent,
        since: signedInAt,
        lastSeen: lastUsedAt,
        isThis: current?.equals(digest) ?? false,
      })),
      ...devices.map(({ grantId, deviceId, clientName, since, lastSeen }) => ({
        kind: 'device' as const,
        id: grantId,
        application: clientName,
        device: deviceId,
        agent: null,
        since,
        lastSeen,
        isThis: false,
      })),
    ];
  }

  /** Ends one; one of another account stays. */
  async end(by: ByUser, kind: string, id: string): Promise<void> {
    const grantId = /^\d{1,18}$/.test(id) ? id : '0';
    await this.database.transaction(async (tx) => {
      if (kind === 'device') await this.endDevices(tx, by, grantId);
      else await this.endSessions(tx, by, { digest: Buffer.from(id, 'hex') });
    });
  }

  /** Ends all browsers and devices but this one, and the trust in other browsers; connected apps stay. */
  async endOthers(by: ByUser, { session, trust }: ThisBrowser): Promise<void> {
    const { accountId, address } = by;
    await this.database.transaction(async (tx) => {
      await this.endOtherSessions(tx, by, session);
      await this.endDevices(tx, by, null);
      if (await endOtherTrust(tx, accountId, trust))
        await this.audit.record({ action: 'browser.untrusted', outcome: 'ok', accountId, address }, tx);
    });
  }

  /** Ends the other browsers, in the caller's transaction. */
  async endOtherSessions(tx: Transaction, by: ByUser, current: Buffer | null): Promise<void> {
    await this.endSessions(tx, by, { except: current });
  }

  /** Ends every browser and device, in the caller's transaction, which records why. */
  async endAll(tx: Transaction, accountId: Long): Promise<void> {
    await this.endBrowsers(tx, accountId, {});
    await this.devices.end(tx, accountId, null);
  }

  private async endSessions(tx: Transaction, { accountId, address }: ByUser, which: Which): Promise<void> {
    await this.endBrowsers(tx, accountId, which);
    await this.audit.record({ action: 'session.ended', outcome: 'ok', accountId, address }, tx);
  }

  /** Sessions of the administration end as well: that asks for the password again anyway. */
  private async endBrowsers(tx: Transaction, accountId: Long, which: Which): Promise<void> {
    await this.sessions.end(tx, accountId, which);
    await this.endings.end(tx, accountId, ['administration']);
    await endOpenAuthorizations(tx, accountId);
  }

  /** @param grantId only that one; null: all */
  private async endDevices(
    tx: Transaction,
    { accountId, address }: ByUser,
    grantId: Long | null,
  ): Promise<void> {
    await this.devices.end(tx, accountId, grantId);
    await this.audit.record({ action: 'device.ended', outcome: 'ok', accountId, address }, tx);
  }
}

type Which = Parameters<OpenSessions['end']>[2];
