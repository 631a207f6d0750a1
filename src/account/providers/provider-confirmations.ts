import { Injectable } from '@nestjs/common';
import { Proofs } from '../../identity/sessions/proofs.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { ProviderAccounts } from '../../oauth/providers/provider-accounts.js';
import type { Arrival } from '../../oauth/providers/provider-sign-ins.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Visit } from '../../platform/operations/visit.js';
import type { ArrivalOutcome } from './provider-arrivals.js';

/** For a session that ended meanwhile. */
const SIGN_IN = '/sign-in';

/** Who is signed in shows at a provider that it is them; whoever is known there as somebody else does not (D295). */
@Injectable()
export class ProviderConfirmations {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly signIn: SignIn,
    private readonly proofs: Proofs,
  ) {}

  /** @param next the page to go on to */
  async receive(arrival: Arrival, next: string, visit: Visit): Promise<ArrivalOutcome> {
    const signedIn = await this.signIn.current(visit);
    const accountId = await this.accounts.accountOf(arrival);
    if (accountId === null || signedIn?.accountId !== accountId) return { note: 'notYou' };
    if (!(await this.accounts.noteSignIn(arrival, accountId, visit.address))) return { note: 'blocked' };
    return { to: (await followUp(this.proofs.show(visit, 'provider'))) ? next : SIGN_IN };
  }
}
