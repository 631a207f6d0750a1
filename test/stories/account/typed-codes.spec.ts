import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { protectedMember, type Protected } from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const STEP = '/sign-in/code';

const inDigitsFrom = (zero: number, code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('one-time code in any spelling (D370)', () => {
  let server: TestServer;
  let me: Member;
  let mine: Protected;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    mine = await protectedMember(server, me);
  });

  /** The answer to a code after the password. */
  const post = async (code: string) => {
    const browser = new CookieBrowser(server);
    await browser.signIn(me);
    return browser.post(STEP, { code });
  };

  it.each([
    ['Arabic digits', (code: string) => inDigitsFrom(0x660, code)],
    ['full-width digits', (code: string) => inDigitsFrom(0xff10, code)],
    [
      'groups and marks of direction',
      (code: string) => `\u200f${code.slice(0, 3)}\u2013${code.slice(3)}\u200e`,
    ],
  ])('signs in with %s (input 23)', async (_how, typed) => {
    expect((await post(typed(mine.app.next()))).status).toBe(303);
  });

  it.each([
    '12345\u00e9',
    '12345e\u0301',
    '👪👪👪',
    '👪',
    '\ud835\udfd8',
    '\u0000',
    '1'.repeat(5000),
    '-',
    'NaN',
    '1e5',
  ])('is wrong as %j, and counts as a guess (input 23)', async (code) => {
    expect((await post(code)).status).toBe(401);
    const counted = await rows(server, 'SELECT refused FROM totp WHERE account_id = $1', [me.id]);
    expect(counted).toEqual([{ refused: 1 }]);
  });
});
