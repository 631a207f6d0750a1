import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { FactorChecks } from '../factors/factor-checks.js';
import { SecondFactors } from '../factors/second-factors.js';
import { PasskeyVerifier } from '../passkeys/passkey-verifier.js';
import { Passkeys } from '../passkeys/passkeys.js';
import { SentPasskeyForm } from '../passkeys/sent-passkey.js';
import { FormField, readForm } from '../../platform/checks/form.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { PASSKEY_ACR, PASSWORD_ACR, TWO_FACTORS_ACR, type Acr } from './acr.js';
import { youngSince } from '../ways-in/youth.js';
import type { Method } from './authentication.js';
import { browserDigests } from '../sign-ins/browser-cookie.js';

/** The second factors that an account can use. */
export interface FactorWays {
  /** A code of its authenticator application, or a recovery code. */
  readonly code: boolean;
  /** A passkey that was made for this server. */
  readonly passkey: boolean;
}

/** The fields in which a page takes a second factor; one of them is filled. */
class FactorForm extends SentPasskeyForm {
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

/** Tells which second factors an account has, and checks the one that was given, for each page that asks for one. */
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

  /** The second factors that are not young, so that none set up lately by a thief of the password counts. */
  async settledWaysOf(accountId: Long): Promise<FactorWays> {
    const since = youngSince(this.clock.now());
    const [code, passkey] = await Promise.all([
      this.factors.isSettledOf(accountId, since),
      this.passkeys.hasSettled(accountId, since),
    ]);
    return { code, passkey };
  }

  /** Whether the account has a second factor. */
  async isProtected(accountId: Long): Promise<boolean> {
    const { code, passkey } = await this.waysOf(accountId);
    return code || passkey;
  }

  /** The strongest sign-in that the account can make. */
  async reachOf(accountId: Long): Promise<Acr> {
    const { code, passkey } = await this.waysOf(accountId);
    if (passkey) return PASSKEY_ACR;
    return code ? TWO_FACTORS_ACR : PASSWORD_ACR;
  }

  /** The field of the form that was filled; the field for codes if none was. */
  async fieldOf(visit: Visit): Promise<FactorField> {
    const { passkey, recovery } = (await readForm(FactorForm, visit.body)).values;
    if (passkey !== '') return 'passkey';
    return recovery === '' ? 'code' : 'recovery';
  }

  /**
   * Checks the second factor that the form gives, for this account only.
   * @param isSignedIn the account is already signed in
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
