import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { ownMeansOf } from '../accounts/account-statements.js';
import type { Method } from './authentication.js';
import { PROVEN_MS } from '../sign-ins/held-rank.js';
import { SecondFactor } from './second-factor.js';
import { CurrentHttpSession } from './http-sessions.js';
import { sessionConfirmationOf, sessionMethodsSince, sessionProofsOf } from './session-proofs.js';

/**
 * What an account shows before something sensitive (D253): its second factor where it has one, and trust in a browser is
 * none; else what is its own, a password or a mailed link, where it has a password or a role; else what there is.
 */
const DOES = {
  factor: ['code', 'recovery', 'passkey'],
  own: ['password', 'link', 'code', 'recovery', 'passkey'],
  any: ['password', 'link', 'code', 'recovery', 'passkey', 'provider'],
} as const satisfies Record<string, readonly Method[]>;
type NeededProof = keyof typeof DOES;

/** What was shown in a session in the last minutes. */
export interface Proven {
  /** By what the account shows before something sensitive. */
  readonly lately: boolean;
  /** The same, and once more after the sign-in. */
  readonly again: boolean;
  /** Its second factor, or it has none. */
  readonly factor: boolean;
  /** That it is signed in, however. */
  readonly signIn: boolean;
}

/** Judges sessions by what was shown in them: each method apart, by the time of its own (D253). */
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
   * Notes what was shown just now.
   * @returns false: the session ended meanwhile, or went on under another id
   */
  show({ exchange }: Visit, method: Method): Promise<boolean> {
    return new CurrentHttpSession(exchange).prove(this.clock.now(), method);
  }

  private wasShown(needed: NeededProof, visit: Visit): boolean {
    const shown = sessionMethodsSince(visit, this.clock.millis() - PROVEN_MS);
    return DOES[needed].some((method) => shown.includes(method));
  }
}

/** Whether the last that was shown after the sign-in is one of those. */
function isConfirmedBy(needed: NeededProof, visit: Visit): boolean {
  const at = sessionConfirmationOf(visit);
  const proofs = sessionProofsOf(visit);
  return at !== null && DOES[needed].some((method) => proofs[method] === at);
}
