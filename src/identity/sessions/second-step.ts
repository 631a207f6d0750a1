import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Long } from '../../platform/operations/long.js';
import type { Visit } from '../../platform/operations/visit.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { passwordMarkOf } from '../accounts/account-statements.js';
import { SecondFactors } from '../factors/second-factors.js';
import { TrustedBrowsers } from '../factors/trusted-browsers.js';
import { hasSecondFactor, type FirstStep, type Onward, type PendingSignIn } from './authentication.js';
import { CurrentHttpSession, HttpSessions } from './http-sessions.js';
import { OpenSessions } from './open-sessions.js';
import { sessionPendingOf } from './session-proofs.js';

/** The page of the second step. */
export const SECOND_STEP = '/sign-in/code';
/** So long after the first step the second one is taken. */
const WAITS_MS = 10 * MINUTE;

/** Sign-ins of protected accounts between their first step and their second: one for all pages (D242). */
@Injectable()
export class SecondStep {
  constructor(
    private readonly sessions: HttpSessions,
    private readonly openSessions: OpenSessions,
    private readonly factors: SecondFactors,
    private readonly trusted: TrustedBrowsers,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether a second factor is missing: the account is protected, and does not trust this browser. */
  async isMissing({ accountId, methods }: FirstStep, visit: Visit): Promise<boolean> {
    if (hasSecondFactor(methods) || !(await this.factors.isRequiredOf(accountId))) return false;
    return !(await this.trusted.isTrusted(accountId, visit));
  }

  /** Signs nobody in yet; whoever else was signed in there is signed out. */
  async hold(
    { accountId, methods, mark: given = null }: FirstStep,
    onward: Onward,
    visit: Visit,
  ): Promise<void> {
    await this.sessions.load(visit);
    const mark = given ?? (await this.markOf(accountId));
    if (mark === null) throw new CallError(Errors.credentialInvalid, { accountId }); // disabled meanwhile
    const session = new CurrentHttpSession(visit.exchange);
    const isAnyEnded = await this.openSessions.endReplaced(session, accountId);
    const held = session.hold({ ...onward, accountId, methods, at: this.clock.millis(), mark });
    await (isAnyEnded ? followUp(held) : held);
  }

  /**
   * Makes a sign-in stronger that is there already: it is held until the second factor is given.
   * @returns the address of the page that asks for it; it opens the session anew, by both, and goes on
   */
  async ask(who: FirstStep, onward: Onward, visit: Visit): Promise<string> {
    await this.hold(who, onward, visit);
    return SECOND_STEP;
  }

  /** What this browser has begun; null: nothing, too long ago, or the account or its password is another one by now. */
  async find(visit: Visit): Promise<PendingSignIn | null> {
    await this.sessions.load(visit);
    const pending = sessionPendingOf(visit);
    if (!pending || pending.at + WAITS_MS <= this.clock.millis()) return null;
    return (await this.markOf(pending.accountId)) === pending.mark ? pending : null;
  }

  private markOf(accountId: Long): Promise<string | null> {
    return passwordMarkOf(this.database.dataSource.manager, accountId);
  }
}
