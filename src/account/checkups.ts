import { Injectable } from '@nestjs/common';
import { SecondFactors } from '../identity/factors/second-factors.js';
import { sessionDigestOf } from '../identity/sessions/current-session.js';
import type { OwnVisit } from '../identity/sessions/own-visit.js';
import { isOwnType } from '../identity/mailed-links/identifier-changes.js';
import { KeptEvents } from '../platform/audit/kept-events.js';
import { Clock, DAY } from '../platform/security/clock.js';
import { passwordSince } from './own-history.js';
import { OwnPasskeys } from './passkeys/own-passkeys.js';
import { SignIns } from './sign-ins.service.js';
import { WaysIn } from './ways/ways-in.js';

const UNUSED_MS = 365 * DAY;

/** How well an account is kept, at a glance (D387). */
export interface Checkup {
  readonly now: Date;
  readonly hasPassword: boolean;
  /** null: longer ago than the audit reaches. */
  readonly passwordSince: Date | null;
  readonly hasCodes: boolean;
  /** null: this server supports no passkeys. */
  readonly passkeys: number | null;
  readonly unconfirmed: readonly string[];
  /** The number of browsers and devices that nobody used for a year. */
  readonly unused: number;
}

@Injectable()
export class Checkups {
  constructor(
    private readonly events: KeptEvents,
    private readonly factors: SecondFactors,
    private readonly passkeys: OwnPasskeys,
    private readonly ways: WaysIn,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  async of(visit: OwnVisit): Promise<Checkup> {
    const { accountId, identifiers } = visit.account;
    const now = this.clock.now();
    const [hasPassword, since, hasCodes, passkeys, signIns, suspended] = await Promise.all([
      this.ways.hasPassword(accountId),
      passwordSince(this.events, accountId),
      this.factors.isRequiredOf(accountId),
      this.passkeys.listOf(visit.account, undefined),
      this.signIns.of(accountId, sessionDigestOf(visit)),
      this.ways.suspendedOf(accountId, visit),
    ]);
    const elsewhere = new Set(suspended.map(({ id }) => id)); // in a section of their own
    const unconfirmed = identifiers.filter(
      ({ id, type, validated }) =>
        isOwnType(type) && type !== 'Login' && validated !== 'true' && !elsewhere.has(id),
    );
    const before = now.getTime() - UNUSED_MS;
    const unused = signIns.filter(({ since: begun, lastSeen, isThis }) => {
      const last = lastSeen ?? begun;
      return !isThis && last !== null && last.getTime() < before;
    });
    return {
      ...{ now, hasPassword, passwordSince: since, hasCodes },
      passkeys: passkeys && passkeys.passkeys.length,
      unconfirmed: unconfirmed.map(({ value }) => value),
      unused: unused.length,
    };
  }
}
