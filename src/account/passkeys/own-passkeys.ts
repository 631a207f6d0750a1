import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { FirstFactors, type Spend } from '../../identity/factors/first-factors.js';
import { Passkeys, type AddingOwner } from '../../identity/passkeys/passkeys.js';
import { RelyingParty } from '../../identity/passkeys/relying-party.js';
import { hasSecondFactor } from '../../identity/sessions/authentication.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import { textIn } from '../../platform/checks/form.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY } from '../../platform/security/clock.js';

/** Characters of what its owner calls a passkey. */
export const LONGEST_NAME = 60;
const LATER_COOKIE = 'hearth_passkey_later';
const LATER_MS = 90 * DAY;

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  readonly id: Long;
  readonly name: string;
  readonly isSynced: boolean;
  /** The domain that it was made for, if that is another one than today's; null: it works here. */
  readonly madeFor: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The passkeys of a person, on the page of how one signs in. */
export interface PasskeyList {
  readonly passkeys: readonly OwnPasskey[];
  readonly now: Date;
}

/** What the pages of a person's own passkeys are made of. */
@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly party: RelyingParty,
    private readonly proofs: Proofs,
    private readonly first: FirstFactors,
    private readonly clock: Clock,
  ) {}

  /** null: this server can have none, since its address is a number. */
  async listOf(accountId: Long): Promise<PasskeyList | null> {
    if (this.party.id === null) return null;
    const passkeys = (await this.passkeys.of(accountId)).map(({ rpId, ...passkey }) => ({
      ...passkey,
      madeFor: rpId === this.party.id ? null : rpId,
    }));
    return { passkeys, now: this.clock.now() };
  }

  /** Whether this server has any: none where its address is a number. */
  get isPossible(): boolean {
    return this.party.id !== null;
  }

  /** Whether adding one takes the set-up code of an account with a role. */
  takesSetupCode(accountId: Long): Promise<boolean> {
    return this.first.takeCode(accountId);
  }

  /** Adds one, with the set-up code where it takes one. @throws as FirstFactors.setUp */
  add<T>(by: AddingOwner, setupCode: string, work: (spend: Spend) => Promise<T>): Promise<T> {
    return this.first.setUp(by, setupCode, work);
  }

  /**
   * Where a sign-in leads: to the offer of a passkey after a password, on a device that can keep one, for an account that
   * has none, unless the person said "not now" here; or adding one takes a set-up code, or a second factor that was not
   * shown. Not on the way back to an application, whose pop-up would be cut off there (D362).
   */
  async pageAfter({ accountId, methods }: SignedIn, visit: Visit, page: string): Promise<string> {
    const isOffered =
      textIn(visit.body, 'canPasskey') !== '' && // the script of the password's form found it out
      !page.startsWith('/challenge') &&
      this.party.id !== null &&
      methods.includes('password') &&
      visit.cookie(LATER_COOKIE) === null &&
      !(await this.passkeys.hasAny(accountId)) &&
      !(await this.takesSetupCode(accountId)) &&
      (hasSecondFactor(methods) || (await this.proofs.neededOf(accountId)) !== 'factor');
    return isOffered ? `/account/passkeys/new?next=${encodeURIComponent(page)}` : page;
  }

  /** One that was just made was shown by it. */
  async proveBy(visit: Visit): Promise<void> {
    await this.proofs.show(visit, 'passkey');
  }

  /** "Not now": this browser is not asked for three months. */
  putOff(visit: Visit): void {
    visit.setCookie(LATER_COOKIE, '1', { keptMs: LATER_MS });
  }
}
