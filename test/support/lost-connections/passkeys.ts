import { Authenticator } from '../passkey-authenticator.js';
import { CookieBrowser } from '../authorization.js';
import { rows } from '../database-rows.js';
import { addPasskey, askedBy } from '../passkeys.js';
import type { Act } from './act.js';
import { newMember, type Stage } from './stage.js';

interface Holder {
  readonly browser: CookieBrowser;
  readonly passkey: Authenticator;
}

async function signedIn({ server }: Stage): Promise<CookieBrowser> {
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  await browser.signIn(await newMember(server));
  return browser;
}

async function holder(stage: Stage): Promise<Holder> {
  const browser = await signedIn(stage);
  const passkey = new Authenticator(stage.server.url);
  await addPasskey(browser, passkey);
  return { browser, passkey };
}

/** People's use of passkeys. */
export const PASSKEYS: Readonly<Record<string, Act>> = {
  'a passkey is added': async (stage) => {
    const browser = await signedIn(stage);
    const made = new Authenticator(stage.server.url).register(
      await askedBy(browser, '/account/passkeys/options'),
    );
    const form = { passkey: JSON.stringify(made), name: 'Phone', next: '' };
    return () => browser.postAlone('/account/passkeys', form);
  },
  'a passkey is removed': async (stage) => {
    const { browser, passkey } = await holder(stage);
    const sql = 'SELECT id::text FROM passkey WHERE credential_id = $1';
    const [{ id }] = await rows<{ id: string }>(stage.server, sql, [passkey.credentialId]);
    return () => browser.postAlone('/account/passkeys/remove', { id });
  },
  'a passkey is renamed': async (stage) => {
    const { browser, passkey } = await holder(stage);
    const sql = 'SELECT id::text FROM passkey WHERE credential_id = $1';
    const [{ id }] = await rows<{ id: string }>(stage.server, sql, [passkey.credentialId]);
    return () => browser.postAlone('/account/passkeys/rename', { id, name: 'Tablet' });
  },
  'a passkey confirms': async (stage) => {
    const { browser, passkey } = await holder(stage);
    const form = { passkey: JSON.stringify(passkey.answer(await askedBy(browser))) };
    return () => browser.postAlone('/confirm/factor', form);
  },
  'a passkey signs in': async (stage) => {
    const { passkey } = await holder(stage);
    const browser = new CookieBrowser(stage.server, { Accept: 'text/html' });
    const form = { passkey: JSON.stringify(passkey.answer(await askedBy(browser))) };
    return () => browser.postAlone('/sign-in', form);
  },
};
