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
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { CurrentHttpSession } from './current-session.js';
import { OpenSessions } from './open-sessions.js';
import { sessionDataOf } from './session-data.js';

/** The path of the second step's page. */
export const SECOND_STEP = '/sign-in/code';
/** How long after the first step the second one is accepted. */
const WAITS_MS = 10 * MINUTE;

/** Keeps sign-ins of protected accounts between their two steps, for all pages (D242). */
@Injectable()
export class SecondStep {
  constructor(
    private readonly sessions: BrowserSessions,
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

  /** Holds the sign-in: nobody is signed in yet, and another account that was signed in there is signed out. */
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
   * Strengthens an existing sign-in: it is held until the second factor is given.
   * @returns the path of the page that asks for it, which then opens a new session by both methods, and goes on
   */
  async ask(who: FirstStep, onward: Onward, visit: Visit): Promise<string> {
    await this.hold(who, onward, visit);
    return SECOND_STEP;
  }

  /**
   * The sign-in that this browser has begun; null: none, it expired, or the account or its password has changed since.
   */
  async find(visit: Visit): Promise<PendingSignIn | null> {
    await this.sessions.load(visit);
    const { pending } = sessionDataOf(visit);
    if (!pending || pending.at + WAITS_MS <= this.clock.millis()) return null;
    return (await this.markOf(pending.accountId)) === pending.mark ? pending : null;
  }

  private markOf(accountId: Long): Promise<string | null> {
    return passwordMarkOf(this.database.dataSource.manager, accountId);
  }
}
