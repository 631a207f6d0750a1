import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import bcrypt from 'bcrypt';
import { basic } from '../support/a01.js';
import { CookieBrowser } from '../support/authorization.js';
import { clientRowId, rows } from '../support/database-rows.js';
import { makeDevicePassword, protect } from '../support/device-passwords.js';
import { CLIENTS } from '../support/fixtures.js';
import { newMember, type Member } from '../support/forgotten-password.js';
import { from, request } from '../support/http.js';
import { invited, newEmail, submit } from '../support/invitations.js';
import { PasswordGuesses } from '../support/password-guesses.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** As Windows types it, and as a Mac does. */
const COMPOSED = 'Sch\u00f6ne Gr\u00fc\u00dfe 41';
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('passwords from keyboards with different encodings (D371)', () => {
  let server: TestServer;
  let guesses: PasswordGuesses;
  let me: Member;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    guesses = new PasswordGuesses(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
  });

  const tryWith = async (password: string, at = guesses.address(), email = me.email) =>
    (await guesses.attempt(email, password, at)).status;
  const hashOf = async (id: string) => {
    const sql = 'SELECT password_hash AS hash FROM account WHERE id = $1';
    return (await rows<{ hash: string }>(server, sql, [id]))[0].hash;
  };
  const setHash = async (password: string) => {
    const hash = await bcrypt.hash(password, 4);
    await rows(server, 'UPDATE account SET password_hash = $2 WHERE id = $1 RETURNING id', [me.id, hash]);
    return hash;
  };

  it.each([COMPOSED, DECOMPOSED])('match wherever they were chosen: %j (input 22)', async (chosen) => {
    const email = newEmail();
    const guest = await invited(server, { Identifier: email });
    await submit(server, guest.path, { name: 'Mia', password: chosen });
    for (const typed of [COMPOSED, DECOMPOSED, COMPOSED.replace(' ', '\u00a0')]) {
      expect(await tryWith(typed, undefined, email)).toBe(200);
      const browser = new CookieBrowser(server);
      expect((await browser.signIn({ email, password: typed })).status).toBe(303);
    }
    expect(await tryWith(COMPOSED.toLowerCase(), undefined, email)).toBe(401);
  });

  it("match an older hash of a Mac's encoding, which is then renewed for every keyboard", async () => {
    const older = await setHash(DECOMPOSED);
    expect([await tryWith(COMPOSED), await hashOf(me.id)]).toEqual([401, older]);
    expect(await tryWith(DECOMPOSED)).toBe(200);
    const renewed = await hashOf(me.id);
    expect(renewed).not.toBe(older);
    for (const typed of [COMPOSED, DECOMPOSED]) expect(await tryWith(typed)).toBe(200);
    expect(await hashOf(me.id)).toBe(renewed);
  });

  it('count once if wrong, although two encodings were compared', async () => {
    const at = guesses.address();
    for (let i = 0; i < 5; i++) expect(await tryWith(`${DECOMPOSED}${i}`, at)).toBe(401);
    expect(await tryWith(`${DECOMPOSED}5`, at)).toBe(429);
  });

  it('a device password may be typed in full-width letters', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(me);
    await protect(server, me.id);
    const plain = await makeDevicePassword(server, browser, CLIENTS.app.id);
    const wide = plain.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
    const answer = await guesses.attempt(me.email, wide, guesses.address(), 'the password call');
    expect(answer.status).toBe(200);
  });

  it('an imported client secret matches in either encoding, and is recognized as one', async () => {
    const id = await clientRowId(server, CLIENTS.imported.id);
    const verifier = Buffer.from(await bcrypt.hash(DECOMPOSED, 4));
    const sql =
      'UPDATE client_secret SET verifier = $2, recognition = NULL WHERE client_id = $1 RETURNING id';
    await rows(server, sql, [id, verifier]);
    const ping = async (secret: string) => {
      const headers = { ...basic({ id: CLIENTS.imported.id, secret }), ...from(guesses.address()) };
      return (await request(server, { path: '/api/acc/ping', headers })).status;
    };
    expect(await ping(`${DECOMPOSED}.`)).toBe(509);
    expect([await ping(DECOMPOSED), await ping(COMPOSED)]).toEqual([200, 200]);
  });
});
