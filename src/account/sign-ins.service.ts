import { Injectable } from '@nestjs/common';
import { Notices } from '../identity/notifications/notices.js';
import { holdSignIn, type ByUser } from '../identity/sessions/hold-sign-in.js';
import { OpenSessions } from '../identity/sessions/open-sessions.js';
import { heldRank } from '../identity/sign-ins/held-rank.js';
import { beganBy, type SignInView } from '../identity/sign-ins/sign-ins-of.js';
import type { UserAgent } from '../identity/sign-ins/user-agent.js';
import { Remedies, type ThisBrowser } from '../identity/accounts/remedies.js';
import { clientNamesOf } from '../oauth/clients/client-names.js';
import { Devices } from '../oauth/tokens/devices.js';
import { namesIn } from '../oauth/tokens/named-targets.js';
import { Targets } from '../oauth/tokens/targets.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Long } from '../platform/operations/long.js';
import { Clock } from '../platform/security/clock.js';
import type { ActingUser } from './frame/by-user.js';

/** A browser, or a device with an application, that is signed in. */
export interface ActiveSignIn {
  readonly kind: 'session' | 'device';
  /** Identifies it in the form that ends it; opens nothing. */
  readonly id: string;
  /** The application; null for a browser that is signed in to Hearth itself. */
  readonly application: string | null;
  /** The name that the application gives; null: none. */
  readonly device: string | null;
  /** The browser; null for a device, and where it is not known. */
  readonly agent: UserAgent | null;
  readonly since: Date | null;
  /** When the application of a device last came for new tokens; null: never. */
  readonly lastSeen: Date | null;
  readonly isThis: boolean;
  /** The names of the servers of others that the application may use with it. */
  readonly resources: readonly string[];
}

/** Lists and ends the browsers and devices that are signed in to an account. */
@Injectable()
export class SignIns {
  constructor(
    private readonly database: Database,
    private readonly sessions: OpenSessions,
    private readonly devices: Devices,
    private readonly targets: Targets,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @param current digest of the session of the request */
  async of(accountId: Long, current: Buffer | null): Promise<ActiveSignIn[]> {
    const [sessions, devices, known] = await Promise.all([
      this.sessions.of(accountId),
      this.devices.of(accountId),
      this.targets.resources(),
    ]);
    const nameOf = await clientNamesOf(this.database.dataSource.manager, sessions);
    return [
      ...sessions.map(({ digest, clientId, signedInAt, lastUsedAt, agent }) => ({
        kind: 'session' as const,
        id: digest.toString('hex'),
        application: nameOf(clientId),
        device: null,
        agent,
        since: signedInAt,
        lastSeen: lastUsedAt,
        isThis: current?.equals(digest) ?? false,
        resources: [],
      })),
      ...devices.map(({ grantId, deviceId, clientName, since, lastSeen, resources }) => ({
        kind: 'device' as const,
        id: grantId,
        application: clientName,
        device: deviceId,
        agent: null,
        since,
        lastSeen,
        isThis: false,
        resources: namesIn(resources, known),
      })),
    ];
  }

  /** Ends one; one of another account stays. */
  async end({ accountId, address }: ByUser, kind: string, id: string): Promise<void> {
    const grantId = /^\d{1,18}$/.test(id) ? id : '0';
    await this.database.transaction(async (tx) => {
      if (kind === 'device') await this.devices.end(tx, accountId, grantId);
      else {
        await this.sessions.end(tx, accountId, { digest: Buffer.from(id, 'hex') });
        await this.remedies.apply(tx, 'signOutOne', accountId);
      }
      const action = kind === 'device' ? 'device.ended' : 'session.ended';
      await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
    });
  }

  /** Signs out everywhere but here; connected apps stay (D309). */
  async endOthers({ accountId, address }: ByUser, kept: ThisBrowser): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { trustedBrowsers } = await this.remedies.apply(tx, 'signOutOthers', accountId, kept);
      const actions = ['session.ended', 'device.ended'] as const;
      for (const action of [...actions, ...(trustedBrowsers ? (['browser.untrusted'] as const) : [])])
        await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
    });
  }

  /** Returns the sign-in that began it, where `id` is a further proof; null: it is no longer kept. */
  began(accountId: Long, id: Long): Promise<SignInView | null> {
    return beganBy(this.database.dataSource.manager, accountId, id);
  }

  /**
   * "I don't recognise this sign-in": it ends with what was made in it (D338).
   * A sign-in of another account, or one that is no longer kept, is no error.
   */
  async disown(by: ActingUser, id: Long, kept: ThisBrowser): Promise<void> {
    const { accountId, address } = by;
    await this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, by);
      const began = await beganBy(tx, accountId, id);
      if (!began) return;
      const beganId = began.id;
      // Before the remedy, so that an address that was added in this sign-in gets it too: it may be the owner's after all.
      await this.notices.add(tx, accountId, { kind: 'signInDisowned' });
      const resting = { beganId, rank: await heldRank(tx, held, this.clock.now()) };
      await this.remedies.apply(tx, 'disownSignIn', accountId, kept, resting);
      const event = { action: 'signin.disowned', outcome: 'ok', target: `signin:${beganId}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
    });
  }
}
