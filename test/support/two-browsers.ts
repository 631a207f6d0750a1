import { giveAddress } from './addresses.js';
import { CookieBrowser } from './authorization.js';
import { count, rows } from './database-rows.js';
import { newestMessage, newMember, type Member } from './forgotten-password.js';
import type { RawAnswer } from './http.js';
import { headingOf, newEmail } from './invitations.js';
import { sessionDigestOf } from './open-ways.js';
import type { TestServer } from './start-app.js';

/** Messages are made, and can be read once the worker of the outbox is stopped. */
export const UNSENT = { SMTP_URL: 'smtp://127.0.0.1:9', SMS_GATEWAY_URL: 'http://127.0.0.1:9' };

/** The text on the page of a mailed link that does nothing. */
export const OVER = [410, 'This link is no longer valid'];

/** The status of a page, and its heading. */
export function seen(answer: RawAnswer): [status: number, heading: string] {
  return [answer.status, headingOf(answer)];
}

/** An account with two settled addresses, and its password in two browsers: one is its owner's. */
export class TwoBrowsers {
  private constructor(
    private readonly server: TestServer,
    readonly me: Member,
    readonly second: string,
    readonly mine: CookieBrowser,
    readonly thief: CookieBrowser,
  ) {}

  static async on(server: TestServer): Promise<TwoBrowsers> {
    const me = await newMember(server);
    const second = newEmail();
    await giveAddress(server, me.id, second);
    const [mine, thief] = [new CookieBrowser(server), new CookieBrowser(server)];
    await mine.signIn(me);
    await thief.signIn(me);
    return new TwoBrowsers(server, me, second, mine, thief);
  }

  async isIn(browser: CookieBrowser): Promise<boolean> {
    return (await browser.get('/account')).status === 200;
  }

  async isConfirmed(value: string): Promise<boolean> {
    const mine = `account_id = ${this.me.id} AND normalized = '${value}' AND is_validated`;
    return (await count(this.server, 'account_identifier', mine)) === 1;
  }

  /** Uses a link in a notice, in a signed-out browser. */
  async stop(path: string | null | undefined): Promise<[status: number, heading: string]> {
    if (!path) throw new Error('there is no link');
    return seen(await new CookieBrowser(this.server).post(path, {}));
  }

  /** The number of the sign-in in a browser. */
  async signInOf(browser: CookieBrowser): Promise<string> {
    const sql = `SELECT data->>'signIn' AS "signInId" FROM session WHERE digest = $1`;
    return (await rows<{ signInId: string }>(this.server, sql, [sessionDigestOf(browser)]))[0].signInId;
  }

  /** As if that browser had shown a settled second factor. */
  async showSettledFactor(browser: CookieBrowser): Promise<void> {
    const sql = 'UPDATE sign_in SET rank = 3 WHERE id = $1 RETURNING 1';
    await rows(this.server, sql, [await this.signInOf(browser)]);
  }

  /** Adds an address as its user does, who then uses the link. */
  async add(browser: CookieBrowser, value = newEmail()): Promise<string> {
    await browser.post('/account/identifiers', { identifier: value });
    const { path } = await newestMessage(this.server, this.me.id);
    await new CookieBrowser(this.server).post(path, {});
    if (!(await this.isConfirmed(value))) throw new Error(`${value} was not added`);
    return value;
  }

  /** Removes an address as its user does. @returns the status */
  async remove(browser: CookieBrowser, value: string): Promise<number> {
    const sql = 'SELECT id::text FROM account_identifier WHERE normalized = $1';
    const [{ id }] = await rows<{ id: string }>(this.server, sql, [value]);
    return (await browser.post(`/account/identifiers/${id}`)).status;
  }

  async drop(value: string): Promise<void> {
    await rows(this.server, 'DELETE FROM account_identifier WHERE normalized = $1 RETURNING 1', [value]);
  }

  /** Changes the row of an address. @param change SQL, in which $2 is the time */
  async alter(value: string, change: string): Promise<void> {
    const sql = `UPDATE account_identifier SET ${change} WHERE normalized = $1 AND $2::timestamptz IS NOT NULL RETURNING 1`;
    await rows(this.server, sql, [value, this.server.clock.now()]);
  }
}
