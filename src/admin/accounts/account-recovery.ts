import { Injectable } from '@nestjs/common';
import { RecoveryLinks } from '../../account/recovery/recovery-links.js';
import { conflict, requireMayHelp } from './account-help.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { asProblems } from '../shell/as-problems.js';
import { AccountDirectory } from './account-directory.js';

const REFUSED = {
  tooSoon:
    'Links were sent within the last 5 minutes, or 5 within a day. Check the outbox, or try again later.',
  notActive: 'The account is not active.',
  notProtected: 'The account has no second factor. Send a password reset link instead.',
  noAddress: 'The account has no confirmed address to send the links to.',
} as const;

/** Begins the way back in for a user who lost the second factor; nobody can skip the wait (D250). */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly links: RecoveryLinks,
  ) {}

  /** @throws ProblemError notFound, forbidden, conflict */
  async start(accountId: string, by: Administrator): Promise<void> {
    requireMayHelp(by, await this.directory.get(accountId));
    const outcome = await asProblems(this.links.startFor(accountId, actorOf(by)));
    if (outcome !== 'sent') throw conflict(REFUSED[outcome]);
  }
}
