import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../../support/authorization.js';
import { protect } from '../../support/device-passwords.js';
import { rows } from '../../support/database-rows.js';
import { newMember } from '../../support/forgotten-password.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import {
  addPasskey,
  askedBy,
  newHolder,
  signalsIn,
  signInBy,
  startAtName,
  type PasskeyHolder,
} from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const PAGE = '/account/sign-in';
const rpId = 'localhost';

describe('what browsers are told about passkeys (D354)', () => {
  let server: TestServer;
  let site: string;
  let mia: PasskeyHolder;
  beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    mia = await newHolder(server, site);
  });

  const idOf = async ({ credentialId }: Authenticator): Promise<string> => {
    const sql = 'SELECT id::text FROM passkey WHERE credential_id = $1';
    return (await rows<{ id: string }>(server, sql, [credentialId]))[0].id;
  };
  const handleOf = async ({ id }: PasskeyHolder): Promise<string> => {
    const sql = 'SELECT user_handle AS handle FROM passkey WHERE account_id = $1';
    return (await rows<{ handle: Buffer }>(server, sql, [id]))[0].handle.toString('base64url');
  };
  const suspendAll = async ({ id }: PasskeyHolder): Promise<void> => {
    await rows(
      server,
      `WITH gone AS (DELETE FROM passkey WHERE account_id = $1 RETURNING *)
         INSERT INTO suspended_passkey (id, account_id, suspended_at, kept) SELECT id, account_id, $2, to_jsonb(gone) FROM gone RETURNING 1`,
      [id, server.clock.now()],
    );
  };
  const told = (browser: CookieBrowser, page = PAGE) => browser.get(page).then(signalsIn);
  const unknown = (credentialId: string) => ['signalUnknownCredential', { rpId, credentialId }];
  const accepted = (userId: string, allAcceptedCredentialIds: string[]) => [
    'signalAllAcceptedCredentials',
    { rpId, userId, allAcceptedCredentialIds },
  ];
  /** A passkey that nobody has here. */
  const stranger = (): Authenticator => {
    const passkey = new Authenticator(site);
    passkey.register({ challenge: '' });
    return passkey;
  };

  it('on the page of sign-in methods: the passkeys that are taken, and what their owner is called', async () => {
    const second = new Authenticator(site);
    await addPasskey(mia.browser, second);
    await rows(server, `UPDATE account SET name = 'Mia "&quot;" <b>' WHERE id = $1`, [mia.id]);
    const userId = await handleOf(mia);
    expect(await told(mia.browser)).toEqual([
      accepted(userId, [mia.passkey.id, second.id]),
      ['signalCurrentUserDetails', { rpId, userId, name: mia.email, displayName: 'Mia "&quot;" <b>' }],
    ]);
  });

  it('of a person without passkeys nothing, nor on pages where nobody is signed in', async () => {
    const plain = new CookieBrowser(server);
    await plain.signIn(await newMember(server));
    expect((await plain.get(PAGE)).text).not.toContain('data-passkey-signal');
    const form = { identifier: mia.email, password: 'wrong', passkey: '' };
    expect(signalsIn(await new CookieBrowser(server).post('/sign-in', form))).toEqual([]);
    expect(await told(new CookieBrowser(server), '/sign-in')).toEqual([]);
  });

  it('not those that were made for another domain, but those that are out of use, since they may come back', async () => {
    const away = new Authenticator(site);
    await addPasskey(mia.browser, away);
    const userId = await handleOf(mia);
    await rows(server, `UPDATE passkey SET rp_id = 'old.example' WHERE credential_id = $1`, [
      away.credentialId,
    ]);
    await suspendAll(mia);
    expect((await told(mia.browser))[0]).toEqual(accepted(userId, [mia.passkey.id]));
  });

  it('once one was removed, that it is unknown: the last one too, after which nobody knows its owner', async () => {
    const second = new Authenticator(site);
    await addPasskey(mia.browser, second);
    const userId = await handleOf(mia);
    const remove = async (passkey: Authenticator) => {
      const { headers } = await mia.browser.post('/account/passkeys/remove', { id: await idOf(passkey) });
      expect(headers.location).toBe(`${PAGE}?gone=${passkey.id}#passkeys`);
      return told(mia.browser, `${PAGE}?gone=${passkey.id}`);
    };
    const after = await remove(second);
    expect([after[0], after.at(-1)]).toEqual([accepted(userId, [mia.passkey.id]), unknown(second.id)]);
    expect(await remove(mia.passkey)).toEqual([unknown(mia.passkey.id)]);
  });

  it('nothing false by a link to that page: one that anybody has, or that is out of use, is not unknown', async () => {
    const other = await newHolder(server, site);
    const ids = [mia.passkey.id, other.passkey.id];
    for (const id of [...ids, '', 'a b', '<', '%00', 'x'.repeat(1365)]) {
      const { status, text } = await mia.browser.get(`${PAGE}?gone=${encodeURIComponent(id)}`);
      expect([id, status, text.includes('signalUnknown')]).toEqual([id, 200, false]);
    }
    expect((await mia.browser.get(`${PAGE}?gone=a&gone=b`)).text).not.toContain('signalUnknown');
    await suspendAll(other);
    expect((await mia.browser.get(`${PAGE}?gone=${other.passkey.id}`)).text).not.toContain('signalUnknown');
  });

  it('at a sign-in, that the passkey is unknown: only if it is, and not for anything else that is wrong', async () => {
    const refused = async (passkey: Authenticator, odd = {}) => {
      const answer = await signInBy(new CookieBrowser(server), passkey, odd);
      expect([answer.status, answer.text.includes('This passkey was not accepted')]).toEqual([401, true]);
      return signalsIn(answer);
    };
    const nobodys = stranger();
    expect(await refused(nobodys)).toEqual([unknown(nobodys.id)]);
    expect(await refused(mia.passkey, { isForged: true })).toEqual([]);
    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1`, [mia.id]);
    expect(await refused(mia.passkey)).toEqual([]);
    const other = await newHolder(server, site);
    await suspendAll(other);
    expect(await refused(other.passkey)).toEqual([]);
    const browser = new CookieBrowser(server);
    const sent = JSON.stringify(nobodys.answer({ challenge: 'bWFkZSB1cA', rpId }));
    expect(signalsIn(await browser.post('/sign-in', { passkey: sent }))).toEqual([]); // it answers nothing
  });

  it('likewise where a second factor is asked for', async () => {
    const nobodys = stranger();
    const sendTo = async (browser: CookieBrowser, path: string) => {
      const passkey = JSON.stringify(nobodys.answer(await askedBy(browser)));
      return signalsIn(await browser.post(path, { passkey }));
    };
    expect(await sendTo(mia.browser, '/confirm/factor')).toEqual([unknown(nobodys.id)]);
    await protect(server, mia.id);
    const between = new CookieBrowser(server);
    await between.signIn(mia);
    expect(await sendTo(between, '/sign-in/code')).toEqual([unknown(nobodys.id)]);
  });
});
