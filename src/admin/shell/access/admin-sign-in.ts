import { Injectable } from '@nestjs/common';
import { FactorChecks } from '../../../identity/factors/factor-checks.js';
import { looksLikeOneTimeCode } from '../../../identity/factors/one-time-codes.js';
import { SecondFactor } from '../../../identity/sessions/second-factor.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import { CallError } from '../../../platform/errors/call-error.js';
import { Errors } from '../../../platform/errors/catalogue.js';
import { invalid, ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems } from '../../../platform/errors/problems.js';
import type { Long } from '../../../platform/operations/long.js';
import { AdminSessions } from './admin-sessions.js';
import type { HeldAdministrator } from './held-administrator.entity.js';
import { HeldAdministrators } from './held-administrators.js';

/** What is missing after the password: the second factor of the account, codes or a passkey, or that it sets one up. */
export type MissingStep = 'code' | 'setup';

/** The id of a session, or of a sign-in that waits for its second step; each is for its own cookie only. */
type AdminSignInOutcome =
  { readonly session: string } | { readonly held: string; readonly missing: MissingStep };

interface Given {
  readonly identifier: string;
  readonly password: string;
  readonly address: string;
}

/** A code of the application, or a recovery code. */
interface GivenCode {
  readonly typed: string;
  readonly address: string;
}

/** Signs administrators in: password, then the second factor (D244). */
@Injectable()
export class AdminSignIn {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly held: HeldAdministrators,
    private readonly given: SecondFactor,
    private readonly checks: FactorChecks,
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
   * The same in one visit, for programs.
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

  /** What a sign-in still waits for; null: it is unknown, too old, or its account may not administer any more. */
  async find(id: string | null): Promise<(HeldAdministrator & { missing: MissingStep }) | null> {
    const held = id === null ? null : await this.held.find(id);
    if (!held || !(await this.sessions.mayOpen(held.accountId))) return null;
    return { ...held, missing: (await this.given.isProtected(held.accountId)) ? 'code' : 'setup' };
  }

  /** Checks what was typed. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async check(accountId: Long, { typed, address }: GivenCode): Promise<void> {
    const attempt = { accountId, typed, address };
    if (looksLikeOneTimeCode(typed)) await this.checks.code(attempt);
    else await this.checks.recoveryCode(attempt);
  }

  /** Opens the session whose second step was made, whatever by. @returns its id; null: it waits no longer */
  complete(held: HeldAdministrator, address: string): Promise<string | null> {
    const at = { surface: 'console', address } as const;
    return this.sessions.startAfter((tx) => this.held.take(tx, held), held, at);
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
