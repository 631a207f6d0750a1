import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { ownMeansOf } from '../accounts/account-statements.js';
import type { Method } from './authentication.js';
import { PROVEN_MS } from '../sign-ins/held-rank.js';
import { SecondFactor } from './second-factor.js';
import { CurrentHttpSession } from './current-session.js';
import { sessionDataOf } from './session-data.js';
import { sessionMethodsSince, sessionProofsOf } from './session-proofs.js';

/**
 * The methods that an account uses before something sensitive (D253). factor: its second factor, if it has one; trust
 * in a browser does not count. own: a password or a mailed link, if it has a password or a role. any: whatever it can.
 */
const DOES = {
  factor: ['code', 'recovery', 'passkey'],
  own: ['password', 'link', 'code', 'recovery', 'passkey'],
  any: ['password', 'link', 'code', 'recovery', 'passkey', 'provider'],
} as const satisfies Record<string, readonly Method[]>;
type NeededProof = keyof typeof DOES;

/** What was proven in a session in the last minutes. */
export interface Proven {
  /** By a method that the account uses before something sensitive. */
  readonly lately: boolean;
  /** By such a method, once more after the sign-in. */
  readonly again: boolean;
  /** By its second factor, or it has none. */
  readonly factor: boolean;
  /** By any method. */
  readonly signIn: boolean;
}

/** Judges sessions by the proofs in them, each method by its own time (D253). */
@Injectable()
export class Proofs {
  constructor(
    private readonly factor: SecondFactor,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async neededOf(accountId: Long): Promise<NeededProof> {
    const [isProtected, own] = await Promise.all([
      this.factor.isProtected(accountId),
      ownMeansOf(this.database.dataSource.manager, accountId),
    ]);
    if (isProtected) return 'factor';
    return own.hasPassword || own.hasRole ? 'own' : 'any';
  }

  async of(accountId: Long, visit: Visit): Promise<Proven> {
    const needed = this.wasShown('factor', visit) ? 'factor' : await this.neededOf(accountId);
    const lately = this.wasShown(needed, visit);
    return {
      lately,
      again: lately && isConfirmedBy(needed, visit),
      factor: needed !== 'factor' || lately,
      signIn: this.wasShown('any', visit),
    };
  }

  /**
   * Notes a proof that was shown just now.
   * @returns false: the session ended meanwhile, or continued under another id
   */
  show({ exchange }: Visit, method: Method): Promise<boolean> {
    return new CurrentHttpSession(exchange).prove(this.clock.now(), method);
  }

  private wasShown(needed: NeededProof, visit: Visit): boolean {
    const shown = sessionMethodsSince(visit, this.clock.millis() - PROVEN_MS);
    return DOES[needed].some((method) => shown.includes(method));
  }
}

/** Whether the last proof after the sign-in was by such a method. */
function isConfirmedBy(needed: NeededProof, visit: Visit): boolean {
  const { provenAt } = sessionDataOf(visit);
  const proofs = sessionProofsOf(visit);
  return provenAt !== undefined && DOES[needed].some((method) => proofs[method] === provenAt);
}
