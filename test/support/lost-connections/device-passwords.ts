import { tellDevicePasswordNeeded } from '../../../src/identity/device-passwords/device-password-statements.js';
import { Notices } from '../../../src/identity/notifications/notices.js';
import { Database } from '../../../src/platform/database/database.js';
import { CookieBrowser } from '../authorization.js';
import { rows } from '../database-rows.js';
import { exchange, makeDevicePassword, protect, settleSignIns } from '../device-passwords.js';
import { newestMessage, type Member } from '../forgotten-password.js';
import { asked, must, type Act } from './act.js';
import { newMember, type Stage } from './stage.js';

async function signedIn(stage: Stage): Promise<{ me: Member; browser: CookieBrowser }> {
  const me = await newMember(stage.server);
  const browser = new CookieBrowser(stage.server, { Accept: 'text/html' });
  await browser.signIn(me);
  return { me, browser };
}

/** An account whose second factor was lost, and the page behind its link. */
async function recovering({ server }: Stage): Promise<{ me: Member; browser: CookieBrowser; path: string }> {
  const me = await newMember(server);
  await protect(server, me.id);
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  await must(browser.signIn(me));
  await must(browser.post('/lost-factor'));
  return { me, browser, path: (await newestMessage(server, me.id)).path };
}

/** Device passwords, and the way back in without the second factor. */
export const DEVICE_PASSWORDS: Readonly<Record<string, Act>> = {
  'a device password is made': async (stage) => {
    const { browser } = await signedIn(stage);
    const form = { name: 'Tablet', client: 'legacy' };
    return () => browser.postAlone('/account/device-passwords', form);
  },
  'a device password is ended, with its tokens': async (stage) => {
    const { server } = stage;
    const { me, browser } = await signedIn(stage);
    await exchange(server, me.email, await makeDevicePassword(server, browser));
    const of = 'SELECT id::text FROM device_password WHERE account_id = $1';
    const [{ id }] = await rows<{ id: string }>(server, of, [me.id]);
    return () => browser.postAlone(`/account/device-passwords/${id}/end`);
  },
  'a device password is exchanged for tokens': async (stage) => {
    const { server } = stage;
    const { me, browser } = await signedIn(stage);
    const plain = await makeDevicePassword(server, browser);
    return () => exchange(server, me.email, plain);
  },
  'an owner is told that an application needs a device password': async ({ server }) => {
    const { id } = await newMember(server);
    await protect(server, id);
    return () => asked(() => tellDevicePasswordNeeded(server.get(Database), server.get(Notices), id));
  },
  'an administrator starts the way back in': async ({ server, admin }) => {
    const { id } = await newMember(server);
    await protect(server, id);
    return () => admin.send('POST', `/accounts/${id}/factor-recovery`);
  },
  'the way back in is stopped': async (stage) => {
    const { browser, path } = await recovering(stage);
    return () => browser.postAlone(`${path}/stop`);
  },
  'the way back in is stopped by the second factor': async (stage) => {
    const { me } = await recovering(stage);
    const browser = new CookieBrowser(stage.server, { Accept: 'text/html' });
    await browser.signIn(me);
    await rows(stage.server, 'DELETE FROM totp WHERE account_id = $1 RETURNING 1', [me.id]);
    await browser.signIn(me);
    await protect(stage.server, me.id);
    await settleSignIns(stage.server, me.id);
    return () => browser.postAlone('/account/second-factor/keep');
  },
  'a lost second factor is removed': async (stage) => {
    const { me, browser, path } = await recovering(stage);
    const over = `UPDATE factor_recovery SET ready_at = started_at WHERE account_id = $1 RETURNING 1`;
    await rows(stage.server, over, [me.id]);
    return () => browser.postAlone(path);
  },
};
