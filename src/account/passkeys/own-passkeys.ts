import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { AccountInformationView } from '../../identity/accounts/account-information.view.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { isPasskeyPutOff, newPasskeyPath } from '../../identity/passkeys/passkey-offer.js';
import type { Passkey } from '../../identity/passkeys/passkey.entity.js';
import { Passkeys } from '../../identity/passkeys/passkeys.js';
import { RelyingParty } from '../../identity/passkeys/relying-party.js';
import { hasSecondFactor, type Method } from '../../identity/sessions/authentication.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import type { SignedIn } from '../../identity/sessions/sign-in.js';
import { textIn } from '../../platform/checks/form.js';
import type { Long } from '../../platform/operations/long.js';
import type { PasskeySignal } from '../../platform/pages/passkey-signals.js';
import { Clock } from '../../platform/security/clock.js';
import { namesOf, signalsOf } from './account-signals.js';

/** Most characters of a passkey's name. */
export const LONGEST_PASSKEY_NAME = 60;

/** A passkey as its owner sees it. */
export interface OwnPasskey extends Pick<Passkey, 'id' | 'name' | 'isSynced' | 'createdAt' | 'lastUsedAt'> {
  /** The domain that it was made for, if that is not today's; null: it works here. */
  readonly madeFor: string | null;
}

/** The passkeys of a person, for the page of sign-in methods. */
export interface PasskeyList {
  readonly passkeys: readonly OwnPasskey[];
  /** What the person's browser is told on this page. */
  readonly signals: readonly PasskeySignal[];
  readonly now: Date;
}

/** Reads and adds a person's passkeys for their pages. */
@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly party: RelyingParty,
    private readonly proofs: Proofs,
    private readonly first: FirstFactors,
    private readonly clock: Clock,
  ) {}

  /**
   * @param removed the id of a passkey that was just removed, as the address of the page says; not a string: none
   * @returns null: this server supports no passkeys, since its host is an IP address
   */
  async listOf(who: AccountInformationView, removed: unknown): Promise<PasskeyList | null> {
    const { id: rpId } = this.party;
    if (rpId === null) return null;
    const { accountId } = who;
    const [own, accepted, gone] = await Promise.all([
      this.passkeys.of(accountId),
      this.passkeys.acceptedOf(accountId),
      this.goneAs(removed),
    ]);
    const passkeys = own.map((passkey) => ({
      ...passkey,
      madeFor: passkey.rpId === rpId ? null : passkey.rpId,
    }));
    const signals = signalsOf(rpId, accepted, namesOf(who));
    if (gone !== null)
      signals.push({ method: 'signalUnknownCredential', options: { rpId, credentialId: gone } });
    return { passkeys, signals, now: this.clock.now() };
  }

  /** The removed passkey, if that is true: anybody can make a link to the page. */
  private async goneAs(removed: unknown): Promise<string | null> {
    return typeof removed === 'string' && (await this.passkeys.isUnknown(removed)) ? removed : null;
  }

  /** Whether this server supports passkeys: not where its host is an IP address. */
  get isPossible(): boolean {
    return this.party.id !== null;
  }

  /**
   * Returns where a sign-in leads. A password sign-in leads to the offer of a passkey, if the device supports passkeys and the
   * account has none; not after "not now", and not where adding one needs a set-up code, or a second factor that was not
   * given. Never on the way back to an application, whose pop-up would lose its opener there (D362).
   */
  async pageAfter({ accountId, methods }: SignedIn, visit: Visit, page: string): Promise<string> {
    const isOffered =
      textIn(visit.body, 'canPasskey') !== '' && // the script of the password's form found it out
      !page.startsWith('/challenge') &&
      (await this.isWelcome(accountId, methods, visit)) &&
      (hasSecondFactor(methods) || (await this.proofs.neededOf(accountId)) !== 'factor');
    return isOffered ? newPasskeyPath(page) : page;
  }

  /**
   * Whether a passkey is offered after this sign-in, and the browser may make one unasked (D354): by a password, in a
   * browser that was not told "not now", for an account that has none and needs no set-up code for it.
   */
  async isWelcome(accountId: Long, methods: readonly Method[], visit: Visit): Promise<boolean> {
    return (
      this.party.id !== null &&
      methods.includes('password') &&
      !isPasskeyPutOff(visit) &&
      !(await this.passkeys.hasAny(accountId)) &&
      !(await this.first.takeCode(accountId))
    );
  }
}
