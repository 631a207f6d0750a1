import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Long } from '../../platform/operations/long.js';
import type { Method, PendingSignIn } from './authentication.js';
import { HeldSignIns } from './held-sign-ins.js';
import { SignIn, type SignedIn } from './sign-in.js';

type Listener = (next: string, who: SignedIn, visit: Visit) => Promise<void>;

/** What was just shown, and by whom: it must be the account whose sign-in waits. */
interface SecondProof {
  readonly accountId: Long;
  readonly method: Method;
}

/** The second step of every sign-in on people's pages: one for all (D242). */
@Injectable()
export class SecondStep {
  private readonly listeners: { readonly prefix: string; readonly listener: Listener }[] = [];

  constructor(
    private readonly held: HeldSignIns,
    private readonly signIn: SignIn,
  ) {}

  /** Has a room above act once a sign-in is complete that leads to a path which begins like this. */
  whenDone(prefix: string, listener: Listener): void {
    this.listeners.push({ prefix, listener });
  }

  /** Whose second step this browser is asked for; null: nobody's, or no longer. */
  find(visit: Visit): Promise<PendingSignIn | null> {
    return this.held.find(visit);
  }

  /**
   * Signs in whose first step this browser made, by both methods, under a new session id.
   * @returns the path to go on to; null: nothing waits for this account's second step (any more)
   * @throws CallError credentialInvalid when the account was disabled at this moment
   */
  async complete(visit: Visit, proof: SecondProof): Promise<string | null> {
    const pending = await this.held.find(visit);
    if (pending?.accountId !== proof.accountId) return null;
    const { accountId, next, mark } = pending;
    // The first step may be one of a session of hours ago, which an application asks to be stronger.
    const both = { accountId, methods: [...pending.methods, proof.method], shown: [proof.method], mark };
    const who = await followUp(this.signIn.open(both, visit));
    for (const { prefix, listener } of this.listeners)
      if (next.startsWith(prefix)) await followUp(listener(next, who, visit));
    return next;
  }
}
