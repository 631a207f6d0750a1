import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { CookieBrowser } from '../authorization.js';
import { rows } from '../database-rows.js';
import type { Member } from '../forgotten-password.js';
import { newEmail } from '../invitations.js';
import { picture } from '../pictures.js';
import { asked, type Act } from './act.js';
import { newMember, type Stage } from './stage.js';

interface AtHome {
  readonly browser: CookieBrowser;
  readonly founder: Member;
  readonly other: Member;
  readonly path: string;
}

async function signedIn({ server }: Stage, who: Member): Promise<CookieBrowser> {
  const browser = new CookieBrowser(server, { Accept: 'text/html' });
  await browser.signIn(who);
  return browser;
}

/** A founder who is signed in, and another member. */
async function atHome(stage: Stage): Promise<AtHome> {
  const { server, partner } = stage;
  const [founder, other] = [await newMember(server), await newMember(server)];
  const familyId = await partner.family({ FamilyName: 'The Hs' });
  const join =
    'INSERT INTO family_member (family_id, account_id, member_type, created_at) VALUES ($1, $2, $3, now())';
  await rows(server, `${join} RETURNING 1`, [familyId, founder.id, 2]);
  await rows(server, `${join} RETURNING 1`, [familyId, other.id, 0]);
  return { founder, other, browser: await signedIn(stage, founder), path: `/account/families/${familyId}` };
}

/** An account that its user asked to delete. */
async function leaving(stage: Stage): Promise<Member> {
  const member = await newMember(stage.server);
  const browser = await signedIn(stage, member);
  await browser.confirm(member);
  await browser.post('/account/data/delete');
  return member;
}

/** What people do with their families, their data and the account itself. */
export const OWN_ACCOUNT: Readonly<Record<string, Act>> = {
  'a member invites somebody': async (stage) => {
    const { browser, path } = await atHome(stage);
    const form = { name: 'Guest', address: newEmail(), role: 'member' };
    return async () => {
      const answer = await browser.post(`${path}/invite`, form);
      await stage.server.get(LateLinks).settled(); // it answers before it sends
      return answer;
    };
  },
  'a member withdraws an invitation': async (stage) => {
    const { browser, path } = await atHome(stage);
    const form = { name: 'Guest', address: newEmail(), role: 'member' };
    await browser.post(`${path}/invite`, form);
    await stage.server.get(LateLinks).settled();
    const [, step] = /action="([^"]+\/withdraw)#/.exec((await browser.get(path)).text) ?? [];
    return () => browser.post(step, {});
  },
  'a family is handed over': async (stage) => {
    const { browser, other, path } = await atHome(stage);
    return () => browser.post(`${path}/hand-over`, { to: other.id });
  },
  'a member leaves': async (stage) => {
    const { other, path } = await atHome(stage);
    const browser = await signedIn(stage, other);
    return () => browser.post(`${path}/leave`);
  },
  "a family's picture is set by a member": async (stage) => {
    const { browser, path } = await atHome(stage);
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(await picture('png'))]), 'family.png');
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' };
    return async () => {
      const answer = await fetch(`${stage.server.url}${path}/picture`, { method: 'POST', headers, body });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
  },
  'an account is to be deleted by its user': async (stage) => {
    const member = await newMember(stage.server);
    const browser = await signedIn(stage, member);
    await browser.confirm(member);
    return () => browser.post('/account/data/delete');
  },
  'an account is kept': async (stage) => {
    const browser = await signedIn(stage, await leaving(stage));
    return () => browser.post('/keep-account');
  },
  'an account that is due is deleted': async (stage) => {
    const { server } = stage;
    await server.get(CleanUp).run();
    const { id } = await leaving(stage);
    const sql = `UPDATE account SET deletes_at = deletes_at - interval '8 days' WHERE id = $1 RETURNING 1`;
    await rows(server, sql, [id]);
    return () => asked(() => server.get(CleanUp).run());
  },
};
