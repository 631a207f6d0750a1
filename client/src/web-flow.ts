import { errorIn } from './code-flow.js';
import type { ConfidentialClient } from './confidential-client.js';
import { randomText } from './encoding.js';
import { InvalidCallback } from './errors.js';

/** What the server keeps for this browser, as plain data. It must not leave the server. */
export interface KeptSignIn {
  readonly stateRandomCipher: string;
  readonly stateSecret: string;
  /** Milliseconds since the epoch: a form that is shown after it comes too late. */
  readonly expiresAt: number;
}

/** For the form: `login` and `password` beside these, posted to `action`. */
export interface SignInForm {
  readonly action: string;
  readonly stateRandomCipher: string;
}

/** One of the ten minutes that the server gives is left for typing. */
const GOOD_FOR_MS = 9 * 60_000;

/** Signs browsers in by a plain form of your own, and keeps the client secret on your server (docs/sign-people-in/web-flow.md). */
export class WebFlow {
  constructor(
    private readonly client: ConfidentialClient,
    private readonly now: () => number = Date.now,
  ) {}

  /** What to keep for this browser: what was kept before, while it is good, since a wrong password leaves it so. */
  async begin(before?: KeptSignIn): Promise<KeptSignIn> {
    if (before && before.expiresAt > this.now()) return before;
    const stateRandomCipher = randomText();
    const expiresAt = this.now() + GOOD_FOR_MS;
    const stateSecret = await this.client.call('web/generatestatesecret', { stateRandomCipher });
    return { stateRandomCipher, stateSecret, expiresAt };
  }

  /** Where the form of the sign-in goes, and its hidden field. */
  form({ stateRandomCipher }: KeptSignIn): SignInForm {
    return { action: `${this.client.address}/api/web/login`, stateRandomCipher };
  }

  /**
   * Makes the session that the form opened this application's own. Keep nothing of `kept` afterwards.
   * @param callback the whole address that the browser came back to
   * @returns the session id, for `callInSession`
   * @throws InvalidCallback another site may have posted the form: it is not that of this browser
   * @throws OAuthError `invalid_grant`: login or password is wrong, and what is kept is still good
   * @throws CallError FizWebSessionInvalidException: begin again
   */
  async finish(callback: string | URL, kept: KeptSignIn | undefined): Promise<string> {
    const answer = new URL(callback).searchParams;
    const sessionId = answer.get('session_id');
    if (!kept || answer.get('state') !== kept.stateRandomCipher)
      throw new InvalidCallback('The sign-in form is not that of this browser.');
    const error = errorIn(answer);
    if (error) throw error;
    if (sessionId === null) throw new InvalidCallback('There is no session in the address.');
    await this.client.call('web/validatesession', { stateSecret: kept.stateSecret, sessionId });
    return sessionId;
  }
}
