import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { Onward } from '../../identity/sessions/authentication.js';
import { SignIn, type SignedIn } from '../../identity/sessions/sign-in.js';
import { AuthorizationService, CHALLENGE_PATH, type Challenge } from './authorization.service.js';
import { browserDigests } from '../../identity/sign-ins/browser-cookie.js';

/** Where a sign-in for a challenge leads. */
export function onwardFrom({ context, client }: Challenge, path: string): Onward {
  return { next: path, formTarget: context.redirectUri, lookOf: client.id };
}

/** A sign-in with two steps is for the challenge that it began at, as one with one step is. */
@Injectable()
export class ChallengeSecondStep {
  constructor(
    signIn: SignIn,
    private readonly authorization: AuthorizationService,
  ) {
    signIn.whenComplete(CHALLENGE_PATH, (next, who, visit) => this.note(next, who, visit));
  }

  private async note(next: string, who: SignedIn, visit: Visit): Promise<void> {
    const challenge = await this.authorization.findAt(next, browserDigests(visit));
    if (challenge) await this.authorization.signedIn(challenge, who);
  }
}
