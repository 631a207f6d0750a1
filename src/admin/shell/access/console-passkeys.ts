import { Injectable } from '@nestjs/common';
import type { Visit } from '../../../platform/operations/visit.js';
import { DeletionPending } from '../../../identity/accounts/deletion-pending.js';
import { PasskeyRefused } from '../../../identity/passkeys/passkey-refused.js';
import { PasskeyVerifier } from '../../../identity/passkeys/passkey-verifier.js';
import { browserDigests } from '../../../identity/sign-ins/browser-cookie.js';
import { AdminSessions } from './admin-sessions.js';

/** Signs administrators in with passkeys; they are those of their accounts. */
@Injectable()
export class ConsolePasskeys {
  constructor(
    private readonly passkeys: PasskeyVerifier,
    private readonly sessions: AdminSessions,
  ) {}

  /**
   * A passkey that is wrong and an account without a role get the same answer.
   * @param text what the browser answered, as the page's script sent it
   * @returns the id of the new session, to be stored in the cookie only
   * @throws PasskeyRefused; CallError tooManyAttempts, unavailable
   */
  async open(visit: Visit, text: string, address: string): Promise<string> {
    const browsers = browserDigests(visit);
    const accountId = await this.accountOf({ text, address, browsers });
    if (!(await this.sessions.mayOpen(accountId))) throw new PasskeyRefused('role', accountId);
    return this.sessions.start({ accountId }, { surface: 'console', address });
  }

  /** An account that is about to be deleted is refused as any other: people's own pages have the way back. */
  private async accountOf(sent: { text: string; address: string; browsers: Buffer[] }): Promise<string> {
    try {
      return (await this.passkeys.verify({ ...sent, purpose: 'console', clientId: null })).accountId;
    } catch (cause) {
      throw cause instanceof DeletionPending ? new PasskeyRefused('closed', cause.proof.accountId) : cause;
    }
  }
}
