import { randomBytes } from 'node:crypto';
import type { Cast, Person } from '../stage/cast.js';
import { Browser } from './browser.js';
import type { Caller } from './caller.js';
import { basic } from './credentials.js';
import type { Password } from './ledger.js';
import { pause } from './pace.js';

const RIGHT_OR_WRONG = { right: [200, 400] };

/** A member who changes the password again and again, on a page. */
export class PasswordPerson {
  private readonly password: Password;

  constructor(
    private readonly caller: Caller,
    private readonly cast: Cast,
    { identifier, password }: Person,
  ) {
    this.password = { identifier, candidates: [password], former: null };
    caller.ledger.passwords.push(this.password);
  }

  async live(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause();
      const current = await this.current();
      if (current !== null) await this.change(current);
    }
  }

  /** After a change whose answer was lost it is the one or the other; a request under way may still make it. */
  private async current(): Promise<string | null> {
    const { candidates, identifier: username } = this.password;
    if (candidates.length === 1) return candidates[0];
    for (const [index, password] of candidates.entries()) {
      const form = { grant_type: 'password', username, password };
      const asked = { path: '/token', form, headers: basic(this.cast.app) };
      const heard = await this.caller.until('sign-in after a change', asked, RIGHT_OR_WRONG);
      if (heard?.answer.status !== 200) continue;
      this.password.candidates = candidates.slice(index); // those before it were replaced
      return password;
    }
    return null;
  }

  private async change(current: string): Promise<void> {
    const { identifier, candidates } = this.password;
    const mayBeWrong = candidates.length > 1 ? [400, 401] : [];
    const browser = new Browser(this.caller);
    const signedIn = await browser.signIn({ identifier, password: current }, '/sign-in', mayBeWrong);
    if (signedIn.answer?.status !== 303) return;
    const next = `chaos-${randomBytes(9).toString('base64url')}`;
    const form = { current, password: next };
    const expected = { right: [200, ...mayBeWrong] };
    const changed = await browser.submit('change of the password', '/account/password', form, expected);
    if (changed.answer?.status === 200) {
      this.caller.ledger.successes.note(changed.node);
      Object.assign(this.password, { candidates: [next], former: current });
    }
    if (changed.outcome === 'unknown')
      Object.assign(this.password, { candidates: [...this.password.candidates, next], former: null });
  }
}
