import { Injectable } from '@nestjs/common';
import { DeletionPending } from '../../../identity/accounts/deletion-pending.js';
import { FactorChecks } from '../../../identity/factors/factor-checks.js';
import { looksLikeOneTimeCode } from '../../../identity/factors/one-time-codes.js';
import { PasskeyRefused } from '../../../identity/passkeys/passkey-refused.js';
import { PasskeyVerifier } from '../../../identity/passkeys/passkey-verifier.js';
import { SecondFactor } from '../../../identity/sessions/second-factor.js';
import { browserDigests } from '../../../identity/sign-ins/browser-cookie.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { invalid, ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import type { Long } from '../../../platform/operations/long.js';
import type { Visit } from '../../../platform/operations/visit.js';
import { AdminSessions } from './admin-sessions.js';
import type { HeldAdministrator } from './held-administrator.entity.js';
import { HeldAdministrators } from './held-administrators.js';

/** The step after the password: the second factor (a code or a passkey), or its set-up. */
export type MissingStep = 'code' | 'setup';

/** The id of a session, or of a sign-in that waits for its second step. Each goes into its own cookie only. */
type AdminSignInOutcome =
  { readonly session: string } | { readonly held: string; readonly missing: MissingStep };

interface Given {
  readonly identifier: string;
  readonly password: string;
  readonly address: string;
}

/** A code of the authenticator application, or a recovery code. */
interface GivenCode {
  readonly typed: string;
  readonly address: string;
}

/** Signs administrators in: by password and then the second factor (D244), or by a passkey of their account. */
@Injectable()
export class AdminSignIn {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly held: HeldAdministrators,
    private readonly given: SecondFactor,
    private readonly checks: FactorChecks,
    private readonly passkeys: PasskeyVerifier,
    private readonly config: AppConfig,
  ) {}

  /** @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async begin({ identifier, password, address }: Given): Promise<AdminSignInOutcome> {
    const who = await this.sessions.authenticate(identifier, password, address);
    const missing = await this.missingOf(who.accountId);
    if (missing === null) return { session: await this.sessions.start(who, { surface: 'console', address }) };
    return { held: await this.held.hold(who), missing };
  }

  /**
   * Signs in with one request, for programs.
   * @throws ProblemError secondFactorRequired without the code that is needed, secondFactorMissing, invalid for a wrong one
   */
  async open(given: Given, code: string | undefined): Promise<string> {
    const { identifier, password, address } = given;
    const who = await this.sessions.authenticate(identifier, password, address);
    const missing = await this.missingOf(who.accountId);
    if (missing === 'setup') {
      const advice = `Set one up first: sign in at ${this.config.publicUrl}/admin with a browser.`;
      throw new ProblemError(Problems.secondFactorMissing, advice);
    }
    if (missing === 'code') {
      if (!(await this.given.waysOf(who.accountId)).code) {
        const advice = `A passkey alone protects the account: sign in at ${this.config.publicUrl}/admin with a browser, or set up one-time codes.`;
        throw new ProblemError(Problems.secondFactorMissing, advice);
      }
      const advice = 'Send the same once more, with a one-time code or a recovery code as "code".';
      if (code === undefined) throw new ProblemError(Problems.secondFactorRequired, advice);
      await this.check(who.accountId, { typed: code, address }).catch(describeWrong);
    }
    return this.sessions.start(who, { surface: 'api', address });
  }

  /** Finds a sign-in and its missing step; null if it is unknown, has expired, or its account may no longer administer. */
  async find(id: string | null): Promise<(HeldAdministrator & { missing: MissingStep }) | null> {
    const held = id === null ? null : await this.held.find(id);
    if (!held || !(await this.sessions.mayOpen(held.accountId))) return null;
    return { ...held, missing: (await this.given.isProtected(held.accountId)) ? 'code' : 'setup' };
  }

  /** Checks the code. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async check(accountId: Long, { typed, address }: GivenCode): Promise<void> {
    const attempt = { accountId, typed, address };
    if (looksLikeOneTimeCode(typed)) await this.checks.code(attempt);
    else await this.checks.recoveryCode(attempt);
  }

  /** Opens the session after the second step. @returns its id; null if the sign-in no longer waits */
  complete(held: HeldAdministrator, address: string): Promise<string | null> {
    const at = { surface: 'console', address } as const;
    return this.sessions.startAfter((tx) => this.held.take(tx, held), held, at);
  }

  /**
   * Opens a session by a passkey. A wrong passkey and an account without a role get the same answer.
   * @param text the answer of the browser, as the page's script sent it
   * @returns the id of the new session, to be stored in the cookie only
   * @throws PasskeyRefused; CallError tooManyAttempts, unavailable
   */
  async openByPasskey(visit: Visit, text: string): Promise<string> {
    const { address } = visit;
    const accountId = await this.accountOf({ text, address, browsers: browserDigests(visit) });
    if (!(await this.sessions.mayOpen(accountId))) throw new PasskeyRefused('role', accountId);
    return this.sessions.start({ accountId }, { surface: 'console', address });
  }

  /** Refuses an account that is about to be deleted as any other: its own pages have the way back. */
  private async accountOf(sent: { text: string; address: string; browsers: Buffer[] }): Promise<string> {
    try {
      return (await this.passkeys.verify({ ...sent, purpose: 'console', clientId: null })).accountId;
    } catch (cause) {
      throw cause instanceof DeletionPending ? new PasskeyRefused('closed', cause.proof.accountId) : cause;
    }
  }

  private async missingOf(accountId: Long): Promise<MissingStep | null> {
    if (await this.given.isProtected(accountId)) return 'code';
    return this.config.adminSecondFactor === 'required' ? 'setup' : null;
  }
}

/** Turns a wrong code into a problem with its member: the password was right. */
function describeWrong(cause: unknown): never {
  if (!(cause instanceof CallError) || cause.definition !== Errors.credentialInvalid) throw cause;
  throw invalid([{ field: 'code', message: 'is wrong, or was used already' }]);
}
