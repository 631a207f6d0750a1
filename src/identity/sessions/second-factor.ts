import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { FactorChecks } from '../factors/factor-checks.js';
import { SecondFactors } from '../factors/second-factors.js';
import { PasskeyVerifier } from '../passkeys/passkey-verifier.js';
import { Passkeys } from '../passkeys/passkeys.js';
import { PasskeyForm } from '../passkeys/sent-passkey.js';
import { FormField, readForm } from '../../platform/checks/form.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { PASSKEY_ACR, PASSWORD_ACR, TWO_FACTORS_ACR, type Acr } from './acr.js';
import { youngSince } from '../ways-in/youth.js';
import type { Method } from './authentication.js';
import { browserDigests } from '../sign-ins/browser-cookie.js';

/** What an account can show besides its password. */
export interface FactorWays {
  /** A code of its authenticator application, or a recovery code. */
  readonly code: boolean;
  /** A passkey that was made for this server. */
  readonly passkey: boolean;
}

/** The fields in which a page takes a second factor: one of them is filled. */
class FactorForm extends PasskeyForm {
  @FormField()
  code!: string;

  @FormField()
  recovery!: string;
}

export type FactorField = keyof FactorForm;

const METHODS = {
  passkey: 'passkey',
  recovery: 'recovery',
  code: 'code',
} as const satisfies Record<FactorField, Method>;

/** The second factor of an account: what it has, and whether it was given. For each page that asks for one. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly factors: SecondFactors,
    private readonly checks: FactorChecks,
    private readonly passkeys: Passkeys,
    private readonly verifier: PasskeyVerifier,
    private readonly clock: Clock,
  ) {}

  async waysOf(accountId: Long): Promise<FactorWays> {
    const [code, passkey] = await Promise.all([
      this.factors.isRequiredOf(accountId),
      this.passkeys.hasUsable(accountId),
    ]);
    return { code, passkey };
  }

  /** Those that are not young: what a thief of the password set up is none of them. */
  async settledWaysOf(accountId: Long): Promise<FactorWays> {
    const since = youngSince(this.clock.now());
    const [code, passkey] = await Promise.all([
      this.factors.isSettledOf(accountId, since),
      this.passkeys.hasSettled(accountId, since),
    ]);
    return { code, passkey };
  }

  /** Whether it has any of them. */
  async isProtected(accountId: Long): Promise<boolean> {
    const { code, passkey } = await this.waysOf(accountId);
    return code || passkey;
  }

  /** The strongest sign-in that it can make. */
  async reachOf(accountId: Long): Promise<Acr> {
    const { code, passkey } = await this.waysOf(accountId);
    if (passkey) return PASSKEY_ACR;
    return code ? TWO_FACTORS_ACR : PASSWORD_ACR;
  }

  /** The field of the form that was filled; the one for codes if none was. */
  async fieldOf(visit: Visit): Promise<FactorField> {
    const { passkey, recovery } = (await readForm(FactorForm, visit.body)).values;
    if (passkey !== '') return 'passkey';
    return recovery === '' ? 'code' : 'recovery';
  }

  /**
   * Checks what the form gives for this account, and for no other.
   * @param isSignedIn the session is the account's already
   * @throws CallError credentialInvalid, tooManyAttempts, unavailable; CodesUnreadable; PasskeyRefused; DeletionPending
   */
  async verify(visit: Visit, accountId: Long, isSignedIn = false): Promise<Method> {
    const { values } = await readForm(FactorForm, visit.body);
    const field = await this.fieldOf(visit);
    const { address } = visit;
    const typed = values[field];
    if (field === 'passkey') {
      const browsers = browserDigests(visit);
      const from = { address, clientId: null, purpose: 'people' } as const;
      await this.verifier.verify({ ...from, text: typed, browsers, accountId });
    } else if (field === 'recovery')
      await this.checks.recoveryCode({ accountId, typed, address, isSignedIn });
    else await this.checks.code({ accountId, typed, address, isSignedIn });
    return METHODS[field];
  }
}
